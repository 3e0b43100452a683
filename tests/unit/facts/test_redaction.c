#include "facts/redaction.h"

#include "base/json.h"
#include "facts/exchange.h"
#include "facts_test.h"

struct person {
    const char *user, *home, *host;
};

static struct text redacted(struct arena *arena, struct person person, const char *text) {
    const struct redaction *redaction =
        redaction_new(arena, text_of(person.user), text_of(person.home), text_of(person.host));
    return redact_text(redaction, arena, text_of(text));
}

struct example {
    const char *text, *expected;
};

static void check(struct arena *arena, struct person person, const struct example *examples, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_spans(redacted(arena, person, examples[i].text), text_of(examples[i].expected), __FILE__, __LINE__);
}

static void whole_words_are_replaced(void **state) {
    static const struct example examples[] = {
        {"/home/ann/.venv/bin/python", "/home/user/.venv/bin/python"},
        {"/home/ann", "/home/user"},
        {"ann", "user"},
        {"ann ann", "user user"},
        {"channel /home/anna /home/joann ann-x x_ann ann2", "channel /home/anna /home/joann ann-x x_ann ann2"},
        {"annann", "annann"},
        {"file:///home/ann/x ann@lab ann's", "file:///home/user/x user@lab user's"},
        {"ANN /HOME/Ann", "user /HOME/user"},
        {"%2Fhome%2Fann%2F.cache", "%2Fhome%2Fuser%2F.cache"},
        {"", ""},
        {"nothing of the kind", "nothing of the kind"},
    };
    check(*state, (struct person){"ann", "/home/ann", ""}, examples, COUNT(examples));
}

/* Quotation marks and Han stand against a Latin word without a blank; letters of an alphabet do not. */
static void other_scripts_part_words_where_they_do(void **state) {
    static const struct example examples[] = {
        {"‘ann’ “ann” «ann»", "‘user’ “user” «user»"},
        {"用户ann的目录", "用户user的目录"},
        {"anné éann анnann", "anné éann анnann"},
        {"\xCE\xD2"
         "ann",
         "\xCE\xD2"
         "user"}, /* GBK: bytes that are no letter of ours */
    };
    check(*state, (struct person){"ann", "/home/ann", ""}, examples, COUNT(examples));
    assert_text(redacted(*state, (struct person){"张伟", "/home/张伟", ""}, "/home/张伟/x 用户张伟登录"),
                "/home/user/x 用户user登录");
}

static void windows_paths_have_their_own_shape(void **state) {
    static const struct example examples[] = {
        {"C:\\Users\\Alice Smith\\AppData", "C:\\Users\\user\\AppData"},
        {"c:\\users\\ALICE SMITH\\x", "c:\\users\\user\\x"},
        {"C:/Users/Alice Smith/x", "C:/Users/user/x"},
        {"{\"home\": \"C:\\\\Users\\\\Alice Smith\\\\x\"}", "{\"home\": \"C:\\\\Users\\\\user\\\\x\"}"},
        {"\\\\DESKTOP-7Q\\share\\Alice Smith", "\\\\host\\share\\user"},
        {"desktop-7q\\Alice Smith", "host\\user"},
        {"DESKTOP-7QX", "DESKTOP-7QX"},
    };
    check(*state, (struct person){"Alice Smith", "C:\\Users\\Alice Smith", "DESKTOP-7Q"}, examples, COUNT(examples));
    assert_text(redacted(*state, (struct person){"", "C:/Users\\bob", ""}, "D:\\bob"), "D:\\user");
}

static void a_host_goes_whole_before_its_parts(void **state) {
    static const struct example examples[] = {
        {"node17.lab.example.org", "host"},
        {"node17", "host"},
        {"http://node17.lab.example.org:8888/", "http://host:8888/"},
        {"node17.other", "host.other"},
        {"node170", "node170"},
    };
    check(*state, (struct person){"ann", "/home/ann", "node17.lab.example.org"}, examples, COUNT(examples));
    /* The user is the first part of the host's name: the domain must not stay behind. */
    assert_text(redacted(*state, (struct person){"ann", "/home/ann", "ann.lab.example.org"}, "at ann.lab.example.org"),
                "at host");
}

