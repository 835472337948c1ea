/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* The message of the last call that failed, in the counts of Fortran: entries and axes from 1, and axes in the order of
 * Fortran. Libraries count as C does. */
#include "glue_status.h"

#include "cartwright/status.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The message of the last call of this thread that failed. */
static _Thread_local char kept[2048];

const char* cwf_last_error(void) { return kept; }

int cwf_refuse(const char* format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(kept, sizeof kept, format, values);
  va_end(values);
  return -CW_INVALID_ARGUMENT;
}

int cwf_refuse_text(const char* message) { return cwf_refuse("%s", message); }

int cwf_no_memory(void) {
  cwf_refuse("out of memory");
  return -CW_NO_MEMORY;
}

/* A message as it is written: `axes` is their number where Fortran reverses their order, otherwise 0. */
typedef struct {
  const char* from;
  char* to;
  int axes;
} writer;

static void put(writer* out, const char* text, size_t length) {
  const size_t room = sizeof kept - 1 - (size_t)(out->to - kept);
  if (length > room) length = room;
  memcpy(out->to, text, length);
  out->to += length;
  *out->to = '\0';
}

static void put_number(writer* out, long long number) {
  char text[24];
  put(out, text, (size_t)snprintf(text, sizeof text, "%lld", number));
}

/* Copies `words` if the message goes on with them, from the begin of a word. */
static int takes(writer* out, const char* words) {
  if (strncmp(out->from, words, strlen(words)) != 0) return 0;
  if (words[0] != ' ' && out->to > kept && isalnum((unsigned char)out->to[-1])) return 0;
  put(out, words, strlen(words));
  out->from += strlen(words);
  return 1;
}

/* The number with which the message goes on, counted from 1. */
static void put_entry(writer* out) {
  char* end;
  const long long number = strtoll(out->from, &end, 10);
  if (end == out->from) return;
  put_number(out, number + 1);
  out->from = end;
}

static void put_axis(writer* out) {
  char* end;
  const long long axis = strtoll(out->from, &end, 10);
  if (end == out->from) return;
  put_number(out, out->axes > 0 ? out->axes - axis : axis + 1);
  out->from = end;
}

static int ends_with(const writer* out, const char* word) {
  const size_t length = strlen(word);
  return (size_t)(out->to - kept) >= length && strcmp(out->to - length, word) == 0;
}

/* "[2]" after a name becomes "(3)", and the range "[2, 2 + 4)" becomes "3 to 6". */
static void put_bracket(writer* out) {
  char* end;
  const long long first = strtoll(out->from + 1, &end, 10);
  const int named = out->to > kept && isalpha((unsigned char)out->to[-1]);
  if (end == out->from + 1) {
    put(out, out->from++, 1);
  } else if (named && *end == ']') {
    const int of_axes = ends_with(out, "cart_axes");
    const int in_order = of_axes || ends_with(out, "faces");
    put(out, "(", 1);
    put_number(out, !in_order && out->axes > 0 ? out->axes - first : first + 1);
    put(out, ")", 1);
    out->from = end + 1;
    if (of_axes && takes(out, " is ")) put_entry(out);
  } else if (strncmp(end, ", ", 2) == 0 && strstr(end, " + ") != NULL && strchr(end, ')') != NULL) {
    put_number(out, first + 1);
    put(out, " to ", 4);
    put_number(out, first + strtoll(strstr(end, " + ") + 3, NULL, 10));
    out->from = strchr(end, ')') + 1;
  } else {
    put(out, out->from++, 1);
  }
}

/* Copies `length` characters in the opposite order of their parts: letters, or numbers with an x between them. */
static void put_reversed(writer* out, size_t length, int letters) {
  const char* const begin = out->from;
  size_t last = length;
  for (size_t i = length; i-- > 0;) {
    if (!letters && i > 0 && begin[i - 1] != 'x') continue;
    if (last < length && !letters) put(out, "x", 1);
    put(out, begin + i, last - i);
    last = !letters && i > 0 ? i - 1 : i;
  }
  out->from = begin + length;
}

void cwf_keep(const char* message, int axes) {
  writer out = {message, kept, axes};
  kept[0] = '\0';
  while (*out.from != '\0') {
    if (takes(&out, "axis ") || takes(&out, "dimension ")) {
      put_axis(&out);
    } else if (takes(&out, "field ") || takes(&out, "from index ") || takes(&out, "different axes from ") ||
               (out.to == kept && strstr(message, " are not within ") != NULL && takes(&out, "bytes "))) {
      const int range = out.to - kept >= 10 && strcmp(out.to - 10, "axes from ") == 0;
      put_entry(&out);
      if (range && takes(&out, " to ")) put_entry(&out);
    } else if (axes > 0 && takes(&out, "basis \"")) {
      put_reversed(&out, strcspn(out.from, "\""), 1);
    } else if (axes > 0 && takes(&out, "process grid ")) {
      put_reversed(&out, strspn(out.from, "-0123456789x"), 0);
    } else if (strncmp(out.from, "options.", 8) == 0) {
      out.from += 8;
    } else if (strcmp(out.from, "NULL") == 0 && axes > 0) {
      put(&out, "out", 3); /* leave one of them NULL */
      out.from += strlen("NULL");
    } else if (*out.from == '[') {
      put_bracket(&out);
    } else {
      put(&out, out.from++, 1);
    }
  }
}
