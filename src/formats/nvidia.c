#include "formats/nvidia.h"

/* Two or more numbers joined by dots, the first of three digits or more: "libcuda.so.1.1" (WSL) is no driver's version.
 */
static bool is_driver_version(struct text text) {
    size_t digits = 0, numbers = 0;
    for (size_t i = 0; i < text.size; i++) {
        bool digit = text.at[i] >= '0' && text.at[i] <= '9';
        if (!digit && (text.at[i] != '.' || digits == 0))
            return false;
        if (digit && digits == 0)
            numbers++;
        digits = digit ? digits + 1 : 0;
        if (!digit && numbers == 1 && i < 3)
            return false;
    }
    return digits > 0 && numbers >= 2;
}

/* "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 ..." and, since 515,
 * "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  535.104.05  Release Build  (...)". */
bool nvidia_module_version(struct arena *arena, struct text text, struct value *found) {
    struct text line, word;
    while (text_next_line(&text, &line)) {
        if (!text_starts(line, "NVRM version:"))
            continue;
        bool open = text_contains(line, "Open Kernel Module");
        while (text_next_word(&line, &word)) {
            if (!is_driver_version(word))
                continue;
            *found = value_map();
            value_set(arena, found, "version", value_text(text_copy(arena, word)));
            value_set(arena, found, "flavour", value_string(open ? "open" : "proprietary"));
            return true;
        }
    }
    return false;
}

struct text nvidia_library_version(struct text file_name) {
    size_t at = text_find(file_name, TEXT(".so."));
    struct text version = at == TEXT_NOWHERE ? (struct text){"", 0} : text_from(file_name, at + 4);
    return is_driver_version(version) ? version : (struct text){"", 0};
}
