// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/notation.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::datatype {

namespace {

/// More than any program needs, and few enough for recursion over the tree.
constexpr int max_levels = 64;

/// The numbers or words between two semicolons.
struct List {
  std::vector<std::int64_t> numbers;
  std::vector<std::string_view> words;
};

/// The contents of the parentheses and the brackets of a constructor.
struct Arguments {
  std::vector<List> lists;
  std::vector<TypePtr> types;

  /// Whether the lists have these numbers of elements; `any` stands for any number.
  static constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  bool fit(std::initializer_list<std::size_t> sizes) const {
    if (lists.size() != sizes.size()) return false;
    auto list = lists.begin();
    for (const std::size_t size : sizes) {
      if (!list->words.empty() || (size != any && list->numbers.size() != size)) return false;
      ++list;
    }
    return true;
  }
  std::int64_t number(std::size_t list, std::size_t i = 0) const { return lists[list].numbers[i]; }
  const std::vector<std::int64_t>& numbers(std::size_t list) const { return lists[list].numbers; }
  Integers integers(std::size_t list) const { return Integers::fitted(lists[list].numbers); }
  const TypePtr& type() const { return types.front(); }

  /// Removes "c" or "fortran" from the end. Null if there is something else; C order if there is nothing.
  const bool* take_order(std::size_t lists_before) {
    static constexpr bool c = false;
    static constexpr bool fortran = true;
    if (lists.size() == lists_before) return &c;
    if (lists.size() != lists_before + 1) return nullptr;
    const List last = std::move(lists.back());
    lists.pop_back();
    if (last.words.size() != 1 || !last.numbers.empty()) return nullptr;
    return last.words[0] == "c" ? &c : last.words[0] == "fortran" ? &fortran : nullptr;
  }
};

constexpr auto any = Arguments::any;

TypePtr make_subarray(Arguments& given) {
  const bool* const fortran = given.take_order(3);
  if (fortran == nullptr || !given.fit({any, any, any})) return nullptr;
  return subarray(given.numbers(0), given.numbers(1), given.numbers(2), *fortran, given.type());
}

TypePtr make_darray(Arguments& given) {
  const bool* const fortran = given.take_order(5);
  if (fortran == nullptr) return nullptr;
  const std::vector<std::string_view> kinds = std::move(given.lists[2].words);
  const std::size_t ndims = kinds.size();
  given.lists[2].words.clear();
  if (!given.fit({1, ndims, 0, ndims, ndims})) return nullptr;
  std::vector<Distribution> dims;
  for (std::size_t i = 0; i < ndims; ++i) {
    using Kind = Distribution::Kind;
    if (kinds[i] != "block" && kinds[i] != "cyclic" && kinds[i] != "none") return nullptr;
    const Kind kind = kinds[i] == "block" ? Kind::block : kinds[i] == "cyclic" ? Kind::cyclic : Kind::none;
    dims.push_back({kind, given.number(1, i), given.number(3, i), given.number(4, i)});
  }
  return darray(given.number(0), dims, *fortran, given.type());
}

/// A constructor. `make` returns null if the arguments do not match `usage`.
struct Constructor {
  std::string_view name;
  std::string_view usage;
  TypePtr (*make)(Arguments& given);
};

constexpr Constructor constructors[] = {
    {"ctg", "ctg(count)[type]",
     [](Arguments& given) { return given.fit({1}) ? contiguous(given.number(0), given.type()) : nullptr; }},
    {"vec", "vec(count blocklength stride)[type]",
     [](Arguments& given) {
       return given.fit({3}) ? vector(given.number(0), given.number(0, 1), given.number(0, 2), given.type()) : nullptr;
     }},
    {"hvec", "hvec(count blocklength stride)[type]",
     [](Arguments& given) {
       return given.fit({3}) ? hvector(given.number(0), given.number(0, 1), given.number(0, 2), given.type()) : nullptr;
     }},
    {"idx", "idx(blocklengths; displacements)[type]",
     [](Arguments& given) {
       return given.fit({any, any}) ? indexed(given.integers(0), given.integers(1), given.type()) : nullptr;
     }},
    {"hidx", "hidx(blocklengths; displacements)[type]",
     [](Arguments& given) {
       return given.fit({any, any}) ? hindexed(given.integers(0), given.integers(1), given.type()) : nullptr;
     }},
    {"idxblk", "idxblk(blocklength; displacements)[type]",
     [](Arguments& given) {
       return given.fit({1, any}) ? indexed_block(given.number(0), given.integers(1), given.type()) : nullptr;
     }},
    {"hidxblk", "hidxblk(blocklength; displacements)[type]",
     [](Arguments& given) {
       return given.fit({1, any}) ? hindexed_block(given.number(0), given.integers(1), given.type()) : nullptr;
     }},
    {"struct", "struct(blocklengths; displacements)[types]",
     [](Arguments& given) {
       return given.fit({any, any}) ? structure(given.integers(0), given.integers(1), given.types) : nullptr;
     }},
    {"sub", "sub(sizes; subsizes; starts; c|fortran)[type]", make_subarray},
    {"darray", "darray(rank; sizes; block|cyclic|none ...; blocksizes; processes; c|fortran)[type]", make_darray},
    {"resized", "resized(lb extent)[type]",
     [](Arguments& given) {
       return given.fit({2}) ? resized(given.number(0), given.number(0, 1), given.type()) : nullptr;
     }},
};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || base::is_digit(c) || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// A recursive-descent parser of the grammar in the header.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), rest_(text) {}

  TypePtr parse() {
    TypePtr made = type();
    if (!rest_.empty()) unexpected("the end");
    return made;
  }

