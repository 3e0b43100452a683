/* plumb knowledge compile DIR -o FILE and check DIR: the compiler, as the build uses it. */
#include "knowledge_page.h"

#include "base/scrub.h"
#include "knowledge_files.h"
#include "os/stream.h"

/* A whole has a taxonomy; what has none is a drop-in, and lies over the built-in knowledge. */
static bool is_whole(const struct knowledge_file *files, size_t count) {
    for (size_t at = 0; at < count; at++)
        if (text_is(files[at].path, "taxonomy.yaml"))
            return true;
    return false;
}

/* Compiles a folder; prints its faults. `*image` is empty when there are any. */
static int compile_folder(struct run *run, struct text folder, bool partial, struct text *image) {
    struct knowledge_file *files;
    struct knowledge_faults faults;
    struct error error;
    size_t count;
    if (!knowledge_read_folder(run->arena, folder, &files, &count, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    bool whole = !partial || is_whole(files, count);
    if (whole ? knowledge_compile(run->arena, files, count, image, &faults)
              : knowledge_merge(run->arena, run->knowledge, folder, files, count, image, &faults))
        return EXIT_NOTHING_BROKEN;
    for (size_t at = 0; at < faults.count; at++) {
        struct text line = text_format(run->arena, TEXT_FORMAT "\n",
                                       TEXT_ARGUMENTS(scrub_terminal(run->arena, faults.lines[at], SCRUB_ONE_LINE)));
        stream_write(STREAM_ERROR, line, NULL);
    }
    *image = (struct text){0};
    return run_fail(run, EXIT_BROKEN, "%zu fault%s in " TEXT_FORMAT, faults.count, faults.count == 1 ? "" : "s",
                    TEXT_ARGUMENTS(folder));
}

int knowledge_compile_folder(struct run *run, const struct text *words, size_t count) {
    struct text image = {0};
    struct error error;
    if (count != 1 || !run->options.output.size)
        return run_fail(run, EXIT_USAGE, "knowledge compile takes DIR -o FILE; see plumb knowledge --help");
    int status = compile_folder(run, words[0], false, &image);
    if (image.size && !output_write(run->arena, run->options.output, image, &error))
        return run_fail(run, EXIT_INTERNAL, "%s", error.message);
    return status;
}

int knowledge_check_folder(struct run *run, const struct text *words, size_t count) {
    struct text image = {0};
    if (count != 1)
        return run_fail(run, EXIT_USAGE, "knowledge check takes one DIR; see plumb knowledge --help");
    int status = compile_folder(run, words[0], true, &image);
    if (status != EXIT_NOTHING_BROKEN)
        return status;
    return run_print(
        run,
        text_format(run->arena, TEXT_FORMAT " is sound: %zu bytes compiled\n", TEXT_ARGUMENTS(words[0]), image.size),
        status);
}
