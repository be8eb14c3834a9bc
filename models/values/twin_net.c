/* The value networks on the twin: what models/values/net.py computes, for all ends of the turns of many games at once.
   What stays the same within a turn is computed once: the codes of the pieces, the sums of the other seats.
   Widths are multiples of 16. Part of twin.c. */
#include <math.h>

typedef float V __attribute__((vector_size(64), aligned(4)));
#define LANES 16
#define MOST 256 /* widest layer */

typedef struct {
    const float *codes;              /* Würfelspiel: [boards * 50 + 1][code] of every space, the last of absent pieces */
    const float *parts, *parts_bias; /* Ór: [207][encoder], [encoder] */
    const float *chips;              /* Ór: [sets * 55][encoder] what a chip left in the centre adds */
    const float *codes_of, *codes_bias; /* Ór: [encoder][code], [code] */
    const float *first_of, *first_bias; /* [sums * code + rest][first] */
    const float *second_of, *second_bias, *out_of, *out_bias; /* the last padded from 8 to 16 */
    int code, encoder, first, second;
    double win_points; /* what a point ahead adds to a chance of winning */
} Net;

static void add(float *to, const float *row, int width) {
    for (int i = 0; i < width; i += LANES) *(V *)(to + i) += *(const V *)(row + i);
}
static void add_times(float *to, const float *row, float factor, int width) {
    for (int i = 0; i < width; i += LANES) *(V *)(to + i) += factor * *(const V *)(row + i);
}
static void positive(float *x, int width) {
    for (int i = 0; i < width; i++) x[i] = x[i] > 0 ? x[i] : 0;
}
/* to[outs] += x[ins] * of[ins][outs]; the inputs come out of thresholds, and the many that are zero are left out */
static void dense(const float *x, int ins, const float *of, int outs, float *to) {
    int some[MOST], count = 0, o = 0;
    for (int i = 0; i < ins; i++) {
        some[count] = i;
        count += x[i] != 0;
    }
    for (; o + 4 * LANES <= outs; o += 4 * LANES) {
        V a = *(V *)(to + o), b = *(V *)(to + o + 16), c = *(V *)(to + o + 32), d = *(V *)(to + o + 48);
        for (int k = 0; k < count; k++) {
            const float factor = x[some[k]], *row = of + (size_t)some[k] * outs + o;
            a += factor * *(const V *)row;
            b += factor * *(const V *)(row + 16);
            c += factor * *(const V *)(row + 32);
            d += factor * *(const V *)(row + 48);
        }
        *(V *)(to + o) = a, *(V *)(to + o + 16) = b, *(V *)(to + o + 32) = c, *(V *)(to + o + 48) = d;
    }
    for (; o < outs; o += LANES) {
        V a = *(V *)(to + o);
        for (int k = 0; k < count; k++) a += x[some[k]] * *(const V *)(of + (size_t)some[k] * outs + o);
        *(V *)(to + o) = a;
    }
}

/* From the first layer before its threshold to the row of an end, seats counted from `start`; returns its worth. */
static double decided(const Net *n, float *first, int seats, int start, int mover, float *row) {
    float second[MOST], out[LANES], win[SEATS], total = 0, most = -1e30f;
    positive(first, n->first);
    memcpy(second, n->second_bias, sizeof(float) * n->second);
    dense(first, n->first, n->second_of, n->second, second);
    positive(second, n->second);
    memcpy(out, n->out_bias, sizeof out);
    dense(second, n->second, n->out_of, LANES, out);
    for (int i = 0; i < seats; i++) most = out[i] > most ? out[i] : most;
    for (int i = 0; i < seats; i++) total += win[i] = expf(out[i] - most);
    double points = 0;
    memset(row, 0, sizeof(float) * WIDTH);
    for (int i = 0; i < seats; i++) {
        int s = (start + i) % seats;
        row[s] = win[i] / total;
        row[SEATS + s] = out[SEATS + i] * 10;
        points += row[SEATS + s];
    }
    return row[mover] + n->win_points * (row[SEATS + mover] * seats - points) / (seats - 1);
}

static double decided_over(const Net *n, const float *final, int seats, int mover, float *row) {
    double points = 0;
    memcpy(row, final, sizeof(float) * WIDTH);
    for (int s = 0; s < seats; s++) points += row[SEATS + s];
    return row[mover] + n->win_points * (row[SEATS + mover] * seats - points) / (seats - 1);
}