static void the_home_may_lie_anywhere(void **state) {
    struct person moved = {"u1234", "/data/people/annette/", "h"};
    assert_text(redacted(*state, moved, "/data/people/annette/env u1234 annette"), "/data/people/user/env user user");
    assert_text(redacted(*state, (struct person){"", "/", ""}, "/usr/lib"), "/usr/lib");
    assert_text(redacted(*state, (struct person){"", "", ""}, "/usr/lib"), "/usr/lib");
}

/* HOME may be another folder than the account's. */
static void a_second_home_counts_too(void **state) {
    struct redaction *redaction = redaction_new(*state, TEXT("ann"), TEXT("/home/ann"), TEXT("node17.lab"));
    redaction_add_home(redaction, TEXT("/scratch/annette"));
    redaction_add_home(redaction, TEXT("/scratch/more_than_fit")); /* no harm */
    assert_text(redact_text(redaction, *state, TEXT("/scratch/annette/x /home/ann annette node17 node17.lab")),
                "/scratch/user/x /home/user user host host");
}

/* Two letters may be part of anything: they go only with the home before them, or alone. */
static void short_names_go_in_the_home_alone(void **state) {
    struct person li = {"li", "/home/li", ""};
    assert_text(redacted(*state, li, "/home/li/.venv li /usr/li /home/lin"), "/home/user/.venv li /usr/li /home/lin");
    assert_text(redacted(*state, li, "li"), "user");
}

static void system_accounts_name_nobody(void **state) {
    static const char *const names[] = {"root", "nvidia", "ubuntu", "Administrator", "linux", "cuda", "lib", "gpu"};
    for (size_t i = 0; i < COUNT(names); i++) {
        struct text home = text_format(*state, "/home/%s", names[i]);
        struct text text = text_format(*state, "/home/%s /usr/%s %s", names[i], names[i], names[i]);
        assert_spans(redacted(*state, (struct person){names[i], home.at, names[i]}, text.at), text, __FILE__, __LINE__);
    }
}

/* A user called "list" or a host called "gpu" must not make a capture unreadable. */
static void facts_stay_facts_whatever_people_are_called(void **state) {
    struct fact fact = fact_of(ATTRIBUTE_GPU_NAME, "0000:01:00.0", value_string("RTX")), read;
    fact.state = FACT_KNOWN;
    struct value outer = fact_to_value(*state, &fact);
    static const char *const words[] = {"fact",      "subject", "machine", "kind",  "gpu",   "key",
                                        "attribute", "name",    "state",   "known", "value", "origin",
                                        "source",    "place",   "ask",     "text",  "list",  "stat"};
    for (size_t i = 0; i < COUNT(words) + ATTRIBUTE_COUNT; i++) {
        struct text word =
            i < COUNT(words) ? text_of(words[i]) : text_of(attribute_row((enum attribute)(i - COUNT(words)))->name);
        struct redaction *redaction = redaction_new(*state, word, text_join(*state, TEXT("/home/"), word), word);
        struct value shared = redact_value(redaction, *state, &outer);
        if (!fact_from_value(*state, value_get(&shared, "fact"), &read) || read.attribute != ATTRIBUTE_GPU_NAME)
            fail_msg("a user called " TEXT_FORMAT, TEXT_ARGUMENTS(word));
    }
}

