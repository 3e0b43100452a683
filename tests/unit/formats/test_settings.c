#include "formats/settings.h"

#include "formats_test.h"

#define READS(text, expected) assert_json(*state, settings_read(*state, exactly(*state, TEXT(text))), expected)

static void a_venv_names_its_base(void **state) {
    READS("home = /usr/bin\nimplementation = CPython\ninclude-system-site-packages = false\nversion = 3.10.12\n",
          "{\"home\": \"/usr/bin\", \"implementation\": \"CPython\", \"include-system-site-packages\": \"false\", "
          "\"version\": \"3.10.12\"}");
    READS("home = C:\\Users\\me\\Python310\r\nversion=3.10.6\r\n",
          "{\"home\": \"C:\\\\Users\\\\me\\\\Python310\", \"version\": \"3.10.6\"}");
}

static void os_release_is_quoted_like_a_shell(void **state) {
    READS("NAME=\"Ubuntu\"\n# comment\nID=ubuntu\nA='a \"b\" $c'\nB=\"a \\\"b\\\" \\$c \\n\"\nEMPTY=\nC=\"\n",
          "{\"NAME\": \"Ubuntu\", \"ID\": \"ubuntu\", \"A\": \"a \\\"b\\\" $c\", \"B\": \"a \\\"b\\\" $c \\\\n\", "
          "\"EMPTY\": \"\", \"C\": \"\\\"\"}");
}

static void sections_stand_in_front_of_names(void **state) {
    READS("[global]\nindex-url = https://pypi.tuna.tsinghua.edu.cn/simple\nextra-index-url =\n  https://a/\n  # not "
          "this\n"
          "  https://b/\n[install]\ntrusted-host: a\n",
          "{\"global.index-url\": \"https://pypi.tuna.tsinghua.edu.cn/simple\", \"global.extra-index-url\": "
          "\"\\nhttps://a/\\nhttps://b/\", \"install.trusted-host\": \"a\"}");
    READS("channels:\n  - conda-forge\n  - defaults\nssl_verify: true\n",
          "{\"channels\": \"\\n- conda-forge\\n- defaults\", \"ssl_verify\": \"true\"}");
}

static void words_of_modprobe_are_names(void **state) {
    READS("blacklist nouveau\noptions nvidia NVreg_OpenRmEnableUnsupportedGpus=1 a=2\ninstall nvidia /bin/false\n",
          "{\"blacklist nouveau\": \"\", \"options nvidia\": \"NVreg_OpenRmEnableUnsupportedGpus=1 a=2\", "
          "\"install nvidia\": \"/bin/false\"}");
    READS("install = yes\n", "{\"install\": \"yes\"}");
}

static void the_last_of_equal_names_counts(void **state) {
    READS("a = 1\nb = 2\na = 3\n", "{\"a\": \"3\", \"b\": \"2\"}");
}

static void lines_that_set_nothing_are_passed_over(void **state) {
    READS("", "{}");
    READS("just words\n= value\n[\n\xEF\xBB\xBFx\n\"q\" = 1\n", "{}");
    READS("\xEF\xBB\xBFhome = /usr\n", "{\"home\": \"/usr\"}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_venv_names_its_base),
        TEST(os_release_is_quoted_like_a_shell),
        TEST(sections_stand_in_front_of_names),
        TEST(words_of_modprobe_are_names),
        TEST(the_last_of_equal_names_counts),
        TEST(lines_that_set_nothing_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
