// simdjson-read FILE reads the members of every line that a replay uses, with all of `data`, and folds nothing.
#include <simdjson.h>

#include <cstdio>
#include <string_view>

using namespace simdjson;

static size_t bytes, values, lines;

static void read(ondemand::value value) {
  values++;
  switch (value.type()) {
    case ondemand::json_type::object:
      for (auto field : value.get_object()) {
        bytes += std::string_view(field.unescaped_key()).size();
        read(field.value());
      }
      return;
    case ondemand::json_type::array:
      for (auto element : value.get_array()) read(element.value());
      return;
    case ondemand::json_type::string: bytes += std::string_view(value.get_string()).size(); return;
    case ondemand::json_type::number: bytes += value.get_number().value().is_int64(); return;
    case ondemand::json_type::boolean: bytes += bool(value.get_bool()); return;
    default: bytes += value.is_null();
  }
}

static bool isUsed(std::string_view name) {
  return name == "type" || name == "subject" || name == "time" || name == "sequence" || name == "actor" ||
         name == "data" || name == "more";
}

int main(int, char **words) {
  padded_string text = padded_string::load(words[1]);
  ondemand::parser parser;
  ondemand::document_stream events = parser.iterate_many(text);
  for (auto event : events) {
    for (auto field : event.get_object())
      if (isUsed(field.unescaped_key())) read(field.value());
    lines++;
  }
  printf("%zu lines, %zu values, %zu bytes\n", lines, values, bytes);
}
