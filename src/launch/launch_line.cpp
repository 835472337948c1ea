// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/launch_line.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <unistd.h>

namespace cartwright::launch {

namespace {

/// The number of words after this option that are its values.
std::size_t values_after(std::string_view option, std::string_view with_values) {
  const std::size_t dashes = std::min(option.find_first_not_of('-'), option.size());
  const std::string_view name = option.substr(dashes);
  for (const std::string_view entry : base::words(with_values)) {
    const std::size_t slash = entry.find('/');
    if (entry.substr(0, slash) == name) return slash == std::string_view::npos ? 1 : entry[slash + 1] - '0';
  }
  return 0;
}

Context parse_context(CommandLine::const_iterator word, CommandLine::const_iterator end, std::string_view with_values) {
  Context context;
  while (word != end && word->size() > 1 && word->front() == '-') {
    LaunchOption option = {{*word++}};
    std::size_t count = values_after(option.words.front(), with_values);
    // Hydra accepts both -genv NAME=VALUE and -genv NAME VALUE.
    if (count == 2 && word != end && word->find('=') != std::string::npos) count = 1;
    for (; count > 0 && word != end; --count) option.words.push_back(*word++);
    const bool last = option.words.front() == "--";
    context.options.push_back(std::move(option));
    if (last) break;
  }
  context.program.assign(word, end);
  return context;
}

}  // namespace

std::string_view LaunchOption::name() const {
  const std::string_view word = words.front();
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  return word.substr(dashes, word.find('=') - dashes);
}

std::string_view LaunchOption::value() const {
  if (words.size() > 1) return words[1];
  const std::size_t equals = words.front().find('=');
  return equals == std::string::npos ? std::string_view() : std::string_view(words.front()).substr(equals + 1);
}

std::vector<Context> parse_contexts(const CommandLine& words, std::string_view with_values, bool colons) {
  std::vector<Context> contexts;
  for (auto begin = words.begin();;) {
    const auto end = colons ? std::find(begin, words.end(), ":") : words.end();
    contexts.push_back(parse_context(begin, end, with_values));
    if (end == words.end()) return contexts;
    begin = end + 1;
  }
}

CommandLine to_words(const std::vector<Context>& contexts) {
  CommandLine line;
  for (const Context& context : contexts) {
    if (&context != &contexts.front()) line.emplace_back(":");
    for (const LaunchOption& option : context.options)
      line.insert(line.end(), option.words.begin(), option.words.end());
    line.insert(line.end(), context.program.begin(), context.program.end());
  }
  return line;
}

std::vector<Context> read_contexts(const std::filesystem::path& file, std::string_view with_values) {
  std::ifstream in(file);
  std::vector<Context> contexts;
  for (std::string line; std::getline(in, line);) {
    CommandLine pieces;
    for (const std::string_view word : base::words(line)) pieces.emplace_back(word);
    if (!pieces.empty() && !pieces.front().starts_with('#'))
      contexts.push_back(parse_contexts(pieces, with_values, false).front());
  }
  return contexts;
}

std::string write_contexts(const std::vector<Context>& contexts, const std::filesystem::path& folder) {
  std::string path = (folder / "contexts-XXXXXX").string();
  const int file = mkstemp(path.data());
  if (file < 0) base::fail(base::Status::io, "cannot make {}: {}: set TMPDIR", path, std::strerror(errno));
  close(file);
  std::ofstream out(path);
  for (const Context& context : contexts) out << fmt::format("{}\n", fmt::join(to_words({context}), " "));
  if (!out.flush()) base::fail(base::Status::io, "cannot write {}: {}: set TMPDIR", path, std::strerror(errno));
  return path;
}

}  // namespace cartwright::launch
