// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/layout.hpp"
#include "base/checked.hpp"
#include "bind_p.hpp"
#include "datatype/notation.hpp"
#include "gpu/cache.hpp"
#include "gpu/pageable.hpp"
#include "jit/packer.hpp"

#include <cstdlib>
#include <functional>
#include <mutex>
#include <type_traits>

namespace cartwright::python {

namespace {

using Source = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using Target = nb::ndarray<nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>, nb::c_contig>;

struct Layout {
  explicit Layout(const std::string& notation)
      : text(notation), type(datatype::parse_type(text)), packer(jit::Packer::of(datatype::normalize(*type))) {}
  std::string text;  ///< as it was given
  datatype::TypePtr type;
  std::shared_ptr<jit::Packer> packer;

  gpu::LayoutKernels& on_gpu() const {
    static std::once_flag once;
    std::call_once(once, [] { gpu::set_cache_folder(std::getenv); });
    return gpu::LayoutKernels::of(*packer);
  }
};

/// The bytes of an array, on the host or on a GPU. `Host` is a Source, which is read, or a Target, which is written.
template <typename Host>
struct Memory {
  using Byte = std::conditional_t<std::is_same_v<Host, Target>, std::byte, const std::byte>;
  Byte* data = nullptr;
  std::size_t bytes = 0;
  bool on_gpu = false;
  nb::object owner;  ///< keeps them alive, or `host` does
  Host host;
};

/// Arrays of the host have the buffer interface, as those of numpy, or DLPack.
template <typename Host>
Memory<Host> memory_of(const nb::object& array, const char* name) {
  using Byte = typename Memory<Host>::Byte;
  constexpr bool written = std::is_same_v<Host, Target>;
  // Those of JAX have the buffer interface wherever they are.
  if (PyObject_CheckBuffer(array.ptr()) == 0 || nb::hasattr(array, "__cuda_array_interface__")) {
    const nb::object found = nb::module_::import_("cartwright._device").attr("device_array")(array, name, written);
    if (!found.is_none()) {
      if (!nb::cast<bool>(found.attr("contiguous")))
        base::fail(base::Status::invalid_argument, "{} has gaps between its elements: pass a contiguous array", name);
      return {reinterpret_cast<Byte*>(nb::cast<std::uintptr_t>(found.attr("address"))),
              nb::cast<std::size_t>(found.attr("nbytes")),
              true,
              found,
              {}};
    }
  }
  Host host;
  // A target that had to be converted would be written to in vain.
  if (!nb::try_cast(array, host, !written))
    throw nb::type_error(
        fmt::format("{} is not a contiguous array{}", name, written ? " that can be written to" : "").c_str());
  return {static_cast<Byte*>(host.data()), host.nbytes(), false, {}, host};
}

Memory<Source> source(const nb::object& array, const char* name) { return memory_of<Source>(array, name); }
Memory<Target> target(const nb::object& array, const char* name) { return memory_of<Target>(array, name); }

device::Stream* stream_of(const nb::object& stream) {
  const nb::object handle = nb::module_::import_("cartwright._device").attr("stream_handle")(stream);
  return reinterpret_cast<device::Stream*>(nb::cast<std::uintptr_t>(handle));
}

/// Kernels reach some memory of the host, so one of both arrays is enough.
bool on_gpu(const Memory<Source>& from, const Memory<Target>& to, const nb::object& stream) {
  const bool any = from.on_gpu || to.on_gpu;
  if (!any && !stream.is_none())
    base::fail(base::Status::invalid_argument,
               "both arrays are in memory of the host: a stream is for arrays on a GPU");
  return any;
}

/// The address of displacement 0 of the first element. Throws Error when `count` elements from there exceed the array.
template <typename Pointer>
Pointer base_in(const Layout& layout, Pointer array, std::size_t bytes, std::int64_t count, std::int64_t at) {
  const datatype::Layout all = datatype::repeated(layout.packer->layout(), count);
  const std::int64_t first = base::checked_add(at, all.true_lb, "bytes of the array");
  const std::int64_t last = base::checked_add(at, all.true_ub, "bytes of the array");
  if (all.size > 0 && (first < 0 || last > static_cast<std::int64_t>(bytes)))
    base::fail(base::Status::invalid_argument,
               "{} elements lie in bytes {} to {} of an array of {}: pass a larger one, or set at", count, first, last,
               bytes);
  return array + at;
}

std::int64_t packed_size(const Layout& layout, std::int64_t count) {
  if (count < 0) base::fail(base::Status::invalid_argument, "count {} is negative: it must be 0 or more", count);
  return base::checked_mul(count, layout.type->size, "bytes to pack");
}

void check_packed(const Layout& layout, std::size_t bytes, std::int64_t count) {
  if (static_cast<std::int64_t>(bytes) != packed_size(layout, count))
    base::fail(base::Status::invalid_argument, "{} packed bytes for {} elements of {}: pass {}", bytes, count,
               layout.type->size, packed_size(layout, count));
}

void check_apart(const Memory<Source>& from, const Memory<Target>& to) {
  const std::less<> before;
  const std::byte* const begin = to.data;
  if (from.bytes > 0 && before(from.data, begin + to.bytes) && before(begin, from.data + from.bytes))
    base::fail(base::Status::invalid_argument, "both arrays share memory: pass a copy of one of them");
}

Bytes pack(const Layout& self, const nb::object& array, std::int64_t count, std::int64_t at) {
  const Memory<Source> from = source(array, "array");
  if (from.on_gpu)
    base::fail(base::Status::invalid_argument, "array is on a GPU: pass out, an array of {} bytes there",
               packed_size(self, count));
  const auto* const base = base_in(self, from.data, from.bytes, count, at);
  const std::int64_t size = packed_size(self, count);
  auto* const packed = new std::byte[size];
  const nb::capsule owner(packed, [](void* pointer) noexcept { delete[] static_cast<std::byte*>(pointer); });
  {
    const nb::gil_scoped_release unlocked;
    if (size > 0) self.packer->pack(packed, base, count);
  }
  return Bytes(packed, {static_cast<std::size_t>(size)}, owner);
}

void pack_into(const Layout& self, const nb::object& array, std::int64_t count, std::int64_t at, const nb::object& out,
               const nb::object& stream) {
  const Memory<Source> from = source(array, "array");
  const Memory<Target> to = target(out, "out");
  const bool by_gpu = on_gpu(from, to, stream);
  device::Stream* const on = stream_of(stream);
  const auto* const base = base_in(self, from.data, from.bytes, count, at);
  check_packed(self, to.bytes, count);
  check_apart(from, to);
  const nb::gil_scoped_release unlocked;
  if (to.bytes == 0) return;
  if (by_gpu)
    gpu::pack_any(*self.packer, self.on_gpu(), base, count, to.data, on);
  else
    self.packer->pack(to.data, base, count);
}

void unpack(const Layout& self, const nb::object& packed, const nb::object& array, std::int64_t count, std::int64_t at,
            const nb::object& stream) {
  const Memory<Source> from = source(packed, "packed");
  const Memory<Target> to = target(array, "array");
  const bool by_gpu = on_gpu(from, to, stream);
  device::Stream* const on = stream_of(stream);
  auto* const base = base_in(self, to.data, to.bytes, count, at);
  check_packed(self, from.bytes, count);
  check_apart(from, to);
  const nb::gil_scoped_release unlocked;
  if (from.bytes == 0) return;
  if (by_gpu)
    gpu::unpack_any(*self.packer, self.on_gpu(), from.data, count, base, on);
  else
    self.packer->unpack(base, from.data, count);
}

void move(const Layout& self, const nb::object& array, const Layout& to_layout, const nb::object& to_array,
          std::int64_t count, std::int64_t to_count, std::int64_t at, std::int64_t to_at, const nb::object& stream) {
  const Memory<Source> from = source(array, "array");
  const Memory<Target> to = target(to_array, "to_array");
  const bool by_gpu = on_gpu(from, to, stream);
  device::Stream* const on = stream_of(stream);
  const auto* const base = base_in(self, from.data, from.bytes, count, at);
  auto* const to_base = base_in(to_layout, to.data, to.bytes, to_count, to_at);
  const std::int64_t size = packed_size(self, count);
  if (const std::int64_t room = packed_size(to_layout, to_count); size > room)
    base::fail(base::Status::invalid_argument, "{} bytes do not fit into the {} of the target layout", size, room);
  check_apart(from, to);
  const nb::gil_scoped_release unlocked;
  if (size == 0) return;
  if (by_gpu)
    gpu::move(self.on_gpu(), base, count, to_layout.on_gpu(), to_count, to_base, on);
  else
    jit::move(*self.packer, base, count, *to_layout.packer, to_base, to_count);
}

constexpr const char* doc = R"(The bytes of an array that are packed together: an MPI datatype, without MPI.

Equal layouts share one kernel, which becomes machine code at the second use.

Args:
    notation: nested constructors with the arguments of MPI: 'vec(count blocklength stride)[double]',
        'sub(sizes; subsizes; starts)[float]', ... (docs/datatypes.md).

Raises:
    ParseError: a malformed notation, with the position of the error.

>>> import numpy
>>> face = cartwright.Layout('sub(4 4; 4 1; 0 3)[double]')
>>> face.size, face.extent, face.normal_form
(32, 128, '4 x 32 B [8 B]')
>>> face.pack(numpy.arange(16.0).reshape(4, 4)).view('float64')
array([ 3.,  7., 11., 15.])
)";

constexpr const char* pack_doc = R"(Packs elements, and returns their bytes.

Args:
    array: a contiguous array of any type.
    count: number of elements, which are `extent` bytes apart.
    at: the byte of the array with displacement 0.

Raises:
    InvalidArgumentError: the elements exceed the array.
)";