/* what a seat's pieces and stones add to the first layer when it is `slot` places from the one to roll */
static void w_seat(const Net *n, int slot, const float *codes, const uint8_t *at, int stones, float *first) {
    float sum[MOST];
    memset(sum, 0, sizeof(float) * n->code);
    for (int row = 0; row < ROWS; row++) add(sum, codes + (size_t)(row * 10 + at[row]) * n->code, n->code);
    positive(sum, n->code);
    dense(sum, n->code, n->first_of + (size_t)slot * n->code * n->first, n->first, first);
    add(first, n->first_of + (size_t)(SEATS * n->code + slot * 10 + (stones > 9 ? 9 : stones)) * n->first, n->first);
}

/* Value the ends of the turns of those games whose `mine` is set. */
void w_value(const Net *n, const W *w, const WLeaves *leaves, const int32_t *games, int count, const int32_t *first,
             const uint8_t *mine, int boards, float *rows, double *worth) {
    int rest = SEATS * n->code;
    for (int g = 0; g < count; g++) {
        if (!mine[g]) continue;
        int game = games[g], seat = w->turn[game], seats = w->seats[game];
        const float *codes = n->codes + (size_t)w->board[game] * 50 * n->code;
        float common[2][MOST];
        int in_goal = 0, ready[2] = {0, 0};
        for (int s = 0; s < seats; s++)
            for (int row = 0; row < ROWS; row++)
                in_goal += s != seat && w->at[((size_t)game * SEATS + s) * ROWS + row] >= 7;
        for (int leaf = first[g]; leaf < first[g + 1]; leaf++) {
            float *row = rows + (size_t)leaf * WIDTH;
            int kind = leaves->kind[leaf];
            if (kind == OVER) {
                worth[leaf] = decided_over(n, leaves->final + (size_t)leaf * WIDTH, seats, seat, row);
                continue;
            }
            int again = kind == AGAIN, start = again ? seat : (seat + 1) % seats, slot = again ? 0 : seats - 1;
            if (!ready[again]) {
                ready[again] = 1;
                float *here = common[again], absent[MOST];
                memcpy(here, n->first_bias, sizeof(float) * n->first);
                for (int i = 0; i < seats; i++)
                    if (i != slot) {
                        int s = (start + i) % seats;
                        w_seat(n, i, codes, w->at + ((size_t)game * SEATS + s) * ROWS, w->stones[game * SEATS + s], here);
                    }
                for (int i = 0; i < n->code; i++) absent[i] = 5 * n->codes[(size_t)boards * 50 * n->code + i];
                positive(absent, n->code);
                for (int i = seats; i < SEATS; i++)
                    dense(absent, n->code, n->first_of + (size_t)i * n->code * n->first, n->first, here);
                add(here, n->first_of + (size_t)(rest + 40 + seats - 2) * n->first, n->first);
                if (w->clamps) add(here, n->first_of + (size_t)(rest + 51) * n->first, n->first);
            }
            float layer[MOST];
            memcpy(layer, common[again], sizeof(float) * n->first);
            const uint8_t *own = leaves->at + ((size_t)leaf * SEATS + slot) * ROWS;
            w_seat(n, slot, codes, own, leaves->stones[(size_t)leaf * SEATS + slot], layer);
            int left = GOAL_PIECES[seats] - in_goal;
            for (int i = 0; i < ROWS; i++) left -= own[i] >= 7;
            left = left < 1 ? 1 : left > 8 ? 8 : left;
            add(layer, n->first_of + (size_t)(rest + 43 + left - 1) * n->first, n->first);
            worth[leaf] = decided(n, layer, seats, start, seat, row);
        }
    }
}

/* the code of one colour */
static void o_code(const Net *n, const O *o, const int32_t *part, int seats, float *code) {
    float layer[MOST];
    int width = n->encoder;
    memcpy(layer, n->parts_bias, sizeof(float) * width);
    for (int i = 0; i < seats; i++) {
        const float *of = n->parts + (size_t)i * 38 * width;
        int column = part[i], chips = column & CHIPS, way = column >> VALUES & 3;
        int length = __builtin_popcount(chips) + (column >> 13);
        add(layer, of, width);
        add(layer, of + (size_t)(1 + (length > 10 ? 10 : length)) * width, width);
        if (!chips) {
            add(layer, of + (size_t)23 * width, width);
        } else {
            int top = way == 2 ? __builtin_ctz(chips) : 31 - __builtin_clz(chips);
            add(layer, of + (size_t)(12 + top) * width, width);
            add(layer, of + (size_t)(24 + (way < 3 ? way : 0)) * width, width);
        }
        for (int open = o->fits[column & 8191] & part[4]; open; open &= open - 1)
            add(layer, of + (size_t)(27 + __builtin_ctz(open)) * width, width);
    }
    for (int left = part[4]; left; left &= left - 1)
        add(layer, n->chips + (size_t)(part[5] * VALUES + __builtin_ctz(left)) * width, width);
    positive(layer, width);
    memcpy(code, n->codes_bias, sizeof(float) * n->code);
    dense(layer, width, n->codes_of, n->code, code);
}

