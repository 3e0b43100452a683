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

/* Four numbers, the third of two digits beginning with 1, the fourth of four: NVIDIA's number is the last five digits.
 */
struct text nvidia_windows_version(struct arena *arena, struct text number) {
    struct text parts[4], part, rest = number, none = {"", 0};
    size_t count = 0;
    while (text_next_part(&rest, '.', &part)) {
        int64_t value;
        if (count == 4 || part.size > 4 || !text_to_integer(part, &value) || value < 0)
            return none;
        parts[count++] = part;
    }
    if (count != 4 || parts[2].size != 2 || parts[2].at[0] != '1' || parts[3].size != 4)
        return none;
    return text_format(arena, "%c%.2s.%.2s", parts[2].at[1], parts[3].at, parts[3].at + 2);
}
