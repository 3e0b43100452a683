#include "formats/distinfo.h"

#include "formats_test.h"

static void a_folder_states_name_and_version(void **state) {
    static const struct {
        const char *folder, *name, *version;
    } folders[] = {
        {"torch-2.3.1+cu121.dist-info", "torch", "2.3.1+cu121"},
        {"torch-1.13.0a0.egg-info", "torch", "1.13.0a0"},
        {"PyYAML-6.0-py3.11.egg-info", "pyyaml", "6.0"},
        {"cryptography-38.0.4-py3.11-linux-x86_64.egg-info", "cryptography", "38.0.4"},
        {"nvidia_cudnn_cu12-9.1.0.70.dist-info", "nvidia-cudnn-cu12", "9.1.0.70"},
        {"ruamel.yaml-0.17.21.dist-info", "ruamel-yaml", "0.17.21"},
        {"flash-attn-2.5.8.dist-info", "flash-attn", "2.5.8"},
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        struct text name, version;
        assert_true(distinfo_name(*state, text_of(folders[i].folder), &name, &version));
        assert_spans(name, text_of(folders[i].name), __FILE__, __LINE__);
        assert_spans(version, text_of(folders[i].version), __FILE__, __LINE__);
    }
}

static void other_folders_are_none(void **state) {
    static const char *const folders[] = {"",           "torch",      "~orch-2.0.1.dist-info", "torch.dist-info",
                                          ".dist-info", "-.egg-info", "torch-.dist-info",      "-2.0.dist-info"};
    struct text name, version;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_false(distinfo_name(*state, text_of(folders[i]), &name, &version));
}

static void names_are_normal(void **state) {
    assert_text(distinfo_normal_name(*state, TEXT("Torch_Vision")), "torch-vision");
    assert_text(distinfo_normal_name(*state, TEXT("a-_.b")), "a-b");
}

static void metadata_is_read_up_to_the_first_empty_line(void **state) {
    struct text text =
        TEXT("Metadata-Version: 2.1\nName: torch\nVersion: 2.3.1+cu121\nRequires-Python: >=3.8.0\n"
             "License: BSD-3\n        and more\nRequires-Dist: filelock\nRequires-Dist: nvidia-cudnn-cu12 "
             "==8.9.2.26 ;\n  platform_system == \"Linux\"\n\nName: not this\n");
    assert_json(*state, distinfo_metadata(*state, exactly(*state, text)),
                "{\"name\": \"torch\", \"version\": \"2.3.1+cu121\", \"requires_python\": \">=3.8.0\", \"requires\": "
                "[\"filelock\", \"nvidia-cudnn-cu12 ==8.9.2.26 ; platform_system == \\\"Linux\\\"\"]}");
    assert_json(*state, distinfo_metadata(*state, TEXT("")), "{}");
    assert_json(*state, distinfo_metadata(*state, TEXT("\nName: x\n")), "{}");
}

#define LITERALS(source, expected)                                                                                     \
    assert_json(*state, distinfo_literals(*state, exactly(*state, TEXT(source))), expected)

static void the_version_file_of_torch_is_read(void **state) {
    LITERALS(
        "from typing import Optional\n__all__ = ['__version__', 'debug']\n__version__ = '2.3.1+cu121'\ndebug = False\n"
        "cuda: Optional[str] = '12.1'\ngit_version = '63d5'  # a comment\nhip: Optional[str] = None\n",
        "{\"__version__\": \"2.3.1+cu121\", \"debug\": false, \"cuda\": \"12.1\", \"git_version\": \"63d5\", "
        "\"hip\": null}");
    LITERALS("__version__ = \"1.4.0\"\r\ndebug = True\r\ncuda = '10.1'\r\n",
             "{\"__version__\": \"1.4.0\", \"debug\": true, \"cuda\": \"10.1\"}");
    LITERALS("n = 12\nm = -3\nr = 1.5\np = r'a\\b'\nq = 'it\\'s'\n",
             "{\"n\": 12, \"m\": -3, \"r\": 1.5, \"q\": \"it's\"}");
}

static void what_is_no_literal_is_left_out(void **state) {
    LITERALS(
        "a = f()\nb = 'x' + 'y'\nc = 'open\nd == 1\ne = \nf = ['x']\ng = h = 'x'\nx.y = 'z'\nk = 1.2.3\nl = u'ok'\n",
        "{\"l\": \"ok\"}");
}

static void text_inside_of_strings_and_calls_sets_nothing(void **state) {
    LITERALS(
        "'''\ncuda = '9.0'\n'''\nx = dict(\ncuda='8'\n)\n\"\"\"one line\"\"\"\nif True:\n    cuda = '7'\ny = \\\n'z'\n",
        "{}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_folder_states_name_and_version),
        TEST(other_folders_are_none),
        TEST(names_are_normal),
        TEST(metadata_is_read_up_to_the_first_empty_line),
        TEST(the_version_file_of_torch_is_read),
        TEST(what_is_no_literal_is_left_out),
        TEST(text_inside_of_strings_and_calls_sets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
