// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/json_input.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/launch_program.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "record/calibration.hpp"
#include "record/record_file.hpp"
#include "report/calibration_report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct CalibrateOptions : Options {
  std::string action;
  std::int64_t hosts = 4;
  std::int64_t slots = 2;
  std::string only;
  std::string output;
  LaunchOptions launch;
};

using Bytes = std::map<std::string, double>;  ///< that leave each host

/// What a function sent, once by the interfaces and once by the record.
struct Sent {
  Bytes carried;
  std::array<Bytes, record::source_names.size()> recorded, messages;
  std::string mpi;
  std::int64_t processes = 0;
};

Bytes on_interfaces(const std::string& file) {
  Bytes bytes;
  const nlohmann::json document = base::parse_json(base::read_file(file), file);
  for (const nlohmann::json& link : base::expect_array(base::member(document, file, "links"), "links"))
    if (link.at("class") == "injection") bytes[link.at("from")] = base::expect_number(link.at("payload"), "payload");
  return bytes;
}

void read(const record::Record& record, Sent& sent) {
  std::map<std::int64_t, std::string> host_of;
  for (const record::RankRecord& rank : record.ranks) host_of[rank.rank] = rank.host;
  for (const auto& [first, host] : host_of) {
    const record::Amounts amounts = record::amounts_of(
        record, [&](std::int64_t from, std::int64_t to) { return host_of[from] == host && host_of[to] != host; });
    for (std::size_t i = 0; i < amounts.size(); ++i) {
      sent.recorded[i][host] = amounts[i].bytes;
      sent.messages[i][host] = static_cast<double>(amounts[i].messages);
    }
  }
}

double sum(const Bytes& bytes) {
  double all = 0;
  for (const auto& [host, of_host] : bytes) all += of_host;
  return all;
}

/// Records a function on emulated hosts, in all of its forms or in some.
launch::CommandLine command_of(const CalibrateOptions& options, const std::string& function, const std::string& links,
                               const std::string& file, const std::string& forms = "all") {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const launch::CommandLine program = launch::plan_own_program(options.launch.command, options.launch.mpi,
                                                               "cartwright_measure", {"--collective", function, forms});
  launch::CommandLine command = {self,        "cluster",
                                 "--network", fmt::format("fat-tree:down={},up=1", options.hosts),
                                 "--slots",   std::to_string(options.slots),
                                 "--links",   links,
                                 "--force",   "--",
                                 self,        "record",
                                 "--force",   "--output",
                                 file};
  if (!options.launch.mpi.empty()) command.insert(command.end(), {"--mpi", options.launch.mpi});
  command.emplace_back("--");
  command.insert(command.end(), program.begin(), program.end());
  return command;
}

Sent send(const CalibrateOptions& options, const std::string& function, launch::RunFolder& folder,
          const std::string& forms = "all") {
  const std::string links = folder.path() / "links";
  const std::string file = folder.path() / "record";
  const launch::CommandLine command = command_of(options, function, links, file, forms);
  const launch::Finished finished = launch::run_quietly(command, std::chrono::minutes(3));
  if (finished.status != 0) {
    const std::string_view printed = base::trim(finished.output);
    base::fail(base::Status::unsupported, "{} on {} emulated hosts: {}", function, options.hosts,
               finished.timed_out ? "it did not end in 3 minutes"
               : printed.empty()  ? fmt::format("exit status {}", finished.status)
                                  : printed.substr(printed.rfind('\n') + 1));
  }
  const record::Record record = record::read_record(file);
  Sent sent{.carried = on_interfaces(links),
            .recorded = {},
            .messages = {},
            .mpi = record.header.mpi,
            .processes = record.header.ranks};
  read(record, sent);
  return sent;
}

/// What interfaces carry for a message without data: only headers. Sent are empty messages of point to point.
double bytes_of_empty_message(const Sent& sent, const Sent& without) {
  return (sum(sent.carried) - sum(without.carried)) / std::max(1.0, sum(sent.messages[0]));
}

