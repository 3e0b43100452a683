#include "findings/judge.h"

#include "judge_common.h"

/* "nvidia0, nvidiactl, nvidia-uvm" */
static struct text node_names(const struct judging *judging, const struct entity *nodes, size_t count) {
    struct text *names = arena_array(judging->arena, count, sizeof *names);
    for (size_t at = 0; at < count; at++) {
        size_t slash = text_find_last_byte(nodes[at].key, '/');
        names[at] = slash == TEXT_NOWHERE ? nodes[at].key : text_from(nodes[at].key, slash + 1);
    }
    return text_join_all(judging->arena, names, count, TEXT(", "));
}

/* /dev/nvidia0 is a card's, /dev/nvidiactl everybody's. */
static bool is_card(const struct entity *node) {
    int64_t number;
    return text_starts(node->key, "/dev/nvidia") &&
           text_to_integer(text_from(node->key, text_of("/dev/nvidia").size), &number);
}

static bool can_open(const struct judging *judging, const struct entity *node) {
    return fact_is_true(judging->facts, node, ATTRIBUTE_NODE_OPEN);
}

static bool is_denied(const struct judging *judging, const struct entity *node) {
    return fact_is_false(judging->facts, node, ATTRIBUTE_NODE_OPEN);
}

/* A scheduler gives a job some of the cards: the other ones are denied, and that is no fault. */
static bool is_withheld(const struct judging *judging, const struct entity *nodes, size_t count,
                        const struct entity *node) {
    bool given = false;
    for (size_t at = 0; at < count; at++)
        given = given || (is_card(&nodes[at]) && can_open(judging, &nodes[at]));
    return given && is_card(node) && is_denied(judging, node);
}

/* Leaves out the nodes of cards that are not this user's. */
static size_t own_nodes(const struct judging *judging, struct entity *nodes, size_t count) {
    struct entity *own = arena_array(judging->arena, count, sizeof *own);
    size_t kept = 0;
    for (size_t at = 0; at < count; at++)
        if (!is_withheld(judging, nodes, count, &nodes[at]))
            own[kept++] = nodes[at];
    for (size_t at = 0; at < kept; at++)
        nodes[at] = own[at];
    return kept;
}

static bool judge_denied(struct judging *judging, const struct entity *nodes, size_t count) {
    for (size_t at = 0; at < count; at++) {
        if (!is_denied(judging, &nodes[at]))
            continue;
        const struct fact *open = fact_find(judging->facts, &nodes[at], ATTRIBUTE_NODE_OPEN);
        const struct slot slots[] = {
            {"path", nodes[at].key},
            {"error", fact_text(judging->facts, &nodes[at], ATTRIBUTE_NODE_ERROR)},
            {"mode", text_format(judging->arena, "%04o",
                                 (unsigned)fact_integer(judging->facts, &nodes[at], ATTRIBUTE_NODE_MODE, 0))}};
        judge_slot(judging, "device_group", fact_text(judging->facts, &nodes[at], ATTRIBUTE_NODE_GROUP_NAME));
        judge_evidence(judging, "driver.device_node_denied", WEIGHT_CONCLUDES, SEVERITY_ERROR, open, "seen.node_denied",
                       slots, 3);
        judge_link(judging, CHAIN_DEVICE_ACCESS, LINK_BROKEN, "chain.device_access.denied", slots, 3);
        judge_slot(judging, "device", nodes[at].key);
        return true;
    }
    return false;
}

static bool has_node(const struct entity *nodes, size_t count, const char *path) {
    for (size_t at = 0; at < count; at++)
        if (text_is(nodes[at].key, path))
            return true;
    return false;
}

/* No node at all, while a driver works: in a container nobody passed the card on, elsewhere the nodes were never made.
 * Where the host's own kernel shows no driver there was nothing to pass on. */
