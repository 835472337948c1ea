// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/calibration_report.hpp"

#include "base/grouped.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <cmath>

namespace cartwright::report {

std::string calibration_text(const record::Calibration& calibration, const Style& style) {
  Table table({{"function", Table::Align::left},
               {"recorded as", Table::Align::left},
               {"recorded"},
               {"on interfaces"},
               {"difference"},
               {"", Table::Align::left}});
  for (const record::Checked& one : calibration.checked) {
    const double part = one.carried > 0 ? one.recorded / one.carried - 1 : 0;
    table.add_row({one.function, std::string(record::source_names[static_cast<std::size_t>(one.source)]),
                   base::grouped(std::llround(one.recorded)), base::grouped(std::llround(one.carried)),
                   fmt::format("{:+.1f} %", 100 * part), one.agree ? "" : "differ"},
                  one.agree ? Table::Emphasis::none : Table::Emphasis::dim);
  }
  return style.bold(fmt::format("collectives of {}", calibration.mpi)) +
         fmt::format(": bytes between {} emulated hosts, {} processes\n", calibration.hosts, calibration.processes) +
         table.text(style);
}

}  // namespace cartwright::report