/// A barrier has no data: its messages count as what an interface carries for them.
void count_headers(Sent& sent, double of_message) {
  for (std::size_t i = 0; i < sent.recorded.size(); ++i)
    for (auto& [host, bytes] : sent.recorded[i]) bytes = of_message * sent.messages[i][host];
}

/// A message that is one byte long is carried with headers of the transport, and connections are made. Of functions
/// that the record does not have, a model says that they send nothing.
record::Checked check(const std::string& function, const Sent& sent, const Sent& without) {
  constexpr double max_part = 0.02;
  const double max_bytes = function == "barrier" ? 10'000 : 100'000;  // on a host
  const auto most = std::ranges::max_element(sent.recorded, {}, sum);
  record::Checked made = {
      .function = function,
      .source = sum(*most) > 0 ? static_cast<record::Source>(most - sent.recorded.begin()) : record::Source::assumed,
      .recorded = 0,
      .carried = 0,
      .agree = true};
  for (const auto& [host, carried] : sent.carried) {
    const auto before = without.carried.find(host);
    const double of_function = std::max(0.0, carried - (before == without.carried.end() ? 0 : before->second));
    double recorded = 0;
    for (const Bytes& by_source : sent.recorded)
      if (const auto found = by_source.find(host); found != by_source.end()) recorded += found->second;
    made.agree &= std::abs(of_function - recorded) <= max_part * recorded + max_bytes;
    made.recorded += recorded;
    made.carried += of_function;
  }
  return made;
}

/// Whether some messages follow from the tables of the MPI, and some from a model.
bool is_mixed(const Sent& sent) {
  return std::ranges::count_if(sent.recorded, [](const Bytes& bytes) { return sum(bytes) > 0; }) > 1;
}

std::vector<record::Checked> check_function(const CalibrateOptions& options, const std::string& function,
                                            const Sent& without, launch::RunFolder& folder) {
  Sent sent = send(options, function, folder);
  if (function == "barrier") count_headers(sent, bytes_of_empty_message(send(options, "messages", folder), without));
  if (!is_mixed(sent)) return {check(function, sent, without)};
  return {check(function, send(options, function, folder, "blocking"), without),
          check("i" + function, send(options, function, folder, "nonblocking"), without)};
}

std::vector<std::string> functions_of(const CalibrateOptions& options) {
  const auto& known = record::checked_functions;
  if (options.only.empty()) return {known.begin(), known.end()};
  std::vector<std::string> functions;
  for (const std::string_view part : base::split(options.only, ',')) {
    const std::string name(base::trim(part));
    if (std::ranges::find(known, name) == known.end())
      base::fail(base::Status::invalid_argument, "--only {}: give functions out of {}", base::quote(name),
                 fmt::join(known, ", "));
    functions.push_back(name);
  }
  return functions;
}

record::Calibration calibrate(const CalibrateOptions& options) {
  const std::vector<std::string> functions = functions_of(options);
  record::Calibration made;
  launch::RunFolder folder;
  set_variable("XDG_CACHE_HOME", folder.path());  // what was found before does not count
  const Progress progress(options.quiet, "calibrate");
  std::size_t done = 0;
  // As a record has them, and then without the count inside of collectives.
  for (const bool counts : {true, false}) {
    if (!counts) {
      set_variable("CARTWRIGHT_COUNT_INSIDE", "0");
      set_variable("OMPI_MCA_pml_monitoring_enable", "0");
    }
    const Sent without = send(options, "none", folder);
    made.mpi = without.mpi;
    made.processes = without.processes;
    made.hosts = static_cast<std::int64_t>(without.carried.size());
    bool counted = false;
    for (const std::string& function : functions) {
      for (const record::Checked& one : check_function(options, function, without, folder)) {
        counted |= one.source == record::Source::counted;
        made.checked.push_back(one);
      }
      progress.show(static_cast<double>(++done) / static_cast<double>(2 * functions.size()));
    }
    if (!counted) break;  // it would be the same once more
  }
  std::ranges::stable_sort(made.checked, {}, [&](const record::Checked& one) {
    return std::ranges::find_if(
               functions, [&](const std::string& name) { return one.function == name || one.function == "i" + name; }) -
           functions.begin();
  });
  made.date = fmt::format("{:%F}", fmt::gmtime(std::time(nullptr)));
  return made;
}

