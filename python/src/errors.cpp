// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/output_file.hpp"
#include "bind_p.hpp"

namespace cartwright::python {

namespace {

/// The class in python/cartwright/errors.py.
const char* class_of(base::Status status) {
  switch (status) {
    case base::Status::invalid_argument: return "InvalidArgumentError";
    case base::Status::overflow: return "SizeError";
    case base::Status::parse: return "ParseError";
    case base::Status::io: return "FileError";
    case base::Status::unsupported: return "UnsupportedError";
    case base::Status::no_memory: return "OutOfMemoryError";
    case base::Status::timeout: return "PeerTimeoutError";
    case base::Status::peer_failed: return "PeerFailedError";
    case base::Status::ok:
    case base::Status::internal: break;
  }
  return "InternalError";
}

void set_error(const char* name, const std::string& message) try {
  const nb::object type = nb::module_::import_("cartwright.errors").attr(name);
  PyErr_SetString(type.ptr(), message.c_str());
} catch (nb::python_error& missing) {
  missing.restore();
}

void raise(const std::exception_ptr& thrown, void*) try {
  std::rethrow_exception(thrown);
} catch (const base::FileExists& error) {
  set_error("ExistingFileError",
            fmt::format("'{}' exists: pass overwrite=True to replace it, or another name", error.path()));
} catch (const base::Error& error) {
  set_error(class_of(error.status()), error.what());
}

}  // namespace

void bind_errors(nb::module_&) { nb::register_exception_translator(raise); }

}  // namespace cartwright::python
