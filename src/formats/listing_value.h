/* Readers of values, by what their field means. Internal to listing_field.c. */
#pragma once

#include "listing_keys.h"
#include "listing_reader.h"
#include "listing_split.h"

void listing_read_meaning(struct listing_reader *reader, enum meaning meaning, const struct split *split);
/* "name: value" in any form; false for what is no known field. */
bool listing_read_split(struct listing_reader *reader, struct text line);
void listing_read_version(struct listing_reader *reader, const char *name, struct text value, enum strength strength);
void listing_read_available(struct listing_reader *reader, struct text value);
/* "/usr/lib/x86_64-linux-gnu/libcudnn.so.8.9.0" anywhere in the line. */
bool listing_read_cudnn_path(struct listing_reader *reader, struct text line);
