/* Processes beside each other on cards, as nvidia-smi lists them. A run that starts a process for each card, and whose
 * processes all touch the first card too, shows there as one card that holds all of them. */
#include "findings/judge.h"

#include "judge_common.h"

enum { MOST_CLIENTS = 256 }; /* what follows compares each with each; more than that no machine of eight cards shows */

struct client {
    int64_t card, process;
};

struct clients {
    struct client items[MOST_CLIENTS];
    size_t count;
};

static struct clients *read_clients(struct judging *judging) {
    struct entity *entities;
    struct clients *clients = arena_alloc(judging->arena, sizeof *clients);
    size_t count = judge_entities(judging, KIND_CLIENT, &entities);
    for (size_t at = 0; at < count && clients->count < MOST_CLIENTS; at++) {
        struct client client = {.card = fact_integer(judging->facts, &entities[at], ATTRIBUTE_CLIENT_CARD, -1)};
        struct text key = entities[at].key;
        if (client.card >= 0 && text_to_integer(text_from(key, text_find_byte(key, '/') + 1), &client.process))
            clients->items[clients->count++] = client;
    }
    return clients;
}

static size_t on_card(const struct clients *clients, int64_t card) {
    size_t count = 0;
    for (size_t at = 0; at < clients->count; at++)
        count += clients->items[at].card == card;
    return count;
}

/* On how many other cards the process is; `*other` is the last of them. */
static size_t elsewhere(const struct clients *clients, struct client client, int64_t *other) {
    size_t count = 0;
    for (size_t at = 0; at < clients->count; at++)
        if (clients->items[at].process == client.process && clients->items[at].card != client.card) {
            *other = clients->items[at].card;
            count++;
        }
    return count;
}

/* Of a card that holds a process of its own, how many others it holds that each have another card to themselves; 0 of
 * any other card. Processes that share all cards, as one program on several cards does, are no such thing. */
static size_t guests(const struct clients *clients, int64_t card) {
    size_t visiting = 0, own = 0;
    for (size_t at = 0; at < clients->count; at++) {
        int64_t other = -1;
        if (clients->items[at].card != card)
            continue;
        size_t others = elsewhere(clients, clients->items[at], &other);
        if (others > 1 || (others == 1 && on_card(clients, other) != 1))
            return 0;
        visiting += others;
        own += others == 0;
    }
    return own ? visiting : 0;
}

static void judge_card_processes(struct judging *judging) {
    const struct clients *clients = read_clients(judging);
    for (size_t at = 0; at < clients->count; at++) {
        struct client client = clients->items[at];
        size_t visiting = guests(clients, client.card);
        if (!visiting)
            continue;
        struct entity entity = {
            judging->subject, KIND_CLIENT,
            text_format(judging->arena, "%lld/%lld", (long long)client.card, (long long)client.process)};
        const struct slot slots[] = {{"card", text_format(judging->arena, "%lld", (long long)client.card)},
                                     {"count", text_format(judging->arena, "%zu", visiting)}};
        judge_evidence(judging, "dist.rank_device_mapping", WEIGHT_LIKELY, SEVERITY_WARNING,
                       fact_find(judging->facts, &entity, ATTRIBUTE_CLIENT_CARD), "seen.processes_visit_card", slots,
                       2);
        return;
    }
}

const struct judge judge_of_card_processes = {"card_processes", judge_card_processes, false};
