#include "os_test.h"

struct path_case {
    const char *path, *parent, *name, *normal;
    bool absolute;
};

static void check_paths(struct machine *machine, struct arena *arena, const struct path_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct text path = text_of(cases[i].path);
        assert_text(path_parent(machine, path), cases[i].parent);
        assert_text(path_name(machine, path), cases[i].name);
        assert_text(path_normal(machine, arena, path), cases[i].normal);
        assert_int_equal(path_absolute(machine, path), cases[i].absolute);
    }
}

static void linux_paths(void **state) {
    static const struct path_case cases[] = {
        {"/", "/", "", "/", true},
        {"/a", "/", "a", "/a", true},
        {"/a/", "/", "a", "/a", true},
        {"/a//b/./c/../d", "/a//b/./c/..", "d", "/a/b/d", true},
        {"/../..", "/..", "..", "/", true},
        {"name", ".", "name", "name", false},
        {"a/b", "a", "b", "a/b", false},
        {"../../a", "../..", "a", "../../a", false},
        {"a/..", "a", "..", ".", false},
        {"", ".", "", ".", false},
        {"C:\\a", ".", "C:\\a", "C:\\a", false},
    };
    check_paths(replayed(*state, LINUX_CAPTURE), *state, cases, sizeof cases / sizeof *cases);
}

static void windows_paths(void **state) {
    static const struct path_case cases[] = {
        {"C:\\", "C:\\", "", "C:\\", true},
        {"C:\\a", "C:\\", "a", "C:\\a", true},
        {"c:/a//b/..\\d/", "c:/a//b/..", "d", "c:\\a\\d", true},
        {"C:\\..\\..\\x", "C:\\..\\..", "x", "C:\\x", true},
        {"C:a", "C:", "a", "C:a", false},
        {"C:..\\a", "C:..", "a", "C:..\\a", false},
        {"\\a", "\\", "a", "\\a", false},
        {"\\..", "\\", "..", "\\", false},
        {"\\\\server\\share\\a", "\\\\server\\share\\", "a", "\\\\server\\share\\a", true},
        {"\\\\server\\share", "\\\\server\\share", "", "\\\\server\\share\\", true},
        {"//server/share/a/../..", "//server/share/a/..", "..", "\\\\server\\share\\", true},
        {"\\\\?\\C:\\a", "\\\\?\\C:\\", "a", "\\\\?\\C:\\a", true},
        {"\\\\?\\UNC\\server\\share\\a", "\\\\?\\UNC\\server\\share\\", "a", "\\\\?\\UNC\\server\\share\\a", true},
        {"a\\b", "a", "b", "a\\b", false},
    };
    check_paths(replayed(*state, WINDOWS_CAPTURE), *state, cases, sizeof cases / sizeof *cases);
}

static void joining(void **state) {
    struct machine *unix_like = replayed(*state, LINUX_CAPTURE), *windows = replayed(*state, WINDOWS_CAPTURE);
    assert_text(path_join(unix_like, *state, TEXT("/"), TEXT("a")), "/a");
    assert_text(path_join(unix_like, *state, TEXT("/a"), TEXT("b/c")), "/a/b/c");
    assert_text(path_join(unix_like, *state, TEXT("/a"), TEXT("/b")), "/b");
    assert_text(path_join(unix_like, *state, TEXT(""), TEXT("b")), "b");
    assert_text(path_join(windows, *state, TEXT("C:\\"), TEXT("a")), "C:\\a");
    assert_text(path_join(windows, *state, TEXT("C:\\x"), TEXT("a")), "C:\\x\\a");
    assert_text(path_join(windows, *state, TEXT("C:/x/"), TEXT("a")), "C:/x/a");
    assert_text(path_join(windows, *state, TEXT("C:\\x"), TEXT("D:\\y")), "D:\\y");
}

/* No path makes the walk to the root endless, and the normal form is final. */
static void any_path_ends(void **state) {
    struct machine *machines[] = {replayed(*state, LINUX_CAPTURE), replayed(*state, WINDOWS_CAPTURE)};
    const char alphabet[] = "/\\:.?aC";
    uint64_t seed = 0x2545f4914f6cdd1d;
    for (int round = 0; round < 20000; round++) {
        char bytes[12];
        size_t size = 0;
        do {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            bytes[size++] = alphabet[seed % (sizeof alphabet - 1)];
        } while (size < sizeof bytes && seed >> 60 != 0);
        struct machine *machine = machines[round % 2];
        struct text path = {bytes, size}, normal = path_normal(machine, *state, path);
        if (text_find_byte(path, ':') == TEXT_NOWHERE) /* ".\C:a" is a name that Windows does not allow */
            assert_spans(path_normal(machine, *state, normal), normal, __FILE__, __LINE__);
        int steps = 0;
        for (struct text parent; !text_equal(parent = path_parent(machine, path), path); path = parent)
            assert_true(++steps < 20);
    }
}

#define LINK(path, target) "{\"ask\": [\"link\", \"" path "\"], \"known\": {\"target\": \"" target "\"}}\n"

static void links_are_followed(void **state) {
    struct machine *machine =
        replayed(*state, LINUX_CAPTURE LINK("/lib", "usr/lib") LINK("/usr/lib/libcuda.so", "libcuda.so.1")
                             LINK("/usr/lib/libcuda.so.1",
                                  "/opt/nv/../nv/libcuda.so.535") LINK("/loop", "loop") LINK("/up", "../../usr")
                                 LINK("/gone", "nowhere") "{\"ask\": [\"stat\", \"/nowhere\"], \"absent\": true}\n");
    bool missing;
    assert_text(path_resolve(machine, *state, TEXT("/lib/libcuda.so"), &missing), "/opt/nv/libcuda.so.535");
    assert_false(missing);
    assert_text(path_resolve(machine, *state, TEXT("/lib/./a/../b"), NULL), "/usr/lib/b");
    assert_text(path_resolve(machine, *state, TEXT("/up/lib"), NULL), "/usr/lib");
    assert_text(path_resolve(machine, *state, TEXT("/gone"), &missing), "/nowhere");
    assert_true(missing);
    assert_text(path_resolve(machine, *state, TEXT("/loop/x"), &missing), "/loop/x");
    assert_true(missing);
    assert_text(path_resolve(machine, *state, TEXT("/"), NULL), "/");
    assert_text(path_resolve(machine, *state, TEXT("a/b"), &missing), "a/b");
    assert_false(missing);
    assert_text(path_resolve(machine, *state, TEXT("a/.."), NULL), ".");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(linux_paths), TEST(windows_paths), TEST(joining), TEST(any_path_ends), TEST(links_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