constexpr const char* pack_into_doc = R"(Packs elements into an array. Both arrays may be on a GPU.

Args:
    array: a contiguous array of any type; on a GPU, with the CUDA array interface or DLPack.
    count: number of elements, which are `extent` bytes apart.
    at: the byte of the array with displacement 0.
    out: receives count * size bytes: a contiguous array of any type. One of both arrays may be on the host.
    stream: for arrays on a GPU: a handle of a stream, or an object with __cuda_stream__; None is the default stream.
        The call returns before the stream gets there. Keep both arrays until it did. It waits if an array is in memory
        of the host that is not pinned.

Raises:
    InvalidArgumentError: the elements exceed the array, `out` has another number of bytes, or a stream that is captured
        gets an array in memory that is not pinned.
)";

constexpr const char* unpack_doc =
    R"(Unpacks elements: the inverse of `pack`. Bytes outside the layout are not written.

Args:
    packed: count * size bytes, outside the array.
    array: a contiguous array of any type. One or both may be on a GPU.
    count: number of elements, which are `extent` bytes apart.
    at: the byte of the array with displacement 0.
    stream: as for `pack`.

Raises:
    InvalidArgumentError: the elements exceed the array, `packed` has another number of bytes, or a stream that is
        captured gets an array in memory that is not pinned.
)";

