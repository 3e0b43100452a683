/* The build's knowledge compiler: `plumb-knowledge DIR IMAGE SOURCE` writes the image and the same as C source. It is
 * the code of `plumb knowledge compile`, in a program that needs no image itself. */
#include "knowledge_files.h"

#include "os/process.h"
#include "os/stream.h"

static int fail(struct arena *arena, struct text message) {
    stream_write(STREAM_ERROR, text_format(arena, TEXT_FORMAT "\n", TEXT_ARGUMENTS(message)), NULL);
    return 1;
}

static bool write_source(struct arena *arena, struct text path, struct text image, struct error *error) {
    struct buffer source = buffer_new(arena);
    knowledge_write_c(&source, image);
    return output_write(arena, path, buffer_text(&source), error);
}

int main(int count, char **arguments) {
    struct arena *arena = arena_new();
    struct knowledge_file *files;
    struct knowledge_faults faults;
    struct error error;
    struct text image;
    size_t file_count;
    process_start(arena, &count, &arguments);
    if (count != 4)
        return fail(arena, TEXT("usage: plumb-knowledge DIR IMAGE SOURCE"));
    if (!knowledge_read_folder(arena, text_of(arguments[1]), &files, &file_count, &error))
        return fail(arena, text_of(error.message));
    if (!knowledge_compile(arena, files, file_count, &image, &faults)) {
        for (size_t at = 0; at < faults.count; at++)
            fail(arena, text_format(arena, "%s/" TEXT_FORMAT, arguments[1], TEXT_ARGUMENTS(faults.lines[at])));
        return 1;
    }
    if (!output_write(arena, text_of(arguments[2]), image, &error) ||
        !write_source(arena, text_of(arguments[3]), image, &error))
        return fail(arena, text_of(error.message));
    arena_free(arena);
    return 0;
}
