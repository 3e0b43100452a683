/* Graphics processors on the PCI bus, from sysfs; on Windows from the registry's record of present devices.
 * Sources: the kernel's Documentation/ABI/testing/sysfs-bus-pci; PCI Code and ID Assignment Specification (class 03 is
 * display). */
#include "sources/gathering.h"

static struct text file_text(struct gathering *gathering, struct text folder, const char *name) {
    struct asked_text asked = ask_text(gathering->machine, gathering->arena,
                                       path_join(gathering->machine, gathering->arena, folder, text_of(name)));
    return asked.state == ANSWER_KNOWN ? text_trim(asked.text) : (struct text){0};
}

/* "0x10de" -> "10de" */
static struct text identifier(struct text text) {
    return text_starts(text, "0x") ? text_from(text, 2) : text;
}

/* What knowledge has about a device number. */
static void learn_product(struct gathering *gathering, struct text address, struct text device) {
    size_t from = 0;
    struct node row =
        table_find(gathering->knowledge, "gpus", "device_id", text_lower(gathering->arena, device), &from);
    if (!node_present(row))
        return;
    struct text place = TEXT("knowledge: gpus");
    static const struct {
        enum attribute attribute;
        const char *column;
    } columns[] = {
        {ATTRIBUTE_GPU_NAME, "name"}, {ATTRIBUTE_GPU_CHIP, "chip"}, {ATTRIBUTE_GPU_CAPABILITY, "capability"}};
    for (size_t at = 0; at < sizeof columns / sizeof *columns; at++) {
        struct text cell = row_text(row, columns[at].column);
        if (cell.size)
            learn_text(gathering, columns[at].attribute, address, cell, place);
    }
}

static void learn_number(struct gathering *gathering, enum attribute attribute, struct text address, struct text folder,
                         const char *name) {
    int64_t number;
    if (text_to_integer(file_text(gathering, folder, name), &number))
        learn_integer(gathering, attribute, address, number, folder);
}

static void learn_words(struct gathering *gathering, enum attribute attribute, struct text address, struct text folder,
                        const char *name) {
    struct text words = file_text(gathering, folder, name);
    if (words.size)
        learn_text(gathering, attribute, address, words, folder);
}

static void learn_bound_driver(struct gathering *gathering, struct text address, struct text folder) {
    struct text path = path_join(gathering->machine, gathering->arena, folder, TEXT("driver"));
    struct asked_text link = ask_link(gathering->machine, gathering->arena, path);
    if (link.state == ANSWER_KNOWN)
        learn_text(gathering, ATTRIBUTE_GPU_DRIVER, address, path_name(gathering->machine, link.text), path);
    else
        learn_state(gathering, ATTRIBUTE_GPU_DRIVER, address, link.state, link.reason, path);
}

/* False when it could not be told whether this is a graphics processor, or whose. */
static bool learn_device(struct gathering *gathering, struct text address, struct text folder) {
    struct text class = identifier(file_text(gathering, folder, "class"));
    if (!text_starts(class, "03"))
        return class.size > 0;
    struct text vendor = identifier(file_text(gathering, folder, "vendor")),
                device = identifier(file_text(gathering, folder, "device"));
    if (!vendor.size)
        return false;
    learn_text(gathering, ATTRIBUTE_GPU_VENDOR, address, vendor, folder);
    learn_text(gathering, ATTRIBUTE_GPU_DEVICE, address, device, folder);
    learn_bound_driver(gathering, address, folder);
    if (!text_is(vendor, "10de"))
        return true;
    learn_product(gathering, address, device);
    learn_number(gathering, ATTRIBUTE_GPU_LINK_WIDTH, address, folder, "current_link_width");
    learn_number(gathering, ATTRIBUTE_GPU_LINK_WIDTH_MAX, address, folder, "max_link_width");
    learn_words(gathering, ATTRIBUTE_GPU_LINK_SPEED, address, folder, "current_link_speed");
    learn_words(gathering, ATTRIBUTE_GPU_LINK_SPEED_MAX, address, folder, "max_link_speed");
    learn_words(gathering, ATTRIBUTE_GPU_POWER_STATE, address, folder, "power_state");
    return true;
}

static void learn_unread(struct gathering *gathering, int64_t unread, struct text place) {
    if (unread)
        learn_integer(gathering, ATTRIBUTE_MACHINE_PCI_UNREAD, TEXT(""), unread, place);
    else
        learn_state(gathering, ATTRIBUTE_MACHINE_PCI_UNREAD, TEXT(""), ANSWER_ABSENT, (struct text){0}, place);
}

