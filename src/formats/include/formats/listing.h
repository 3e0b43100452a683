/* Listings of an environment inside a text: what torch.utils.collect_env, nvidia-smi, pip, nvcc and programs' banners
 * state.
 *
 * A reader is fed plain lines in order and gives what they state, as values with the line that stated it. Nothing is
 * guessed: a name that the text does not give has no member; one that the text gives as none ("N/A", "None"; "Could not
 * collect" is *not* none but unknown) is null. It remembers a bounded number of statements, however long the text. */
#pragma once

#include "formats/paste.h"

struct listing_reader;

struct listing_reader *listing_new(struct arena *arena);
/* `scratch` may be freed after the call. */
void listing_line(struct listing_reader *reader, struct arena *scratch, const struct paste_line *line);

/* What was found: a list of {"name": "...", "value": text, boolean, list or null, "line": n, "subject": k}. Subjects
 * are numbered from 1: a text may hold the listings of several machines or environments, see listing_block.c. Within a
 * subject: Of one name the best statement comes first: what an imported torch or a driver said, then what lists of
 * packages say, then what is said in passing; among equals the order of the text. Names: torch torch_cuda torch_hip
 * python os gpus (one entry per card) driver driver_cuda cuda_toolkit cudnn is_available numpy torchvision torchaudio
 * libc architectures, "card_process:<card>/<process id>" (a map of card, name and memory in MiB), torch_imports (false
 * where torch could not be imported), and "package:<normalised name>" for any other distribution a pip, conda or uv
 * list states. */
struct value listing_found(struct listing_reader *reader);
