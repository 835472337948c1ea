// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace cartwright::cli {

/// --open
void add_open_option(CLI::App& app, bool& open);

/// The file of a page that is to be opened: the one that the user gave for `option`, or, if that is empty, a file of
/// this name in a new folder for temporary files. Throws Error if standard output was given, which cannot be opened.
std::string page_to_open(const std::string& given, std::string_view option, std::string_view name);

/// Opens a file in the browser: a command of $BROWSER, or on a desktop xdg-open or open. Prints one line, with the
/// path; where there is no browser it says so. Does not wait for the browser.
void open_page(const std::string& file);

}  // namespace cartwright::cli
