// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/cache_file.hpp"
#include "base/format_bytes.hpp"
#include "base/grouped.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/datatype_file.hpp"
#include "cli/datatype_picture.hpp"
#include "cli/datatype_time.hpp"
#include "cli/present.hpp"
#include "datatype/notation.hpp"
#include "jit/backend.hpp"
#include "jit/executable.hpp"
#include "jit/packer.hpp"
#include "jit/tuning.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

namespace cartwright::cli {

using datatype::TypePtr;
using jit::Direction;
using jit::Packer;

namespace {

struct DatatypeOptions : Options {
  std::string action;
  std::string notation;
  std::string file;
  std::string svg;
  bool assembly = false;
  std::int64_t count = 0;
  std::int64_t expected_uses = 0;

  jit::Hints hints() const { return {expected_uses, count}; }
  /// The number of elements to draw and to time.
  std::int64_t elements() const { return std::max<std::int64_t>(1, count); }
};

std::string bytes_text(std::int64_t bytes) { return fmt::format("{} B", bytes); }

report::Json type_json(const TypePtr& type, std::int64_t occurrences) {
  return {{"notation", datatype::notation(*type)},
          {"occurrences", occurrences},
          {"size", type->size},
          {"lb", type->lb},
          {"extent", type->extent()},
          {"true_lb", type->true_lb},
          {"true_extent", type->true_ub - type->true_lb},
          {"normal_form", datatype::describe(datatype::normalize(*type))}};
}

report::Json kernel_json(const Packer& packer) {
  const jit::Statistics pack = packer.statistics(Direction::pack);
  const jit::Statistics unpack = packer.statistics(Direction::unpack);
  const jit::Backend* const backend = jit::native_backend();
  return {{"kind", pack.kernel},
          {"backend", backend != nullptr ? report::Json(backend->name()) : report::Json()},
          {"pack_bytes", pack.code_bytes},
          {"unpack_bytes", unpack.code_bytes},
          {"seconds", pack.generate_seconds + unpack.generate_seconds}};
}

std::string kernel_text(const report::Json& kernel) {
  const std::string kind = kernel["kind"];
  if (kind == "contiguous") return "none: contiguous, copied by memcpy";
  if (kind == "generated")
    return fmt::format("generated for {} in {:.1f} us: {} B to pack, {} B to unpack",
                       kernel["backend"].get<std::string>(), 1e6 * kernel["seconds"].get<double>(),
                       kernel["pack_bytes"].get<std::int64_t>(), kernel["unpack_bytes"].get<std::int64_t>());
  const std::string why = jit::why_not_executable();
  return why.empty() ? "precompiled" : "precompiled: " + why;
}

std::string tree_text(const datatype::Type& type, const report::Style& style) {
  report::Table table({{"datatype", report::Table::Align::left},
                       {"size", report::Table::Align::right, 2},
                       {"extent", report::Table::Align::right, 1}});
  for (const TreeLine& line : tree_of(type)) {
    const std::string indented = std::string(2 * line.depth, ' ') + line.text;
    if (line.type == nullptr)
      table.add_row({indented, "", ""});
    else
      table.add_row({indented, bytes_text(line.type->size), bytes_text(line.type->extent())});
  }
  return table.text(style);
}

std::string one_text(const datatype::Type& type, const report::Json& report, const report::Style& style) {
  const report::Json& row = report["types"][0];
  return tree_text(type, style) + fmt::format(
                                      "\nsize         {} B\nextent       {} B from {}\ntrue extent  {} B from "
                                      "{}\nnormal form  {}\nkernel       {}\n",
                                      row["size"].get<std::int64_t>(), row["extent"].get<std::int64_t>(),
                                      row["lb"].get<std::int64_t>(), row["true_extent"].get<std::int64_t>(),
                                      row["true_lb"].get<std::int64_t>(),
                                      style.bold(row["normal_form"].get<std::string>()), kernel_text(row["kernel"]));
}

std::string assembly_text(const Packer& packer) {
  std::string text;
  for (const auto& [direction, name] : {std::pair{Direction::pack, "pack"}, {Direction::unpack, "unpack"}}) {
    const std::string listing = packer.disassembly(direction);
    text += fmt::format("\n{}:\n{}", name, listing.empty() ? "  no machine code is generated\n" : listing);
  }
  return text;
}

/// The first kernel of a process also pays for choosing instructions and mapping memory. This call takes that cost out
/// of the time shown for the datatype.
void warm_up() { Packer::of(datatype::normalize(*datatype::parse_type("vec(2 1 2)[char]")))->prepare(); }

int show_one(const TypePtr& type, const DatatypeOptions& options) {
  warm_up();
  const datatype::Layout layout = datatype::normalize(*type);
  const auto packer = Packer::of(layout, options.hints());
  packer->prepare();
  report::Json report = report::report_head("datatype");
  report::Json row = type_json(type, 1);
  row["kernel"] = kernel_json(*packer);
  report["types"] = report::Json::array({row});
  if (!options.svg.empty())
    base::write_file(options.svg, datatype_svg(*type, layout, options.elements()),
                     options.force ? base::Existing::replace : base::Existing::refuse);
  std::string text = one_text(*type, report, make_style(options));
  if (options.assembly) text += assembly_text(*packer);
  present(report, text, options);
  return 0;
}

report::Json timings_json(const std::vector<PackTiming>& timings) {
  report::Json rows = report::Json::array();
  for (const PackTiming& timing : timings)
    rows.push_back({{"way", timing.way},
                    {"pack_bytes_per_second", std::round(1e9 * timing.pack)},
                    {"unpack_bytes_per_second", std::round(1e9 * timing.unpack)}});
  return rows;
}

/// The speeds of one way to pack, alone and as parts of those of memcpy.
std::vector<std::string> speed_cells(const PackTiming& timing, const PackTiming& memcpy) {
  return {fmt::format("{:.2f}", timing.pack), fmt::format("{:.2f}", timing.pack / memcpy.pack),
          fmt::format("{:.2f}", timing.unpack), fmt::format("{:.2f}", timing.unpack / memcpy.unpack)};
}

int time_one(const TypePtr& type, const DatatypeOptions& options) {
  const std::vector<PackTiming> timings = time_datatype(*type, options.elements(), options.hints());
  report::Json report = report::report_head("datatype");
  report["types"] = report::Json::array({type_json(type, 1)});
  report["timings"] = timings_json(timings);
  report::Table table({{"", report::Table::Align::left}, {"pack GB/s"}, {"of memcpy"}, {"unpack GB/s"}, {"of memcpy"}});
  for (const PackTiming& timing : timings) {
    std::vector<std::string> cells = speed_cells(timing, timings.back());
    cells.insert(cells.begin(), timing.way);
    table.add_row(cells);
  }
  present(report, table.text(make_style(options)), options);
  return 0;
}

/// The speed of a datatype as Cartwright packs it, with the mean number of elements of its uses. A datatype without
/// data, or with too much, has none.
std::vector<std::string> time_found(const FoundType& found, const DatatypeOptions& options, report::Json& row) try {
  jit::Hints hints = options.hints();
  hints.count = options.count > 0 ? options.count : found.elements();
  const std::vector<PackTiming> timings = time_datatype(*found.type, hints.count, hints);
  row["timings"] = timings_json(timings);
  return speed_cells(timings[timings.size() - 2], timings.back());
} catch (const base::Error& error) {
  if (error.status() != base::Status::invalid_argument && error.status() != base::Status::unsupported) throw;
  return {"-", "-", "-", "-"};
}

std::string shortened(const std::string& notation) {
  constexpr std::size_t most = 80;
  return notation.size() > most ? notation.substr(0, most - 3) + "..." : notation;
}

/// Shows or times the distinct types of a file, those with the most bytes first.
int each_of_file(const DatatypeOptions& options) {
  using report::Table;
  const bool timed = options.action == "time";
  report::Json report = report::report_head("datatype");
  report::Json& rows = report["types"] = report::Json::array();
  Table table(timed ? std::vector<Table::Column>{{"bytes"},
                                                 {"uses"},
                                                 {"size"},
                                                 {"pack GB/s"},
                                                 {"of memcpy"},
                                                 {"unpack GB/s"},
                                                 {"of memcpy"},
                                                 {"datatype", Table::Align::left, 1}}
                    : std::vector<Table::Column>{{"bytes"},
                                                 {"uses"},
                                                 {"size"},
                                                 {"extent"},
                                                 {"normal form", Table::Align::left},
                                                 {"datatype", Table::Align::left, 1}});
  for (const FoundType& found : types_of_file(options.file)) {
    report::Json row = type_json(found.type, found.uses);
    row["bytes"] = found.bytes;
    std::vector<std::string> cells = {base::format_bytes(static_cast<double>(found.bytes)), base::grouped(found.uses),
                                      bytes_text(found.type->size)};
    if (timed) {
      std::ranges::copy(time_found(found, options, row), std::back_inserter(cells));
    } else {
      cells.push_back(bytes_text(found.type->extent()));
      cells.push_back(row["normal_form"]);
    }
    cells.push_back(shortened(found.notation));
    table.add_row(cells);
    rows.push_back(std::move(row));
  }
  present(report,
          rows.empty() ? fmt::format("'{}' has no datatypes\n", base::printable(options.file))
                       : table.text(make_style(options)),
          options);
  return 0;
}

int datatype(DatatypeOptions& options) {
  const bool has_action = options.action == "show" || options.action == "time";
  if (!has_action && options.notation.empty()) options.notation = std::exchange(options.action, "show");
  jit::set_cache_folder(base::cache_folder(std::getenv));
  if (!has_action && options.action != "show")
    base::fail(base::Status::invalid_argument, "unknown action {}: give show or time", base::quote(options.action));
  if (options.notation.empty() == options.file.empty())
    base::fail(
        base::Status::invalid_argument,
        "give either a datatype, such as 'vec(32 2 8)[ctg(6)[float]]', or --file: see cartwright datatype --help");
  if (!options.file.empty()) {
    if (options.assembly || !options.svg.empty())
      base::fail(base::Status::invalid_argument,
                 "--file lists or times the datatypes of a file: give one datatype for --asm or --svg");
    return each_of_file(options);
  }
  const TypePtr type = datatype::parse_type(options.notation);
  return options.action == "show" ? show_one(type, options) : time_one(type, options);
}

Action add_datatype(CLI::App& app) {
  auto options = std::make_shared<DatatypeOptions>();
  app.add_option("action", options->action, "Show the datatype, or time how fast it is packed (default show)")
      ->type_name("show|time");
  app.add_option("datatype", options->notation, "The datatype, in the notation above")->type_name("DATATYPE");
  app.add_option("--file", options->file,
                 "All datatypes of a record, or of a list with one per line: those with the most bytes first")
      ->type_name("FILE");
  app.add_flag("--asm", options->assembly, "Print the machine code that packs and unpacks");
  app.add_option("--svg", options->svg, "Draw the layout of the bytes and the order in which they are packed")
      ->type_name("FILE");
  app.add_flag("--force", options->force, "Replace a file that exists");
  app.add_option("--count", options->count, "Number of elements per call: compiled into the kernel, drawn and timed")
      ->type_name("N");
  app.add_option("--expected-uses", options->expected_uses, "Expected number of uses; for 1, no code is generated")
      ->type_name("N");
  add_output_options(app, *options);
  return [options] { return datatype(*options); };
}

}  // namespace

Command datatype_command() {
  return {
      .name = "datatype",
      .summary = "Show an MPI datatype, its packing kernel and its speed",
      .description =
          "show prints the tree of an MPI datatype, its sizes, its normal form, and the kernel that packs it. time "
          "packs and unpacks it on this machine with the interpreter, with the precompiled kernels and with generated "
          "machine code, and compares them with memcpy.\n\n"
          "--file shows or times each datatype of a record by cartwright record, or of a list with one datatype per "
          "line. The bytes are those of all its uses. Speeds are those of the kernel that Cartwright would use, for "
          "the mean number of elements of a use unless --count is given.\n\n"
          "Datatypes are written as nested constructors. Each takes MPI's arguments in MPI's order; semicolons "
          "separate "
          "lists: ctg(count)[type], vec(count blocklength stride)[type], hvec, idx(blocklengths; "
          "displacements)[type], hidx, idxblk(blocklength; displacements)[type], hidxblk, struct(blocklengths; "
          "displacements)[type, type], sub(sizes; subsizes; starts; c|fortran)[type], darray(rank; sizes; "
          "block|cyclic|none ...; blocksizes; processes)[type], resized(lb extent)[type]. Basic types have their C "
          "names. Strides and displacements of struct, and of the constructors whose names begin with h, are in bytes.",
      .examples = {{"A datatype of MILC", "cartwright datatype show 'hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]'"},
                   {"Its machine code", "cartwright datatype show --asm 'vec(32 2 8)[ctg(6)[float]]'"},
                   {"A picture of its layout", "cartwright datatype show --svg face.svg 'sub(8 8; 8 2; 0 3)[double]'"},
                   {"All datatypes that a program sent, as it was recorded",
                    "cartwright datatype show --file traffic.record"},
                   {"Its speed on this machine", "cartwright datatype time 'vec(512 1 2)[double]'"},
                   {"The speed of all of them", "cartwright datatype time --file traffic.record"}},
      .add = add_datatype,
  };
}

}  // namespace cartwright::cli
