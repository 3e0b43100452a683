/* YAML in, by libyaml: the plain subset that docs/knowledge.md describes. Every scalar is a VALUE_TEXT, each value
 * knows its line. Anchors, aliases, tags, duplicate keys, several documents and nesting deeper than 32 are errors that
 * name file and line. */
#pragma once

#include "base/error.h"
#include "base/value.h"

bool yaml_parse(struct arena *arena, struct text text, const char *name, struct value *value, struct error *error);
