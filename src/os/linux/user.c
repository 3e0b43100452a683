/* Who runs this program. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "live.h"

static struct value group_list(struct arena *arena) {
    struct value list = value_list();
    int room = getgroups(0, NULL);
    gid_t *groups = arena_array(arena, room > 0 ? (size_t)room : 1, sizeof *groups);
    int count = room > 0 ? getgroups(room, groups) : 0;
    for (int i = 0; i < count; i++)
        value_append(arena, &list, value_integer(groups[i]));
    return list;
}

/* Name and home of a line "name:password:uid:gid:comment:home:shell" that is about `uid`. */
static bool read_account(struct text line, int64_t uid, struct text *name, struct text *home) {
    struct text fields[6];
    int64_t number;
    for (size_t i = 0; i < 6; i++)
        if (!text_next_part(&line, ':', &fields[i]))
            return false;
    if (!text_to_integer(fields[2], &number) || number != uid)
        return false;
    *name = fields[0];
    *home = fields[5];
    return true;
}

/* getpwuid() may ask a directory service over a network that does not answer; the file does not. */
static void add_account(struct arena *arena, struct value *user, int64_t uid) {
    FILE *file = fopen("/etc/passwd", "re");
    char line[4096];
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        struct text name, home;
        if (!read_account(text_trim(text_of(line)), uid, &name, &home))
            continue;
        value_set(arena, user, "name", value_text(text_copy(arena, name)));
        value_set(arena, user, "home", value_text(text_copy(arena, home)));
        break;
    }
    fclose(file);
}

struct answer user_answer(struct arena *arena) {
    struct value user = value_map();
    value_set(arena, &user, "uid", value_integer(getuid()));
    value_set(arena, &user, "gid", value_integer(getgid()));
    value_set(arena, &user, "groups", group_list(arena));
    add_account(arena, &user, getuid());
    const char *sudo_user = getenv("SUDO_USER");
    if (sudo_user != NULL && sudo_user[0] != '\0')
        value_set(arena, &user, "sudo_user", value_text(text_copy(arena, text_of(sudo_user))));
    return answer_known(user);
}