 private:
  TypePtr type() {
    skip_blanks();
    const std::size_t at = position();
    if (++depth_ > max_levels)
      base::fail(base::Status::parse, "datatype {}: more than {} nested constructors at position {}: nest them less",
                 base::quote(text_), max_levels, at);
    const std::string name = words();
    if (name.empty()) unexpected("a type, as in vec(32 2 8)[ctg(6)[float]]");
    TypePtr made = peek('(') ? constructed(name, at) : basic_named(name);
    if (made == nullptr)
      base::fail(base::Status::parse,
                 "datatype {}: unknown type {} at position {}: write char, int, long, float, double or another type of "
                 "C, or a "
                 "constructor: {}",
                 base::quote(text_), base::quote(name), at, names());
    --depth_;
    return made;
  }

  /// Null if there is no constructor of that name.
  TypePtr constructed(std::string_view name, std::size_t at) {
    const Constructor* known = std::begin(constructors);
    while (known != std::end(constructors) && known->name != name) ++known;
    if (known == std::end(constructors)) return nullptr;
    Arguments given;
    expect('(');
    do given.lists.push_back(list());
    while (accept(';'));
    expect(')');
    expect('[');
    if (!peek(']')) {
      do given.types.push_back(type());
      while (accept(','));
    }
    expect(']');
    TypePtr made;
    try {
      if (given.types.size() == 1 || known->name == "struct") made = known->make(given);
    } catch (const base::Error& error) {
      base::fail(error.status(), "datatype {}, position {}: {}", base::quote(text_), at, error.what());
    }
    if (made == nullptr)
      base::fail(base::Status::parse, "datatype {}: write {} at position {}", base::quote(text_), known->usage, at);
    return made;
  }

  List list() {
    List found;
    for (skip_blanks(); !rest_.empty() && rest_[0] != ';' && rest_[0] != ')'; skip_blanks()) {
      const std::size_t sign = rest_[0] == '-' ? 1 : 0;
      std::size_t end = sign;
      while (end < rest_.size() && is_word(rest_[end])) ++end;
      if (end == sign) unexpected("a number, ; or )");
      const std::string_view token = rest_.substr(0, end);
      if (sign == 1 || base::is_digit(token[0]))
        found.numbers.push_back(parse_number(token));
      else
        found.words.push_back(token);
      rest_.remove_prefix(end);
    }
    return found;
  }

  std::int64_t parse_number(std::string_view token) const {
    try {
      return base::parse_int(token, "number");
    } catch (const base::Error& error) {
      base::fail(error.status(), "datatype {}, position {}: {}: give a number of at most 63 bits", base::quote(text_),
                 position(), error.what());
    }
  }

  /// "unsigned   long" as "unsigned long".
  std::string words() {
    std::string found;
    while (!rest_.empty() && is_word(rest_[0])) {
      std::size_t end = 0;
      while (end < rest_.size() && is_word(rest_[end])) ++end;
      if (!found.empty()) found += ' ';
      found += rest_.substr(0, end);
      rest_.remove_prefix(end);
      skip_blanks();
    }
    return found;
  }

  static std::string names() {
    std::string all;
    for (const Constructor& known : constructors) all.append(all.empty() ? "" : ", ").append(known.name);
    return all;
  }

  bool peek(char c) {
    skip_blanks();
    return !rest_.empty() && rest_[0] == c;
  }
  bool accept(char c) {
    if (!peek(c)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }
  void expect(char c) {
    if (!accept(c)) unexpected(std::string(1, c));
  }
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_[0])) rest_.remove_prefix(1);
  }
  std::size_t position() const { return text_.size() - rest_.size() + 1; }

  [[noreturn]] void unexpected(const std::string& wanted) const {
    base::fail(base::Status::parse, "datatype {}: {} at position {}: write {}", base::quote(text_),
               rest_.empty() ? "something is missing" : "unexpected " + base::quote(rest_.substr(0, 1)), position(),
               wanted);
  }

  std::string_view text_;
  std::string_view rest_;
  int depth_ = 0;
};

std::string list_text(const Integers& list, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += ' ';
    if (i == most) return text + "...";
    text += std::to_string(list[i]);
  }
  return text;
}

}  // namespace

TypePtr parse_type(std::string_view text) { return Parser(text).parse(); }

std::string constructor_notation(const Type& type, std::size_t most) {
  using Kind = Type::Kind;
  const auto lengths = [&] { return list_text(type.blocklengths, most); };
  const auto offsets = [&] { return list_text(type.displacements, most); };
  switch (type.kind) {
    case Kind::basic: return type.name;
    case Kind::contiguous: return fmt::format("ctg({})", type.count);
    case Kind::vector: return fmt::format("vec({} {} {})", type.count, type.blocklength, type.stride);
    case Kind::hvector: return fmt::format("hvec({} {} {})", type.count, type.blocklength, type.stride);
    case Kind::indexed: return fmt::format("idx({}; {})", lengths(), offsets());
    case Kind::hindexed: return fmt::format("hidx({}; {})", lengths(), offsets());
    case Kind::indexed_block: return fmt::format("idxblk({}; {})", type.blocklength, offsets());
    case Kind::hindexed_block: return fmt::format("hidxblk({}; {})", type.blocklength, offsets());
    case Kind::structure: return fmt::format("struct({}; {})", lengths(), offsets());
    case Kind::resized: return fmt::format("resized({} {})", type.lb, type.extent());
  }
  return {};
}

std::string notation(const Type& type) {
  std::string text = constructor_notation(type, Arguments::any);
  if (type.kind == Type::Kind::basic) return text;
  text += '[';
  for (std::size_t i = 0; i < type.children.size(); ++i) {
    if (i > 0) text += ", ";
    text += notation(*type.children[i]);
  }
  return text + "]";
}

}  // namespace cartwright::datatype