static void gather_linux(struct gathering *gathering) {
    struct text bus = TEXT("/sys/bus/pci/devices");
    struct asked_list list = ask_list(gathering->machine, gathering->arena, bus);
    int64_t unread = 0;
    if (list.state == ANSWER_KNOWN && list.complete)
        learn_integer(gathering, ATTRIBUTE_MACHINE_PCI_DEVICES, TEXT(""), (int64_t)list.count, bus);
    else
        learn_state(gathering, ATTRIBUTE_MACHINE_PCI_DEVICES, TEXT(""),
                    list.state == ANSWER_KNOWN ? ANSWER_UNREADABLE : list.state, list.reason, bus);
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++)
        unread += !learn_device(gathering, list.entries[at],
                                path_join(gathering->machine, gathering->arena, bus, list.entries[at]));
    if (list.state == ANSWER_KNOWN)
        learn_unread(gathering, unread, bus);
}

/* "PCI\VEN_10DE&DEV_2684&SUBSYS_..." names vendor and device. */
static bool hardware_identifier(struct text name, const char *mark, struct text *found) {
    size_t at = text_find(name, text_of(mark));
    if (at == TEXT_NOWHERE)
        return false;
    *found = text_until(text_from(name, at + text_of(mark).size), 4);
    return found->size == 4;
}

static bool is_a_known_card(struct gathering *gathering, struct text device) {
    size_t from = 0;
    return node_present(table_find(gathering->knowledge, "gpus", "device_id", device, &from));
}

static bool has_card(struct gathering *gathering, struct text device) {
    struct entity *gpus;
    size_t count = fact_entities(gathering->facts, gathering->arena, gathering->subject, KIND_GPU, &gpus);
    for (size_t at = 0; at < count; at++)
        if (text_equal(fact_text(gathering->facts, &gpus[at], ATTRIBUTE_GPU_DEVICE), device))
            return true;
    return false;
}

static void learn_adapter(struct gathering *gathering, struct text address, struct text hardware, struct text key) {
    struct text vendor, device, lower = text_lower(gathering->arena, hardware);
    if (!hardware_identifier(lower, "ven_", &vendor) || !hardware_identifier(lower, "dev_", &device))
        return; /* Microsoft's basic driver matches by class and names nobody */
    learn_text(gathering, ATTRIBUTE_GPU_VENDOR, address, vendor, key);
    learn_text(gathering, ATTRIBUTE_GPU_DEVICE, address, device, key);
    if (text_is(vendor, "10de"))
        learn_product(gathering, address, device);
}

/* The display class: one key for each adapter that a driver was set up for. Returns how many could not be read. */
static int64_t learn_adapters(struct gathering *gathering) {
    struct text class = TEXT("HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}");
    struct answer keys = ask_registry(gathering->machine, gathering->arena, class);
    const struct value *names = value_get(&keys.value, "keys");
    int64_t unread = keys.state != ANSWER_KNOWN && keys.state != ANSWER_ABSENT;
    for (size_t at = 0; keys.state == ANSWER_KNOWN && at < value_count(names); at++) {
        struct text name = value_at(names, at)->text,
                    key = path_join(gathering->machine, gathering->arena, class, name);
        struct answer adapter = ask_registry(gathering->machine, gathering->arena, key);
        struct text address = text_format(gathering->arena, "adapter " TEXT_FORMAT, TEXT_ARGUMENTS(name));
        unread += adapter.state != ANSWER_KNOWN;
        learn_adapter(gathering, address, value_get_text(value_get(&adapter.value, "values"), "MatchingDeviceId"), key);
    }
    return unread;
}

/* Every device that the bus ever showed, with or without a driver: what is not here is not in the machine. */
static void gather_windows(struct gathering *gathering) {
    struct text bus = TEXT("HKLM\\SYSTEM\\CurrentControlSet\\Enum\\PCI"), device;
    struct answer keys = ask_registry(gathering->machine, gathering->arena, bus);
    const struct value *names = value_get(&keys.value, "keys");
    int64_t unread = learn_adapters(gathering);
    if (keys.state != ANSWER_KNOWN) {
        learn_state(gathering, ATTRIBUTE_MACHINE_PCI_DEVICES, TEXT(""), keys.state, keys.reason, bus);
        return;
    }
    learn_integer(gathering, ATTRIBUTE_MACHINE_PCI_DEVICES, TEXT(""), (int64_t)value_count(names), bus);
    learn_unread(gathering, unread, bus);
    for (size_t at = 0; at < value_count(names); at++) {
        struct text name = text_lower(gathering->arena, value_at(names, at)->text);
        if (!text_starts(name, "ven_10de") || !hardware_identifier(name, "dev_", &device) ||
            !is_a_known_card(gathering, device) || has_card(gathering, device))
            continue;
        learn_adapter(gathering, text_format(gathering->arena, "adapter " TEXT_FORMAT, TEXT_ARGUMENTS(name)), name,
                      bus);
    }
}

static void gather(struct gathering *gathering) {
    if (gathering_on(gathering, SYSTEM_WINDOWS))
        gather_windows(gathering);
    else
        gather_linux(gathering);
}

extern const struct source source_pci;
const struct source source_pci = {"pci", "graphics processors on the bus", false, gather};
