/* What cells may hold. A table that is not named here holds texts; sources and causes are checked everywhere. */
#include "base/version.h"
#include "table.h"

static bool is_digits(struct text text) {
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    return text.size > 0;
}

bool date_valid(struct text text) {
    static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    struct text year = text_until(text, 4), month = text_until(text_from(text, 5), 2), day = text_from(text, 8);
    int64_t month_number, day_number;
    if (text.size != 10 || text.at[4] != '-' || text.at[7] != '-' || !is_digits(year) || !is_digits(month) ||
        !is_digits(day))
        return false;
    /* Digits only, but "08" has to be decimal whatever the reader of numbers thinks of a leading 0. */
    month_number = (month.at[0] - '0') * 10 + month.at[1] - '0';
    day_number = (day.at[0] - '0') * 10 + day.at[1] - '0';
    return month_number >= 1 && month_number <= 12 && day_number >= 1 && day_number <= days[month_number - 1];
}

/* Of many releases only the month is told. */
static bool is_date(const struct compilation *compilation, struct text word) {
    struct text day = word.size == 7 ? text_join(compilation->arena, word, TEXT("-01")) : word;
    return date_valid(day);
}

static bool is_version(const struct compilation *compilation, struct text word) {
    (void)compilation;
    struct version parsed;
    return version_parse(word, &parsed);
}

static bool is_capability(const struct compilation *compilation, struct text word) {
    (void)compilation;
    struct text major;
    return text_next_part(&word, '.', &major) && is_digits(major) && word.size == 1 && is_digits(word);
}

static bool is_hexadecimal(struct text text) {
    for (size_t i = 0; i < text.size; i++)
        if (text_find_byte(TEXT("0123456789abcdef"), text.at[i]) == TEXT_NOWHERE)
            return false;
    return text.size > 0;
}

/* sm_90, sm_90a, compute_90; AMD's are gfx90a, gfx1100 */
static bool is_architecture(const struct compilation *compilation, struct text word) {
    (void)compilation;
    if (text_starts(word, "gfx"))
        return is_hexadecimal(text_from(word, 3));
    word = text_from(word, text_starts(word, "sm_") ? 3 : text_starts(word, "compute_") ? 8 : word.size);
    if (text_ends(word, "a") || text_ends(word, "f"))
        word = text_until(word, word.size - 1);
    return is_digits(word);
}

static bool is_integer(const struct compilation *compilation, struct text word) {
    (void)compilation;
    int64_t number;
    return text_to_integer(word, &number);
}

/* 1008, 82.6 */
static bool is_number(const struct compilation *compilation, struct text word) {
    (void)compilation;
    struct text whole = text_until(word, text_find_byte(word, '.'));
    return is_digits(whole) && (whole.size == word.size || is_digits(text_from(word, whole.size + 1)));
}

static bool is_hexadecimal4(const struct compilation *compilation, struct text word) {
    (void)compilation;
    return word.size == 4 && is_hexadecimal(word);
}

static bool is_yes_or_no(const struct compilation *compilation, struct text word) {
    (void)compilation;
    return text_is(word, "yes") || text_is(word, "no");
}

/* The CUDA that a build goes with: a version, "cpu", or "any" where it does not matter. */
static bool is_cuda(const struct compilation *compilation, struct text word) {
    return text_is(word, "cpu") || text_is(word, "any") || is_version(compilation, word);
}

static bool is_source(const struct compilation *compilation, struct text word) {
    return entry_find(compilation, ENTRY_SOURCE, word) != NULL;
}

static bool is_cause(const struct compilation *compilation, struct text word) {
    return entry_find(compilation, ENTRY_TAXONOMY, word) != NULL;
}

static const struct cell_type {
    bool (*holds)(const struct compilation *compilation, struct text word);
    const char *expected;
} version = {is_version, "a version like 12.4"}, capability = {is_capability, "a compute capability like 8.9"},
  architecture = {is_architecture, "an architecture like sm_90 or gfx90a"}, integer = {is_integer, "a whole number"},
  number = {is_number, "a number like 82.6"}, hexadecimal4 = {is_hexadecimal4, "four hexadecimal digits in lower case"},
  date = {is_date, "a day or a month, YYYY-MM-DD or YYYY-MM"}, yes_or_no = {is_yes_or_no, "yes or no"},
  cuda = {is_cuda, "a version like 12.1, cpu or any"}, source = {is_source, "the id of a source in sources/"},
  cause = {is_cause, "the id of a cause in taxonomy.yaml"};

