/* Readers of values, by what their field means. Internal to the readers of listings. */
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

/* "N/A", "not installed" state that there is none; "Could not collect", "unknown" state nothing. */
enum stated { STATED_VALUE, STATED_NONE, STATED_NOTHING };
enum stated listing_stated(struct text value);

void listing_read_os(struct listing_reader *reader, struct text value, enum strength strength);
/* `model`: of a field that asks for a model, whose value may be a bare number. */
void listing_read_cards(struct listing_reader *reader, struct text value, bool model);
void listing_read_device(struct listing_reader *reader, struct text value);
void listing_read_driver(struct listing_reader *reader, struct text value);
void listing_read_driver_cuda(struct listing_reader *reader, struct text value);