static void judge_none(struct judging *judging, const struct fact *listed) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    bool loaded, known = common_module(judging, "nvidia", &loaded);
    struct entity *cards;
    bool there = common_nvidia_cards(judging, &cards) > 0 || loaded;
    if (common_driver_works(judging)) {
        judge_link(judging, CHAIN_DEVICE_ACCESS, LINK_OK, "chain.device_access.works", NULL, 0);
        return;
    }
    if (loaded && common_nodes_come_later(judging) &&
        !fact_known(judging->facts, &machine, ATTRIBUTE_MACHINE_CONTAINER)) {
        judge_link(judging, CHAIN_DEVICE_ACCESS, LINK_OK, "chain.device_access.later", NULL, 0);
        return;
    }
    if (there && fact_known(judging->facts, &machine, ATTRIBUTE_MACHINE_CONTAINER)) {
        const struct slot slots[] = {{"container", fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_CONTAINER)}};
        judge_evidence(judging, "container.no_gpu_passthrough", known && !loaded ? WEIGHT_POSSIBLE : WEIGHT_CONCLUDES,
                       SEVERITY_ERROR, listed, "seen.container_without_nodes", slots, 1);
    } else if (known && loaded) {
        judge_slot(judging, "nodes_missing", TEXT("yes"));
        judge_evidence(judging, "driver.device_node_denied", WEIGHT_LIKELY, SEVERITY_ERROR, listed, "seen.no_nodes",
                       NULL, 0);
    }
    judge_link(judging, CHAIN_DEVICE_ACCESS, LINK_BROKEN, "chain.device_access.none", NULL, 0);
}

/* `docker info` beside a card. The runtime is not the only way to pass a card on, so its lack is no fault. */
static void note_engine(struct judging *judging) {
    struct entity *cards, engine = judge_entity(judging, KIND_ENGINE);
    const struct fact *runtimes = fact_find(judging->facts, &engine, ATTRIBUTE_ENGINE_RUNTIMES);
    if (!runtimes || runtimes->state != FACT_KNOWN || !common_nvidia_cards(judging, &cards))
        return;
    struct buffer names = buffer_new(judging->arena);
    for (size_t at = 0; at < value_count(&runtimes->value); at++) {
        struct text name = value_at(&runtimes->value, at)->text;
        if (text_contains(name, "nvidia"))
            return;
        buffer_add_string(&names, at ? ", " : "");
        buffer_add(&names, name);
    }
    const struct slot slots[] = {{"version", fact_text(judging->facts, &engine, ATTRIBUTE_ENGINE_VERSION)},
                                 {"runtimes", buffer_text(&names)}};
    judge_note(judging, "note.engine_without_nvidia", slots, 2);
}

static void judge_device_access(struct judging *judging) {
    note_engine(judging);
    struct entity *nodes, machine = judge_entity(judging, KIND_MACHINE);
    size_t count = judge_entities(judging, KIND_NODE, &nodes), open = 0;
    const struct fact *listed = fact_find(judging->facts, &machine, ATTRIBUTE_MACHINE_NODES);
    if (judge_has_system(judging, "windows")) {
        judge_link(judging, CHAIN_DEVICE_ACCESS, LINK_OK, "chain.device_access.windows", NULL, 0);
        return;
    }
    count = own_nodes(judging, nodes, count);
    for (size_t at = 0; at < count; at++)
        open += can_open(judging, &nodes[at]);
    if (judge_denied(judging, nodes, count))
        return;
    if (!listed || listed->state != FACT_KNOWN || open < count) {
        judge_link(judging, CHAIN_DEVICE_ACCESS, LINK_UNKNOWN, "chain.device_access.unknown", NULL, 0);
        return;
    }
    const struct slot slots[] = {{"nodes", node_names(judging, nodes, count)}};
    bool wsl = has_node(nodes, count, "/dev/dxg");
    if (!wsl && !has_node(nodes, count, "/dev/nvidiactl") && !has_node(nodes, count, "/dev/nvidia0"))
        judge_none(judging, listed);
    else if (!wsl && !has_node(nodes, count, "/dev/nvidia-uvm"))
        judge_link(judging, CHAIN_DEVICE_ACCESS, LINK_OK, "chain.device_access.no_uvm", slots, 1);
    else
        judge_link(judging, CHAIN_DEVICE_ACCESS, LINK_OK, "chain.device_access.ok", slots, 1);
}

const struct judge judge_of_device_access = {"device_access", judge_device_access, false};