static const struct column_rule {
    const char *table; /* NULL: every table */
    const char *column;
    const struct cell_type *type; /* of each word of the cell */
    enum { ONE, SEVERAL } words;
} column_rules[] = {
    {NULL, "source", &source, SEVERAL},
    {NULL, "cause", &cause, SEVERAL},
    {"abilities", "capability", &capability, ONE},
    {"call_causes", "code", &integer, ONE},
    {"call_causes", "weight", &integer, ONE},
    {"cuda", "cuda", &version, ONE},
    {"cuda", "date", &date, ONE},
    {"cuda", "driver_linux", &version, ONE},
    {"cuda", "driver_windows", &version, ONE},
    {"cuda", "minimum_linux", &version, ONE},
    {"cuda", "minimum_windows", &version, ONE},
    {"cuda", "sm_min", &architecture, ONE},
    {"cuda", "sm_max", &architecture, ONE},
    {"cuda", "ptx", &version, ONE},
    {"errors", "code", &integer, ONE},
    {"gpus", "device_id", &hexadecimal4, ONE},
    {"gpus", "capability", &capability, ONE},
    {"gpus", "memory_mib", &integer, ONE},
    {"gpus", "tensor_cores", &yes_or_no, ONE},
    {"gpus", "first_driver", &integer, ONE},
    {"gpus", "first_release", &version, ONE},
    {"gpus", "driver_before", &integer, ONE},
    {"gpus", "last_driver", &integer, ONE},
    {"gpu_specs", "device_ids", &hexadecimal4, SEVERAL},
    {"gpu_specs", "capability", &capability, ONE},
    {"gpu_specs", "memory_mib", &integer, ONE},
    {"gpu_specs", "bandwidth", &number, ONE},
    {"gpu_specs", "power", &integer, ONE},
    {"gpu_specs", "nvlink_bandwidth", &number, ONE},
    {"gpu_specs", "nvlink_links", &integer, ONE},
    {"gpu_specs", "sms", &integer, ONE},
    {"gpu_specs", "clock", &integer, ONE},
    {"gpu_specs", "fp64", &number, ONE},
    {"gpu_specs", "fp32", &number, ONE},
    {"gpu_specs", "tf32", &number, ONE},
    {"gpu_specs", "fp16", &number, ONE},
    {"gpu_specs", "bf16", &number, ONE},
    {"gpu_specs", "int8", &number, ONE},
    {"gpu_specs", "fp8", &number, ONE},
    {"gpu_specs", "fp4", &number, ONE},
    {"channels", "last_torch", &version, ONE},
    {"host_compilers", "cuda", &version, ONE},
    {"host_compilers", "gcc_max", &integer, ONE},
    {"host_compilers", "clang_max", &version, ONE},
    {"host_compilers", "msvc_min", &version, ONE},
    {"host_compilers", "msvc_max", &version, ONE},
    {"host_compilers", "studio_min", &integer, ONE},
    {"host_compilers", "studio_max", &integer, ONE},
    {"indexes", "since", &version, ONE},
    {"libraries", "cuda", &integer, ONE},
    {"libraries", "first", &version, ONE},
    {"libraries", "last", &version, ONE},
    {"libraries", "sm_min", &architecture, ONE},
    {"managers", "python_min", &version, ONE},
    {"memory_needs", "amount", &integer, ONE},
    {"nvcc_packages", "since", &version, ONE},
    {"numpy", "abi", &integer, ONE},
    {"pythons", "python", &version, ONE},
    {"pythons", "released", &date, ONE},
    {"pythons", "bugfix_until", &date, ONE},
    {"pythons", "end_of_life", &date, ONE},
    {"sxids", "sxid", &integer, ONE},
    {"package_builds", "first", &version, ONE},
    {"package_builds", "last", &version, ONE},
    {"package_builds", "torch", &version, SEVERAL},
    {"package_builds", "torch_min", &version, ONE},
    {"package_builds", "torch_max", &version, ONE},
    {"package_builds", "cuda", &cuda, SEVERAL},
    {"package_builds", "cuda_min", &version, ONE},
    {"package_builds", "python_min", &version, ONE},
    {"package_builds", "python_max", &version, ONE},
    {"package_builds", "architectures", &architecture, SEVERAL},
    {"package_builds", "capability_min", &capability, ONE},
    {"package_builds", "capability_max", &capability, ONE},
    {"package_builds", "cudnn", &version, ONE},
    {"torch", "torch", &version, ONE},
    {"torch", "cuda", &version, ONE},
    {"torch", "python_min", &version, ONE},
    {"torch", "python_max", &version, ONE},
    {"torch", "architectures", &architecture, SEVERAL},
    {"torch", "cudnn", &version, ONE},
    {"torch", "default", &yes_or_no, ONE},
    {"torch", "numpy_abi", &integer, ONE},
    {"torch_releases", "torch", &version, ONE},
    {"torch_releases", "released", &date, ONE},
    {"pip_tags", "glibc", &version, ONE},
    {"pip_tags", "pip", &version, ONE},
    {"torch_wheels", "torch", &version, ONE},
    {"torch_wheels", "glibc", &version, ONE},
    {"torch_wheels", "cxx11_abi", &integer, ONE},
    {"torch_wheels", "nccl", &version, ONE},
    {"torch_wheels", "triton", &version, ONE},
    {"torch_wheels", "wheel_bytes", &integer, ONE},
    {"torch_wheels", "unpacked_bytes", &integer, ONE},
    {"torch_wheels", "needs_bytes", &integer, ONE},
    {"torch_wheels", "needs_unpacked", &integer, ONE},
};

