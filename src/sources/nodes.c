/* Device files: /dev/nvidia0 and its kin, and /dev/dxg under WSL. They are not opened, since opening one wakes a
 * sleeping card: the kernel is asked whether this user could. Source: NVIDIA driver README, chapter on device files. */
#include "sources/gathering.h"

static bool is_ours(struct text name) {
    if (text_is(name, "nvidiactl") || text_is(name, "nvidia-uvm") || text_is(name, "dxg"))
        return true;
    if (!text_starts(name, "nvidia"))
        return false;
    int64_t number;
    return text_to_integer(text_from(name, 6), &number);
}

/* "video:x:44:sam" in /etc/group */
static struct text group_name(struct gathering *gathering, int64_t wanted) {
    struct asked_text asked = ask_text(gathering->machine, gathering->arena, TEXT("/etc/group"));
    struct text rest = asked.text, line, name, password, number;
    int64_t group;
    while (asked.state == ANSWER_KNOWN && text_next_line(&rest, &line))
        if (text_next_part(&line, ':', &name) && text_next_part(&line, ':', &password) &&
            text_next_part(&line, ':', &number) && text_to_integer(number, &group) && group == wanted)
            return name;
    return (struct text){0};
}

static void learn_node(struct gathering *gathering, struct text path) {
    struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, path);
    if (stat.state != ANSWER_KNOWN) {
        learn_state(gathering, ATTRIBUTE_NODE_TYPE, path, stat.state, stat.reason, path);
        return;
    }
    learn_text(gathering, ATTRIBUTE_NODE_TYPE, path, stat.type, path);
    learn_integer(gathering, ATTRIBUTE_NODE_MODE, path, stat.mode & 07777, path);
    learn_integer(gathering, ATTRIBUTE_NODE_GROUP, path, stat.gid, path);
    struct text group = stat.gid ? group_name(gathering, stat.gid) : (struct text){0};
    if (group.size)
        learn_text(gathering, ATTRIBUTE_NODE_GROUP_NAME, path, group, TEXT("/etc/group"));
    struct text reason = {0};
    enum answer_state state = ask_open(gathering->machine, gathering->arena, path, &reason);
    if (state != ANSWER_KNOWN) {
        learn_state(gathering, ATTRIBUTE_NODE_OPEN, path, state, reason, path);
        return;
    }
    learn_boolean(gathering, ATTRIBUTE_NODE_OPEN, path, !reason.size, path);
    if (reason.size)
        learn_text(gathering, ATTRIBUTE_NODE_ERROR, path, reason, path);
}

/* The driver's libraries start this helper to make missing device files; it works for ordinary users only when it is
 * setuid. */
static void learn_helper(struct gathering *gathering) {
    enum { SET_USER_ID = 04000 };
    struct text path = TEXT("/usr/bin/nvidia-modprobe");
    struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, path);
    if (stat.state == ANSWER_KNOWN || stat.state == ANSWER_ABSENT)
        learn_boolean(gathering, ATTRIBUTE_MACHINE_NODE_HELPER, TEXT(""),
                      stat.state == ANSWER_KNOWN && stat.mode & SET_USER_ID, path);
    else
        learn_state(gathering, ATTRIBUTE_MACHINE_NODE_HELPER, TEXT(""), stat.state, stat.reason, path);
}

static void gather(struct gathering *gathering) {
    if (!gathering_on(gathering, SYSTEM_LINUX))
        return;
    struct text folder = TEXT("/dev");
    learn_helper(gathering);
    struct asked_list list = ask_list(gathering->machine, gathering->arena, folder);
    struct value names = value_list();
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++)
        if (is_ours(list.entries[at])) {
            value_append(gathering->arena, &names, value_text(list.entries[at]));
            learn_node(gathering, path_join(gathering->machine, gathering->arena, folder, list.entries[at]));
        }
    if (list.state == ANSWER_KNOWN && list.complete)
        learn(gathering, ATTRIBUTE_MACHINE_NODES, TEXT(""), names, folder);
    else
        learn_state(gathering, ATTRIBUTE_MACHINE_NODES, TEXT(""),
                    list.state == ANSWER_KNOWN ? ANSWER_UNREADABLE : list.state, list.reason, folder);
}

extern const struct source source_nodes;
const struct source source_nodes = {"nodes", "device files and whether this user may open them", false, gather};
