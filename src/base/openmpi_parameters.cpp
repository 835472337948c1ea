// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/openmpi_parameters.hpp"

#include "base/text.hpp"

#include <fstream>

namespace cartwright::base {

namespace fs = std::filesystem;

std::vector<fs::path> openmpi_parameter_files(const std::function<std::optional<std::string>(const char*)>& variable,
                                              const fs::path& installed) {
  std::vector<fs::path> files;
  if (const auto given = variable("OMPI_MCA_mca_base_param_files")) {
    for (const std::string_view file : split(*given, ':')) files.emplace_back(file);
    return files;
  }
  if (const auto home = variable("HOME")) files.push_back(fs::path(*home) / ".openmpi" / "mca-params.conf");
  std::error_code ignored;
  const fs::path file = fs::canonical(installed, ignored);
  files.push_back(file.parent_path().parent_path() / "etc" / "openmpi-mca-params.conf");
  files.emplace_back("/etc/openmpi/openmpi-mca-params.conf");  // Debian's
  return files;
}

std::string openmpi_parameter(std::string_view name, const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    std::ifstream in(file);
    std::string found;
    for (std::string line; std::getline(in, line);) {
      const std::string_view text = trim(std::string_view(line).substr(0, line.find('#')));
      const std::size_t equals = text.find('=');
      if (equals != std::string_view::npos && trim(text.substr(0, equals)) == name)
        found = trim(text.substr(equals + 1));
    }
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace cartwright::base