int run(const CalibrateOptions& options) {
  if (options.action != "collectives")
    base::fail(base::Status::invalid_argument, "unknown action {}: give collectives", base::quote(options.action));
  if (options.hosts < 2 || options.hosts > 64 || options.slots < 1 || options.slots > 64)
    base::fail(base::Status::invalid_argument, "--hosts {} --slots {}: give 2 to 64 hosts, and 1 to 64 slots on each",
               options.hosts, options.slots);
  if (!options.output.empty())
    base::check_writable(options.output, options.force ? base::Existing::replace : base::Existing::refuse);
  if (options.launch.dry_run) {
    std::string lines;
    for (const std::string& function : functions_of(options))
      lines += launch::shell_text(command_of(options, function, "links", "record")) + "\n";
    base::write_file("-", lines, base::Existing::replace);
    return 0;
  }
  const std::string kept = base::cache_folder(std::getenv);
  const record::Calibration found = calibrate(options);
  const report::Json document = record::to_json(found);
  if (!options.output.empty()) base::write_file(options.output, report::pretty(document), base::Existing::replace);
  if (options.only.empty()) record::keep(found, kept);
  present(document, report::calibration_text(found, make_style(options)), options);
  const bool differ = std::ranges::any_of(
      found.checked, [](const record::Checked& one) { return one.source != record::Source::assumed && !one.agree; });
  return differ ? 1 : 0;
}

Action add_calibrate(CLI::App& app) {
  auto options = std::make_shared<CalibrateOptions>();
  app.add_option("action", options->action, "What to check: collectives")->type_name("collectives")->required();
  app.add_option("--hosts", options->hosts, "Number of emulated hosts (default 4)")->type_name("N");
  app.add_option("--slots", options->slots, "Number of processes that a launcher may start on each (default 2)")
      ->type_name("N");
  app.add_option("--only", options->only, "Only these functions: bcast,allreduce,...")->type_name("NAME,...");
  app.add_option("--output,-o", options->output, "Write the results to a file, as JSON")->type_name("FILE");
  app.add_flag("--force", options->force, "Replace a file that exists");
  add_output_options(app, *options);
  add_launch_options(app, options->launch);
  app.positionals_at_end(false);
  return [options] { return run(*options); };
}

}  // namespace

Command calibrate_command() {
  return {
      .name = "calibrate",
      .summary = "Check what records say of the MPI's collectives",
      .description =
          "collectives runs an MPI program of Cartwright's own on emulated hosts (cartwright cluster), once for each "
          "collective function of MPI: give the launcher and its options after --, and no program. Each function is "
          "called in all its forms that the MPI has: blocking, nonblocking, persistent, and with large counts. It "
          "compares the bytes between hosts in a record with those that the interfaces of the hosts carried; a message "
          "of a barrier counts as the bytes of an empty message, which is measured. Where a record has "
          "the messages that the MPI counts, it compares once more without them: then the messages follow from the "
          "MPI's own tables (MPICH 4), or from a model.\n\n"
          "Unless --only is given, the result is kept in the cache folder for this MPI. Records say that the tables "
          "were checked, and leave "
          "a function to the model if its messages differed. This takes a second or two for each function and "
          "needs root, as cartwright cluster does.\n\n"
          "Both agree if they differ on no host by more than 2 % and 100 kB (barrier: 10 kB): interfaces also carry "
          "what makes connections. The exit status is 1 if counts or tables differ from the interfaces; a model may.",
      .examples = {{"All functions of MPICH", "cartwright calibrate collectives -- mpirun.mpich -n 8"},
                   {"Two of them, with 3 hosts of 2 processes",
                    "cartwright calibrate collectives --hosts 3 --only bcast,allreduce -- mpirun -n 6"}},
      .add = add_calibrate,
  };
}

}  // namespace cartwright::cli