static void o_rest(const Net *n, const O *o, const int32_t *figures, int seats, int least, float *layer) {
    const float *of = n->first_of + (size_t)n->code * n->first;
    int width = n->first, most = 0, supply = figures[12], passes = figures[13];
    for (int i = 0; i < seats; i++) most = figures[SEATS + i] > most ? figures[SEATS + i] : most;
    for (int i = 0; i < seats; i++) {
        const float *seat = of + (size_t)i * 13 * width;
        int stones = figures[i] > 9 ? 9 : figures[i], goblins = figures[SEATS + i];
        add(layer, seat + (size_t)stones * width, width);
        add_times(layer, seat + (size_t)10 * width, goblins / 3.0f, width);
        add_times(layer, seat + (size_t)11 * width, figures[2 * SEATS + i] / 5.0f, width);
        add_times(layer, seat + (size_t)12 * width, (goblins - most) / 3.0f, width);
    }
    add_times(layer, of + (size_t)52 * width, supply / 30.0f, width);
    if (supply <= 8) add(layer, of + (size_t)(53 + (supply > 1 ? supply - 1 : 0)) * width, width);
    add(layer, of + (size_t)(61 + (passes > 3 ? 3 : passes)) * width, width);
    add_times(layer, of + (size_t)65 * width, least / 11.0f, width);
    if (least <= 4) add(layer, of + (size_t)(66 + (least > 1 ? least - 1 : 0)) * width, width);
    int options[4] = {o->colour_ends, o->at_once, o->ties_count, o->stalls};
    for (int i = 0; i < 4; i++)
        if (options[i]) add(layer, of + (size_t)(70 + i) * width, width);
    add(layer, of + (size_t)(74 + seats - 2) * width, width);
}

void o_value(const Net *n, const O *o, const OLeaves *leaves, const int32_t *games, int count, const int32_t *first,
             const uint8_t *mine, const int32_t *classes, float *rows, double *worth) {
    for (int g = 0; g < count; g++) {
        if (!mine[g]) continue;
        int game = games[g], seat = o->turn[game], seats = o->seats[game], start = (seat + 1) % seats;
        const int32_t *base = leaves->places + (size_t)classes[(size_t)g * 59 + 58] * ROWS; /* nothing changed */
        float codes[ROWS][MOST];
        int known = 0, lengths[ROWS];
        for (int leaf = first[g]; leaf < first[g + 1]; leaf++) {
            float *row = rows + (size_t)leaf * WIDTH;
            if (leaves->kind[leaf] == OVER) {
                worth[leaf] = decided_over(n, leaves->final + (size_t)leaf * WIDTH, seats, seat, row);
                continue;
            }
            if (!known) {
                known = 1;
                for (int c = 0; c < ROWS; c++) {
                    const int32_t *part = leaves->part + (size_t)base[c] * 6;
                    o_code(n, o, part, seats, codes[c]);
                    lengths[c] = __builtin_popcount(part[4]);
                }
            }
            const int32_t *places = leaves->places + (size_t)leaf * ROWS;
            float sum[MOST], code[MOST], layer[MOST];
            int least = 99;
            memset(sum, 0, sizeof(float) * n->code);
            for (int c = 0; c < ROWS; c++) {
                int length = lengths[c];
                if (places[c] == base[c]) {
                    add(sum, codes[c], n->code);
                } else {
                    const int32_t *part = leaves->part + (size_t)places[c] * 6;
                    o_code(n, o, part, seats, code);
                    add(sum, code, n->code);
                    length = __builtin_popcount(part[4]);
                }
                least = length < least ? length : least;
            }
            positive(sum, n->code);
            memcpy(layer, n->first_bias, sizeof(float) * n->first);
            dense(sum, n->code, n->first_of, n->first, layer);
            o_rest(n, o, leaves->figures + (size_t)leaf * 14, seats, least, layer);
            worth[leaf] = decided(n, layer, seats, start, seat, row);
        }
    }
}