static void secrets_are_taken_out(void **state) {
    static const struct example examples[] = {
        {"https://bob:s3cr3t@pypi.example.org/simple", "https://<credentials>@pypi.example.org/simple"},
        {"https://bob:p@ss@pypi.example.org/", "https://<credentials>@pypi.example.org/"},
        {"https://github.com/a/b.git@main", "https://github.com/a/b.git@main"},
        {"HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyz", "HF_TOKEN=<token>"},
        {"ghp_0123456789abcdefghijABCDEFGHIJ012345.", "<token>."},
        {"glpat-ABCDEFGHIJKLMNOPQRST", "<token>"},
        {"pypi-AgEIcHlwaS5vcmcCJDAwMDAwMDAw", "<token>"},
        {"nvapi-ABCDEFGHIJKLMNOPQRSTUVWXYZ", "<token>"},
        {"sk-proj-ABCDEFGHIJKLMNOPQRST", "<token>"},
        {"AKIAIOSFODNN7EXAMPLE", "<token>"},
        {"Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "Bearer <token>"},
        {"https://conda.anaconda.org/t/ab-01234567-89ab-cdef-0123-456789abcdef/x",
         "https://conda.anaconda.org/t/<token>/x"},
        {"mail a.b+c@mail.example.org now", "mail <mail> now"},
        {"inet 10.3.5.147 netmask", "inet <address> netmask"},
        {"tcp://10.0.0.7:29500", "tcp://<address>:29500"},
        {"MASTER_ADDR=8.8.4.4", "MASTER_ADDR=<address>"},
        {"nfs 203.0.113.9:/export", "nfs <address>:/export"},
        {"203.0.113.9:22", "<address>:22"},
        {"172.16.0.1 192.168.1.20", "<address> <address>"},
        {"link/ether 3c:ec:ef:12:34:56 brd", "link/ether <address> brd"},
    };
    check(*state, (struct person){"", "", ""}, examples, COUNT(examples));
}

/* Four numbers with dots are as often a library's version, and that is what a diagnosis is about. */
static void what_is_no_secret_stays(void **state) {
    static const char *const texts[] = {
        "nvidia-curand-cu12==10.3.5.147 ; platform_system == \"Linux\"",
        "/site-packages/nvidia_curand_cu12-10.3.5.147.dist-info",
        "libcufft.so.10.9.0.58",
        "nvidia-curand-cu12        10.3.2.106",
        "LD_LIBRARY_PATH=/opt/cudnn-8.9.2.26:/usr/lib",
        "32.0.15.6094",
        "0000:01:00.0 00000000:01:00.0",
        "torch-2.3.1+cu121 cp310 sm_90a",
        "GLIBC_2.34 memcpy@@GLIBC_2.14",
        "torch @ https://download.pytorch.org/whl/cu121/torch-2.3.1.whl",
        "GPU-5a3c2f1e-0000-1111-2222-333344445555",
        "task-force sk-learn hf_hub",
        "12:30:45",
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_text(redacted(*state, (struct person){"ann", "/home/ann", "node17"}, texts[i]), texts[i]);
}

/* Questions must still find their answers: names of members change as texts do. */
static void values_are_redacted_throughout(void **state) {
    struct value value, redacted_value;
    struct redaction *redaction = redaction_new(*state, TEXT("ann"), TEXT("/home/ann"), TEXT("node17"));
    assert_true(json_parse(*state,
                           TEXT("{\"/home/ann/x\": [\"/home/ann\", 7, true, null, {\"node17\": \"ann\"}],"
                                " \"odd\": {\"bytes\": \"L2hvbWUvYW5uL/8=\"}}"), /* /home/ann/\xFF */
                           "-", &value, NULL));
    redacted_value = redact_value(redaction, *state, &value);
    struct buffer buffer = buffer_new(*state);
    json_write(&buffer, &redacted_value, JSON_ONE_LINE);
    assert_text(buffer_text(&buffer), "{\"/home/user/x\": [\"/home/user\", 7, true, null, {\"host\": \"user\"}], "
                                      "\"odd\": {\"bytes\": \"L2hvbWUvdXNlci//\"}}");
}

static void nothing_is_read_past_its_end(void **state) {
    uint64_t seed = 3;
    const struct redaction *redaction = redaction_new(*state, TEXT("ann"), TEXT("/h/ann"), TEXT("nn.a"));
    for (int round = 0; round < 20000; round++) {
        struct text text = noise_text(*state, &seed, TEXT("an/%2F.\xC3\xA9\xE6@:1 "), 12);
        struct text once = redact_text(redaction, *state, text);
        assert_false(text_is(text, "ann") && !text_is(once, "user"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(whole_words_are_replaced),
        TEST(other_scripts_part_words_where_they_do),
        TEST(windows_paths_have_their_own_shape),
        TEST(a_host_goes_whole_before_its_parts),
        TEST(the_home_may_lie_anywhere),
        TEST(a_second_home_counts_too),
        TEST(short_names_go_in_the_home_alone),
        TEST(system_accounts_name_nobody),
        TEST(facts_stay_facts_whatever_people_are_called),
        TEST(secrets_are_taken_out),
        TEST(what_is_no_secret_stays),
        TEST(values_are_redacted_throughout),
        TEST(nothing_is_read_past_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