constexpr const char* move_doc = R"(Moves elements into those of another layout, without a packed copy.

Args:
    array: a contiguous array of any type.
    to: the layout of the target.
    to_array: a contiguous array of any type. Both may be on a GPU.
    count: number of elements of this layout.
    to_count: number of elements of the target. Room that is left is not written.
    at: the byte of `array` with displacement 0.
    to_at: the byte of `to_array` with displacement 0.
    stream: as for `pack`.

Raises:
    InvalidArgumentError: elements exceed their array, or do not fit into the target.
    UnsupportedError: on a GPU, the loops of the layouts do not fit together.

>>> import numpy
>>> rows = cartwright.Layout('vec(2 2 3)[double]')
>>> target = numpy.zeros((2, 3))
>>> cartwright.Layout('vec(4 1 2)[double]').move(numpy.arange(8.0), rows, target)
>>> target
array([[0., 2., 0.],
       [4., 6., 0.]])
)";

}  // namespace

void bind_layout(nb::module_& module) {
  nb::class_<Layout>(module, "Layout", doc)
      .def(nb::init<const std::string&>(), "notation"_a)
      .def_prop_ro(
          "size", [](const Layout& self) { return self.type->size; }, "Bytes of data in one element.")
      .def_prop_ro(
          "lower_bound", [](const Layout& self) { return self.type->lb; }, "The lower bound of an element, in bytes.")
      .def_prop_ro(
          "extent", [](const Layout& self) { return self.type->extent(); },
          "The distance from one element to the next, in bytes.")
      .def_prop_ro(
          "normal_form", [](const Layout& self) { return datatype::describe(self.packer->layout()); },
          "The normal form in words.")
      .def("pack", pack, "array"_a, "count"_a = 1, "at"_a = 0,
           nb::sig("def pack(self, array: numpy.typing.NDArray[typing.Any], count: int = 1, at: int = 0) "
                   "-> numpy.typing.NDArray[numpy.uint8]"),
           pack_doc)
      .def("pack", pack_into, "array"_a, "count"_a = 1, "at"_a = 0, nb::kw_only(), "out"_a, "stream"_a = nb::none(),
           nb::sig("def pack(self, array: cartwright._device.AnyArray, count: int = 1, at: int = 0, *, "
                   "out: cartwright._device.AnyArray, stream: cartwright._device.Stream | None = None) -> None"),
           pack_into_doc)
      .def("unpack", unpack, "packed"_a, "array"_a, "count"_a = 1, "at"_a = 0, "stream"_a = nb::none(),
           nb::sig("def unpack(self, packed: cartwright._device.AnyArray, array: cartwright._device.AnyArray, "
                   "count: int = 1, at: int = 0, stream: cartwright._device.Stream | None = None) -> None"),
           unpack_doc)
      .def("move", move, "array"_a, "to"_a, "to_array"_a, "count"_a = 1, "to_count"_a = 1, "at"_a = 0, "to_at"_a = 0,
           "stream"_a = nb::none(),
           nb::sig("def move(self, array: cartwright._device.AnyArray, to: Layout, "
                   "to_array: cartwright._device.AnyArray, count: int = 1, to_count: int = 1, at: int = 0, "
                   "to_at: int = 0, stream: cartwright._device.Stream | None = None) -> None"),
           move_doc)
      .def("__repr__", [](const Layout& self) { return nb::str("Layout({!r})").format(self.text); })
      .def(
          "__eq__", [](const Layout& a, const Layout& b) { return a.packer->layout() == b.packer->layout(); },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Layout& self) { return static_cast<std::size_t>(self.packer->layout().hash); })
      .def("__getstate__", [](const Layout& self) { return self.text; })
      .def("__setstate__", [](Layout* self, const std::string& notation) { new (self) Layout(notation); });
}

}  // namespace cartwright::python
