// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "ptx.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace fake_cuda {

namespace {

[[noreturn]] void refuse(std::string_view line, const char* why) {
  throw std::runtime_error("PTX: " + std::string(why) + ": " + std::string(line));
}

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(separators, at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    at = end;
  }
  return parts;
}

template <typename T>
std::optional<T> find(std::string_view name, const std::vector<std::pair<std::string_view, T>>& table) {
  for (const auto& [key, value] : table)
    if (key == name) return value;
  return std::nullopt;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

const std::vector<std::pair<std::string_view, Op>> ops = {
    {"ld", Op::ld},   {"st", Op::st},   {"mov", Op::mov},     {"cvt", Op::cvt},   {"add", Op::add},
    {"sub", Op::sub}, {"mul", Op::mul}, {"mad", Op::mad},     {"shr", Op::shr},   {"shl", Op::shl},
    {"bra", Op::bra}, {"bar", Op::bar}, {"and", Op::bit_and}, {"setp", Op::setp}, {"ret", Op::ret}};
const std::vector<std::pair<std::string_view, Type>> types = {
    {"u8", {1, false}},  {"u16", {2, false}},  {"u32", {4, false}},       {"u64", {8, false}},
    {"b8", {1, false}},  {"s32", {4, true}},   {"s64", {8, true}},        {"b32", {4, false}},
    {"b64", {8, false}}, {"pred", {0, false}}, {"f32", {4, false, true}}, {"f64", {8, false, true}}};
const std::vector<std::pair<std::string_view, Part>> parts = {
    {"lo", Part::low}, {"hi", Part::high}, {"wide", Part::wide}};
const std::vector<std::pair<std::string_view, Space>> spaces = {
    {"param", Space::param}, {"global", Space::global}, {"shared", Space::shared}};
const std::vector<std::pair<std::string_view, Compare>> compares = {{"eq", Compare::eq}, {"ne", Compare::ne},
                                                                    {"lt", Compare::lt}, {"le", Compare::le},
                                                                    {"gt", Compare::gt}, {"ge", Compare::ge}};

/// Reads one kernel, statement by statement.
class Reader {
 public:
  Kernel kernel;

  void parameter(const std::string& line) {
    // .param .u64 name, or .param .align 8 .b8 name[bytes]
    const std::vector<std::string> words = split(line, " \t,()[]");
    const bool array = words[1] == ".align";
    const auto type = find(std::string_view(words[array ? 3 : 1]).substr(1), types);
    if (!type) refuse(line, "unknown type");
    const std::size_t align = array ? static_cast<std::size_t>(*number(words[2])) : type->bytes;
    const std::size_t bytes = array ? static_cast<std::size_t>(*number(words[5])) : type->bytes;
    kernel.parameter_bytes = (kernel.parameter_bytes + align - 1) / align * align;
    addresses_[words[array ? 4 : 2]] = static_cast<std::int64_t>(kernel.parameter_bytes);
    kernel.parameters.push_back({kernel.parameter_bytes, bytes});
    kernel.parameter_bytes += bytes;
  }

  void statement(const std::string& line) {
    if (line.ends_with(':')) {
      labels_[line.substr(0, line.size() - 1)] = kernel.code.size();
    } else if (line.starts_with(".reg")) {
      declare(line);
    } else if (line.starts_with(".shared")) {
      const std::vector<std::string> words = split(line, " \t[];");  // .shared .align 16 .b8 name[bytes]
      const auto align = static_cast<std::size_t>(*number(words[2]));
      kernel.shared_bytes = (kernel.shared_bytes + align - 1) / align * align;
      addresses_[words[4]] = static_cast<std::int64_t>(kernel.shared_bytes);
      kernel.shared_bytes += static_cast<std::size_t>(*number(words[5]));
    } else {
      instruction(line);
    }
  }

  void finish() {
    for (const auto& [at, label] : jumps_) {
      if (!labels_.contains(label)) refuse(label, "unknown label");
      kernel.code[at].target = labels_[label];
    }
    kernel.code.emplace_back();  // ret
  }

 private:
  /// .reg .b32 %r<40>;
  void declare(const std::string& line) {
    const std::vector<std::string> words = split(line, " \t<>;");
    const auto type = find(std::string_view(words[1]).substr(1), types);
    const auto count = words.size() == 4 ? number(words[3]) : std::nullopt;
    if (!type || !count) refuse(line, "unknown registers");
    for (std::int64_t i = 0; i < *count; ++i) {
      registers_[words[2] + std::to_string(i)] = static_cast<std::uint32_t>(kernel.register_bytes.size());
      kernel.register_bytes.push_back(type->bytes);
    }
  }

  Operand operand(const std::string& line, const std::string& text) const {
    if (text == "%tid.x") return {Operand::Kind::tid, 0, 0};
    if (text == "%ctaid.x") return {Operand::Kind::ctaid, 0, 0};
    const std::size_t plus = text.find('+');
    const std::string name = text.substr(0, plus);
    const std::int64_t added = plus == std::string::npos ? 0 : number(text.substr(plus + 1)).value_or(0);
    if (const auto value = number(name)) return {Operand::Kind::immediate, 0, *value + added};
    if (const auto found = registers_.find(name); found != registers_.end())
      return {Operand::Kind::reg, found->second, added};
    if (const auto found = addresses_.find(name); found != addresses_.end())
      return {Operand::Kind::immediate, 0, found->second + added};
    refuse(line, "unknown operand");
  }

  /// @!%p0 mad.lo.s64 %rd1, %rd2, 8, %rd3;
  void instruction(const std::string& line) {
    std::vector<std::string> words = split(line, " \t,;[]{}");
    Instruction made;
    if (words[0][0] == '@') {
      made.guarded = true;
      made.if_not = words[0][1] == '!';
      made.guard = operand(line, words[0].substr(made.if_not ? 2 : 1)).reg;
      words.erase(words.begin());
    }
    const std::vector<std::string> name = split(words[0], ".");
    const auto op = find<Op>(name[0], ops);
    if (!op) refuse(line, "unknown instruction");
    made.op = *op;
    int typed = 0;
    for (std::size_t i = 1; i < name.size(); ++i) {
      if (const auto type = find<Type>(name[i], types))
        (typed++ == 0 ? made.type : made.from) = *type;
      else if (const auto part = find<Part>(name[i], parts))
        made.part = *part;
      else if (const auto space = find<Space>(name[i], spaces))
        made.space = *space;
      else if (const auto compare = find<Compare>(name[i], compares))
        made.compare = *compare;
      else if (name[i] == "v2")
        made.vector = 2;
      else if (name[i] != "uni" && name[i] != "sync")
        refuse(line, "unknown modifier");
    }
    if (made.op == Op::bra) {
      jumps_.emplace_back(kernel.code.size(), words[1]);
    } else {
      for (std::size_t i = 1; i < words.size(); ++i) made.operands.push_back(operand(line, words[i]));
    }
    kernel.code.push_back(std::move(made));
  }

  std::map<std::string, std::uint32_t> registers_;
  std::map<std::string, std::int64_t> addresses_;
  std::map<std::string, std::size_t> labels_;
  std::vector<std::pair<std::size_t, std::string>> jumps_;
};

}  // namespace

std::map<std::string, Kernel> parse(std::string_view text) {
  std::map<std::string, Kernel> kernels;
  std::optional<Reader> reader;
  bool inside = false;
  bool versioned = false;
  for (std::string line : split(text, "\n")) {
    line = line.substr(0, line.find("//"));
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    line.erase(line.find_last_not_of(" \t") + 1);
    if (line.empty()) continue;
    if (line.starts_with(".version") || line.starts_with(".target") || line.starts_with(".address_size")) {
      versioned = true;
    } else if (line.starts_with(".visible .entry ")) {
      reader.emplace();
      reader->kernel.name = split(line, " (")[2];
    } else if (!reader || !versioned) {
      refuse(line, "no kernel");
    } else if (!inside && line.starts_with(".param")) {
      reader->parameter(line);
    } else if (line == "{") {
      inside = true;
    } else if (line == "}") {
      reader->finish();
      std::string name = reader->kernel.name;
      kernels.emplace(std::move(name), std::move(reader->kernel));
      reader.reset();
      inside = false;
    } else if (inside) {
      reader->statement(line);
    } else if (line != ")" && line != ".maxntid 256, 1, 1") {
      refuse(line, "unknown line");
    }
  }
  return kernels;
}

}  // namespace fake_cuda