/* Where both are known, `low` is not above `high`. */
static const struct pair_rule {
    const char *table, *low, *high;
} pair_rules[] = {
    {"cuda", "minimum_linux", "driver_linux"},
    {"cuda", "minimum_windows", "driver_windows"},
    {"cuda", "sm_min", "sm_max"},
    {"host_compilers", "msvc_min", "msvc_max"},
    {"host_compilers", "studio_min", "studio_max"},
    {"libraries", "first", "last"},
    {"torch", "python_min", "python_max"},
    {"gpus", "driver_before", "first_driver"},
    {"gpus", "first_driver", "last_driver"},
    {"torch_wheels", "wheel_bytes", "unpacked_bytes"},
    {"torch_wheels", "needs_bytes", "needs_unpacked"},
    {"package_builds", "first", "last"},
    {"package_builds", "python_min", "python_max"},
    {"package_builds", "capability_min", "capability_max"},
};

static void check_cell(struct compilation *compilation, const struct table_row *row, size_t column,
                       const struct column_rule *rule) {
    struct text rest = row->cells[column], word;
    bool good = true;
    if (rule->words == ONE && rest.size > 0)
        good = rule->type->holds(compilation, rest);
    else
        while (good && text_next_word(&rest, &word))
            good = rule->type->holds(compilation, word);
    if (!good)
        fault_add(compilation, row->table->path, row->line,
                  "'" TEXT_FORMAT "' in the column '%s' is not %s; correct it, or write '-'",
                  TEXT_ARGUMENTS(row->cells[column]), rule->column, rule->type->expected);
}

/* Empty when there is no such column or nothing in it. */
static struct text cell_named(const struct table_row *row, const char *column) {
    for (size_t i = 0; i < row->table->column_count; i++)
        if (text_is(row->table->columns[i], column))
            return row->cells[i];
    return TEXT("");
}

/* The number or version at the end: 90 of sm_90. */
static struct text comparable(struct text cell) {
    return text_starts(cell, "sm_") ? text_from(cell, 3) : cell;
}

static void check_pair(struct compilation *compilation, const struct table_row *row, const struct pair_rule *pair) {
    struct text low = comparable(cell_named(row, pair->low)), high = comparable(cell_named(row, pair->high));
    bool crossed = false;
    if (version_less(high, low, &crossed) && crossed)
        fault_add(compilation, row->table->path, row->line,
                  "%s " TEXT_FORMAT " is above %s " TEXT_FORMAT "; one of them is wrong", pair->low,
                  TEXT_ARGUMENTS(low), pair->high, TEXT_ARGUMENTS(high));
}

void check_row(struct compilation *compilation, const struct table_row *row) {
    const struct table *table = row->table;
    size_t known_keys = 0;
    for (size_t i = 0; i < table->column_count; i++) {
        known_keys += table->is_key[i] && row->cells[i].size > 0;
        for (size_t k = 0; k < sizeof column_rules / sizeof *column_rules; k++)
            if ((!column_rules[k].table || text_is(table->name, column_rules[k].table)) &&
                text_is(table->columns[i], column_rules[k].column))
                check_cell(compilation, row, i, &column_rules[k]);
    }
    if (known_keys == 0)
        fault_add(compilation, table->path, row->line, "the row has no key; fill one of the columns marked with '*'");
    if (cell_named(row, "source").size == 0)
        fault_add(compilation, table->path, row->line, "the row has no source; name one");
    for (size_t k = 0; k < sizeof pair_rules / sizeof *pair_rules; k++)
        if (text_is(table->name, pair_rules[k].table))
            check_pair(compilation, row, &pair_rules[k]);
}
