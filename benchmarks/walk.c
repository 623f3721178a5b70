/* The loops of src/turaga/_kernels/greedy.py in C, statement for statement, for comparison.
   Compiled by benchmarks/kernel_vs_c.py with gcc -O3. */
#include <stdint.h>

enum { VISITED = 100, TAKEN = 50 };

static int64_t walk_by_order(int8_t *table, int64_t *at_, const int64_t *moves, const int64_t *steps,
                             int64_t lower, int32_t *path, int64_t done, int64_t limit)
{
    int64_t at = *at_, number = path[done - 1];
    while (done < limit) {
        int64_t best = INT64_MAX;
        for (int64_t d = 0; d < 8; d++) {
            int64_t t = at + moves[d];
            int64_t value = table[t], key = (value << 3) | d;
            if (key < best) best = key;
            table[t] = (int8_t)(value - lower);
        }
        if (best >= TAKEN << 3) break;
        int64_t d = best & 7;
        at += moves[d];
        number += steps[d];
        table[at] = VISITED;
        path[done++] = (int32_t)number;
    }
    *at_ = at;
    return done;
}

static int64_t walk_by_keys(int8_t *table, int64_t *at_, int64_t width, const int64_t *moves, const int64_t *steps,
                            const int64_t *downs, const int64_t *rights, const int64_t *row_keys,
                            const int64_t *col_keys, int64_t scale, int64_t lower, int32_t *path,
                            int64_t done, int64_t limit)
{
    int64_t at = *at_, number = path[done - 1], row = at / width, col = at % width;
    while (done < limit) {
        int64_t best = INT64_MAX;
        for (int64_t d = 0; d < 8; d++) {
            int64_t t = at + moves[d];
            int64_t value = table[t];
            int64_t key = value * scale + row_keys[row + downs[d]] + col_keys[col + rights[d]] + d;
            if (key < best) best = key;
            table[t] = (int8_t)(value - lower);
        }
        if (best >= TAKEN * scale) break;
        int64_t d = best & 7;
        at += moves[d];
        number += steps[d];
        row += downs[d];
        col += rights[d];
        table[at] = VISITED;
        path[done++] = (int32_t)number;
    }
    *at_ = at;
    return done;
}

/* scale 8 means that every key is 0, as in the Python. */
void walk_many(const int8_t *fresh, int8_t *table, int64_t places, const int64_t *ats, const int64_t *numbers,
               int64_t count, int64_t width, const int64_t *moves, const int64_t *steps, const int64_t *downs,
               const int64_t *rights, const int64_t *row_keys, const int64_t *col_keys, int64_t scale,
               int64_t lower, int32_t *path, int64_t limit, int64_t *visited, int64_t *ends)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t at = ats[i];
        for (int64_t t = 0; t < places; t++) table[t] = fresh[t];
        table[at] = VISITED;
        path[0] = (int32_t)numbers[i];
        visited[i] = scale == 8
            ? walk_by_order(table, &at, moves, steps, lower, path, 1, limit)
            : walk_by_keys(table, &at, width, moves, steps, downs, rights, row_keys, col_keys, scale, lower,
                           path, 1, limit);
        ends[i] = at;
    }
}
