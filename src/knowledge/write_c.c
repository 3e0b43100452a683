#include <string.h>

#include "knowledge/compile.h"

#define WORDS_IN_A_LINE 8

void knowledge_write_c(struct buffer *buffer, struct text image) {
    buffer_add_string(buffer, "/* Made by plumb knowledge compile. */\n"
                              "#include <stddef.h>\n"
                              "#include <stdint.h>\n\n"
                              "extern const uint64_t knowledge_image[];\n"
                              "extern const size_t knowledge_image_size;\n\n"
                              "const uint64_t knowledge_image[] = {\n");
    for (size_t at = 0; at < image.size; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, image.at + at, image.size - at < sizeof word ? image.size - at : sizeof word);
        bool last = (at / sizeof word + 1) % WORDS_IN_A_LINE == 0 || at + sizeof word >= image.size;
        buffer_format(buffer, "0x%016llx,%c", (unsigned long long)word, last ? '\n' : ' ');
    }
    buffer_format(buffer, "};\nconst size_t knowledge_image_size = %zu;\n", image.size);
}
