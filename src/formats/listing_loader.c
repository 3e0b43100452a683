/* What the dynamic loader finds, by `ldconfig -p` and `ldd`:
 *
 *     libcudnn.so.8 (libc6,x86-64) => /usr/local/cuda/lib64/libcudnn.so.8
 *     libcudart.so.12 => /opt/lib/libcudart.so.12 (0x00007f2b5c000000)
 *
 * Only NVIDIA's own names are kept; what is not found is a message, and read as one. */
#include "listing_reader.h"

static bool is_of_nvidia(struct text name) {
    return text_starts(name, "libcu") || text_starts(name, "libnv") || text_starts(name, "libnccl");
}

static bool is_soname(struct text name) {
    size_t at = text_find(name, TEXT(".so"));
    return at != TEXT_NOWHERE && name.size <= LONGEST_PACKAGE_NAME && (at + 3 == name.size || name.at[at + 3] == '.') &&
           text_find_byte(name, '/') == TEXT_NOWHERE;
}

bool listing_read_loader(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line), name;
    size_t arrow = text_find(rest, TEXT(" => "));
    if (arrow == TEXT_NOWHERE || !text_starts(rest, "lib") || !text_next_word(&rest, &name) || !is_soname(name))
        return false;
    struct text path = text_trim(text_from(text_trim(line), arrow + 4));
    path = text_trim(text_until(path, text_find(path, TEXT(" ("))));
    if (text_starts(path, "/") && is_of_nvidia(name)) {
        struct text full = text_join(reader->scratch, TEXT("library:"), name);
        listing_state_text(reader, full.at, path, STATED_BY_LIST);
    }
    return true;
}
