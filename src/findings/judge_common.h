/* What several judges ask of the facts. */
#pragma once

#include "findings/judge.h"

/* What the pattern of a symptom captured, as a map; NULL where it captured nothing. */
const struct fact *common_captures(const struct judging *judging, const struct entity *symptom);

/* What it captured as `name`; empty where it did not. */
struct text common_captured(const struct judging *judging, const struct entity *symptom, const char *name);

/* The NVIDIA cards among the graphics processors; the array belongs to the arena. */
size_t common_nvidia_cards(const struct judging *judging, struct entity **cards);
/* Could every display device's vendor be read? Without that "no NVIDIA card" is a guess. */
bool common_all_classes_known(const struct judging *judging);
/* The shortest name people use: "RTX 4090" of "NVIDIA GeForce RTX 4090"; the device number where no name is known. */
struct text common_card_name(const struct judging *judging, const struct entity *card);
/* "2 x RTX 4090 (sm_89), GTX 1080 (sm_61)", in the order of the cards. */
struct text common_cards(const struct judging *judging, const struct entity *cards, size_t count, bool with_capability);
struct text common_architecture(struct arena *arena, struct text capability); /* "8.9" -> "sm_89" */

/* The kernel driver's version: of the loaded module, else what the driver itself or a listing states. `*fact` (may be
 * NULL) is where from. */
struct text common_driver_version(const struct judging *judging, const struct fact **fact);
const char *common_library_name(
    const struct judging *judging); /* the driver library programs ask for, libcuda.so.1 or nvcuda.dll */
bool common_driver_answers(const struct judging *judging);                         /* cuInit() was called and gave 0 */
bool common_module(const struct judging *judging, const char *name, bool *loaded); /* false when not known */

/* Did the driver initialise and count at least one card? Then nothing before it is broken, whatever else was seen. */
bool common_driver_works(const struct judging *judging);
/* May the libraries still make the device files at first use? The worker cannot let them: it may not gain rights. */
bool common_nodes_come_later(const struct judging *judging);

/* The torch of the judged environment; false when there is no environment. */
bool common_torch(const struct judging *judging, struct entity *environment, struct entity *torch);
/* Did torch itself say that it can use a card? */
bool common_torch_works(const struct judging *judging);
/* "cu121", "cpu", "rocm5.7": from the version's local part, else from what it was built with; empty when unknown. */
struct text common_torch_flavour(const struct judging *judging, const struct entity *torch);
/* Does its version name the build, "2.3.1+cu121"? So do PyTorch's own wheels, in the file inside where not in the
 * folder's name. */
bool common_is_named_build(const struct judging *judging, const struct entity *torch);
/* The CUDA version torch was built with, "12.1"; empty for none or unknown. */
struct text common_torch_cuda(const struct judging *judging, const struct entity *torch);
