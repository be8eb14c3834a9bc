/* A fast twin of the rules of both dice games, for self-play only: many games side by side.
   The readable rules stand in engine/games; tests/models/test_twin.py drives both through the same games.
   One turn: enumerate its different ends, let the caller value them, back the values up exactly, play. */
#include <stdint.h>
#include <string.h>

#define SEATS 4
#define ROWS 5
#define WIDTH 8 /* figures carried along: 4 chances of winning, 4 expected points, by seat */

/* ---- chance ------------------------------------------------------------------------------------------------ */

static uint64_t drawn(uint64_t *state) { /* splitmix64 */
    uint64_t z = (*state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static int below(uint64_t *state, int n) { return (int)((drawn(state) >> 33) % (uint64_t)n); }
static double unit(uint64_t *state) { return (double)(drawn(state) >> 11) / 9007199254740992.0; }

/* ---- dice: tables filled in by the caller ------------------------------------------------------------------- */

typedef struct {
    int count, rolls, keeps;      /* dice, different rolls, different keeps */
    const int32_t *child;         /* [keeps][6] the keep with one more die; a keep of all dice is a roll */
    const int32_t *roll_of_keep;  /* [keeps] place of the roll, -1 while dice are missing */
    const int32_t *size;          /* [keeps] dice kept */
    const int32_t *first_option;  /* [rolls + 1] */
    const int32_t *option;        /* keeps of each roll */
    const double *chance;         /* [rolls] */
    const int8_t *counts;         /* [rolls][6] dice of each face, stones last */
    const int32_t *keep_of_roll;  /* [rolls] */
} Dice;

/* From the worth of every final roll to the expectation of the turn; then one turn is drawn.
   final: [rolls] leaf of the best move; returns the leaf reached. Keeps run from few dice to many. */
static int backup(const Dice *dice, const int32_t *final, const double *worth, const float *rows, float *expected,
                  double *expected_worth, uint64_t *random, double explore) {
    static double q[512];
    static float carried[512][WIDTH];
    for (int keep = dice->keeps - 1; keep >= 0; keep--) {
        int roll = dice->roll_of_keep[keep];
        if (roll >= 0) {
            int leaf = final[roll];
            q[keep] = worth[leaf];
            for (int i = 0; i < WIDTH; i++) carried[keep][i] = rows[(size_t)leaf * WIDTH + i];
        } else {
            double total = 0;
            float sums[WIDTH] = {0};
            for (int face = 0; face < 6; face++) {
                int next = dice->child[keep * 6 + face];
                total += q[next];
                for (int i = 0; i < WIDTH; i++) sums[i] += carried[next][i];
            }
            q[keep] = total / 6;
            for (int i = 0; i < WIDTH; i++) carried[keep][i] = sums[i] * (1.0f / 6);
        }
    }
    static int32_t chosen[256];
    double sums[WIDTH] = {0}, total = 0;
    for (int roll = 0; roll < dice->rolls; roll++) {
        double best = -1e300;
        int at = 0;
        for (int o = dice->first_option[roll]; o < dice->first_option[roll + 1]; o++)
            if (q[dice->option[o]] > best) { best = q[dice->option[o]]; at = dice->option[o]; }
        chosen[roll] = at;
        total += dice->chance[roll] * best;
        for (int i = 0; i < WIDTH; i++) sums[i] += dice->chance[roll] * carried[at][i];
    }
    *expected_worth = total;
    for (int i = 0; i < WIDTH; i++) expected[i] = (float)sums[i];
    int keep = 0; /* the keep of nothing */
    for (int die = 0; die < dice->count; die++) keep = dice->child[keep * 6 + below(random, 6)];
    int roll = dice->roll_of_keep[keep];
    keep = chosen[roll];
    if (explore > 0 && unit(random) < explore) {
        int options = dice->first_option[roll + 1] - dice->first_option[roll];
        keep = dice->option[dice->first_option[roll] + below(random, options)];
    }
    while (dice->roll_of_keep[keep] < 0) keep = dice->child[keep * 6 + below(random, 6)];
    return dice->roll_of_keep[keep];
}

/* ---- Würfelspiel -------------------------------------------------------------------------------------------- */

enum { PLAIN, CLOVER_ICON, STONE_ICON, LEPRECHAUN, CROSSED };
enum { NEXT, AGAIN, OVER };
static const int GOAL_PIECES[5] = {0, 0, 5, 7, 8};
static const int W_STONES[10] = {-10, -4, -3, -2, 1, 2, 3, 6, 7, 10};

typedef struct { /* arrays of all games, absolute seats */
    uint8_t *at;       /* [games][4][5] */
    uint8_t *stones;   /* [games][4] */
    uint8_t *turn, *seats, *over;
    const uint8_t *icons; /* [boards][5][10] */
    const int32_t *board;
    const int8_t *values; /* [10] */
    int tiles, clamps, endless; /* endless: nothing ends the game, for playing alone */
} W;

typedef struct { /* ends of the turns, relative to the seat that is to roll then */
    uint8_t *at;      /* [leaves][4][5] */
    uint8_t *stones;  /* [leaves][4] */
    uint8_t *kind;
    int32_t *game;
    float *final;     /* [leaves][8] of games that are over */
    int32_t *list;    /* [lists] leaves of the move classes */
    int capacity, list_capacity, leaves, lists;
} WLeaves;

typedef struct {
    const W *w;
    WLeaves *out;
    int game, seat, seats, first, tiles_left, others_in_goal, limit;
    const uint8_t *icons;
    const uint8_t *base;
    uint32_t keys[2048];
} Reach;

static void w_final(Reach *r, int leaf, const uint8_t *own, int stones) {
    const W *w = r->w;
    float *final = r->out->final + (size_t)leaf * WIDTH;
    int best = -1000, winners = 0, totals[SEATS];
    for (int s = 0; s < r->seats; s++) {
        const uint8_t *at = s == r->seat ? own : r->base + s * ROWS;
        int have = s == r->seat ? stones : w->stones[r->game * SEATS + s];
        totals[s] = W_STONES[have > 9 ? 9 : have];
        for (int row = 0; row < ROWS; row++) totals[s] += w->values[at[row]];
        if (totals[s] > best) { best = totals[s]; winners = 0; }
        winners += totals[s] == best;
    }
    for (int s = 0; s < SEATS; s++) {
        final[s] = s < r->seats && totals[s] == best ? 1.0f / winners : 0;
        final[SEATS + s] = s < r->seats ? totals[s] : 0;
    }
}

static int w_leaf(Reach *r, const uint8_t *own, int stones, int kind) {
    WLeaves *out = r->out;
    uint32_t key = (uint32_t)stones << 20 | (uint32_t)kind << 30;
    for (int row = 0; row < ROWS; row++) key |= (uint32_t)own[row] << (4 * row);
    int known = out->leaves - r->first;
    for (int i = 0; i < known; i++)
        if (r->keys[i] == key) return r->first + i;
    if (out->leaves >= out->capacity || known >= 2048) return -1;
    int leaf = out->leaves++;
    r->keys[known] = key;
    int start = kind == NEXT ? (r->seat + 1) % r->seats : r->seat;
    uint8_t *at = out->at + (size_t)leaf * SEATS * ROWS, *have = out->stones + (size_t)leaf * SEATS;
    memset(at, 0, SEATS * ROWS);
    memset(have, 0, SEATS);
    for (int i = 0; i < r->seats; i++) {
        int s = (start + i) % r->seats;
        memcpy(at + i * ROWS, s == r->seat ? own : r->base + s * ROWS, ROWS);
        have[i] = s == r->seat ? stones : r->w->stones[r->game * SEATS + s];
    }
    out->kind[leaf] = kind;
    out->game[leaf] = r->game;
    memset(out->final + (size_t)leaf * WIDTH, 0, sizeof(float) * WIDTH);
    if (kind == OVER) w_final(r, leaf, own, stones);
    return leaf;
}

static int w_note(Reach *r, int begin, int leaf) {
    WLeaves *out = r->out;
    if (leaf < 0 || out->lists >= out->list_capacity) return -1;
    for (int i = begin; i < out->lists; i++)
        if (out->list[i] == leaf) return 0;
    out->list[out->lists++] = leaf;
    return 0;
}

static int w_reach(Reach *r, const uint8_t *from, int stones, int row, int to, int begin) {
    uint8_t own[ROWS];
    memcpy(own, from, ROWS);
    own[row] = to;
    if (to >= 7) {
        int in_goal = 0;
        for (int i = 0; i < ROWS; i++) in_goal += own[i] >= 7;
        if ((in_goal == 4 && !r->w->endless) || in_goal + r->others_in_goal >= r->limit) return w_note(r, begin, w_leaf(r, own, stones, OVER));
    }
    int icon = r->icons[row * 10 + to];
    int spent = stones - r->w->stones[r->game * SEATS + r->seat];
    if (icon == STONE_ICON) return w_note(r, begin, w_leaf(r, own, stones + (r->tiles_left > spent), NEXT));
    if (icon == LEPRECHAUN) return w_note(r, begin, w_leaf(r, own, stones, AGAIN));
    if (w_note(r, begin, w_leaf(r, own, stones, NEXT))) return -1; /* plain, or the clover is left unused */
    if (icon != CLOVER_ICON) return 0;
    int off = 0;
    for (int i = 0; i < ROWS; i++) off += own[i] == 0;
    for (int i = 0; i < ROWS; i++)
        if (own[i] != 9 && (own[i] || off > 1) && r->icons[i * 10 + own[i] + 1] != CROSSED)
            if (w_reach(r, own, stones, i, own[i] + 1, begin)) return -1;
    return 0;
}

/* classes: stone flag * 26 + (row * 5 + steps - 1, or 25 for declining); returns 0, or -1 if the room is too small */
int w_enumerate(const W *w, const int32_t *games, int count, WLeaves *out, int32_t *first, int32_t *classes) {
    Reach r = {.w = w, .out = out};
    out->leaves = out->lists = 0;
    for (int g = 0; g < count; g++) {
        r.game = games[g];
        r.seat = w->turn[r.game];
        r.seats = w->seats[r.game];
        r.first = first[g] = out->leaves;
        r.icons = w->icons + (size_t)w->board[r.game] * ROWS * 10;
        r.base = w->at + (size_t)r.game * SEATS * ROWS;
        r.limit = w->endless ? 99 : GOAL_PIECES[r.seats];
        r.others_in_goal = 0;
        r.tiles_left = w->tiles;
        for (int s = 0; s < r.seats; s++) {
            r.tiles_left -= w->stones[r.game * SEATS + s];
            for (int row = 0; row < ROWS; row++) r.others_in_goal += s != r.seat && r.base[s * ROWS + row] >= 7;
        }
        const uint8_t *own = r.base + r.seat * ROWS;
        int off = 0;
        for (int i = 0; i < ROWS; i++) off += own[i] == 0;
        for (int flag = 0; flag < 2; flag++) {
            int stones = w->stones[r.game * SEATS + r.seat] + (flag && r.tiles_left > 0);
            for (int class = 0; class < 26; class++) {
                int begin = classes[g * 53 + flag * 26 + class] = out->lists;
                int row = class / 5, steps = class % 5 + 1;
                if (class == 25) {
                    if (w_note(&r, begin, w_leaf(&r, own, stones, NEXT))) return -1;
                    continue;
                }
                if (own[row] == 9 || !(own[row] || off > 1) || (flag && steps > 3)) continue;
                int to = own[row] + steps;
                if (to > 9) {
                    if (!w->clamps) continue;
                    to = 9;
                }
                if (r.icons[row * 10 + to] == CROSSED) continue;
                if (w_reach(&r, own, stones, row, to, begin)) return -1;
            }
        }
        classes[g * 53 + 52] = out->lists;
    }
    first[count] = out->leaves;
    return 0;
}

/* Back up and draw one turn of each game; chosen gets the leaf reached. */
void w_choose(const Dice *dice, const WLeaves *leaves, int count, const int32_t *first, const int32_t *classes,
              const double *worth, const float *rows, const double *explore, uint64_t *random, const int32_t *games,
              float *expected, double *expected_worth, int32_t *chosen) {
    for (int g = 0; g < count; g++) {
        int32_t best[52];
        for (int class = 0; class < 52; class++) {
            best[class] = -1;
            for (int i = classes[g * 53 + class]; i < classes[g * 53 + class + 1]; i++)
                if (best[class] < 0 || worth[leaves->list[i]] > worth[best[class]]) best[class] = leaves->list[i];
        }
        int32_t final[256];
        for (int roll = 0; roll < dice->rolls; roll++) {
            const int8_t *counts = dice->counts + roll * 6;
            int flag = (counts[5] >= 2) * 26, leaf = best[flag + 25];
            for (int row = 0; row < ROWS; row++)
                if (counts[row]) {
                    int other = best[flag + row * 5 + counts[row] - 1];
                    if (other >= 0 && worth[other] > worth[leaf]) leaf = other;
                }
            final[roll] = leaf;
        }
        uint64_t *state = random + games[g];
        int roll = backup(dice, final, worth, rows, expected + (size_t)g * WIDTH, expected_worth + g, state, explore[g]);
        chosen[g] = final[roll];
        if (explore[g] > 0 && unit(state) < explore[g]) {
            const int8_t *counts = dice->counts + roll * 6;
            int flag = (counts[5] >= 2) * 26, row = below(state, 6);
            int class = flag + (row == 5 || !counts[row] ? 25 : row * 5 + counts[row] - 1);
            int begin = classes[g * 53 + class], end = classes[g * 53 + class + 1];
            if (end > begin) chosen[g] = leaves->list[begin + below(state, end - begin)];
        }
    }
    (void)first;
}

void w_apply(W *w, const WLeaves *leaves, const int32_t *chosen, int count) {
    for (int g = 0; g < count; g++) {
        int leaf = chosen[g], game = leaves->game[leaf], seats = w->seats[game], kind = leaves->kind[leaf];
        int start = kind == NEXT ? (w->turn[game] + 1) % seats : w->turn[game];
        for (int i = 0; i < seats; i++) {
            int s = (start + i) % seats;
            memcpy(w->at + ((size_t)game * SEATS + s) * ROWS, leaves->at + ((size_t)leaf * SEATS + i) * ROWS, ROWS);
            w->stones[game * SEATS + s] = leaves->stones[(size_t)leaf * SEATS + i];
        }
        w->turn[game] = start;
        w->over[game] = kind == OVER;
    }
}

/* ---- Ór ------------------------------------------------------------------------------------------------------ */

#define VALUES 11
#define CHIPS 2047
static const int COLUMN_POINTS[10] = {0, -4, -3, -2, 1, 2, 3, 6, 7, 10};
static const int O_STONES[10] = {-7, -4, -3, -2, 1, 2, 3, 6, 7, 10};

typedef struct {
    int32_t *columns;  /* [games][4][5] packed as in the rules */
    int32_t *centre;   /* [games][5] */
    int32_t *stones, *goblins, *coins; /* [games][4] */
    int32_t *supply, *passes;
    uint8_t *turn, *seats, *over;
    const uint8_t *gifts; /* [sets][5][11][4] stones, clovers, goblins, coins */
    const int32_t *set;
    const int32_t *fits;  /* [8192] */
    const int32_t *sums;  /* [rolls] */
    int colour_ends, at_once, ties_count, stalls;
} O;

typedef struct {
    int32_t *part;    /* [parts][6] columns of the seats from the one to roll, centre, set * 5 + colour */
    int32_t *places;  /* [leaves][5] parts of each leaf */
    int32_t *figures; /* [leaves][14] stones, goblins, coins of 4 seats from the one to roll, supply, passes */
    uint8_t *kind;
    int32_t *game;
    float *final;
    int capacity, leaves, parts;
} OLeaves;

static void o_final(const O *o, const int32_t *figures, const int32_t *columns, int seats, int first, float *final) {
    int totals[SEATS], most = -1, least = 1000, best = -1000, winners = 0, at_most = 0, at_least = 0;
    for (int i = 0; i < seats; i++) {
        int goblins = figures[SEATS + i];
        if (goblins > most) { most = goblins; at_most = 0; }
        if (goblins < least) { least = goblins; at_least = 0; }
        at_most += goblins == most;
        at_least += goblins == least;
    }
    for (int i = 0; i < seats; i++) {
        int stones = figures[i], goblins = figures[SEATS + i];
        totals[i] = O_STONES[stones > 9 ? 9 : stones] + figures[2 * SEATS + i];
        for (int c = 0; c < ROWS; c++) {
            int column = columns[i * ROWS + c], length = __builtin_popcount(column & CHIPS) + (column >> 13);
            totals[i] += COLUMN_POINTS[length > 9 ? 9 : length];
        }
        if (most != least) {
            if (goblins == most && (o->ties_count || at_most == 1)) totals[i] += 3;
            if (goblins == least && (o->ties_count || at_least == 1)) totals[i] -= 3;
        }
        if (totals[i] > best) { best = totals[i]; winners = 0; }
        winners += totals[i] == best;
    }
    for (int i = 0; i < seats; i++) {
        int s = (first + i) % seats;
        final[s] = totals[i] == best ? 1.0f / winners : 0;
        final[SEATS + s] = totals[i];
    }
}

/* classes: colour * 11 + value, 55-57 for 1-3 stones, 58 for passing; -1 where there is none */
int o_enumerate(const O *o, const int32_t *games, int count, OLeaves *out, int32_t *first, int32_t *classes) {
    out->leaves = out->parts = 0;
    for (int g = 0; g < count; g++) {
        int game = games[g], seat = o->turn[game], seats = o->seats[game], set = o->set[game];
        int start = (seat + 1) % seats, mine = seats - 1; /* own place once the next seat is to roll */
        if (out->leaves + 60 > out->capacity) return -1;
        first[g] = out->leaves;
        int base = out->parts, supply = o->supply[game];
        const int32_t *columns = o->columns + (size_t)game * SEATS * ROWS, *centre = o->centre + (size_t)game * ROWS;
        int32_t figures[14] = {0}, turned[SEATS * ROWS] = {0};
        for (int i = 0; i < seats; i++) {
            int s = (start + i) % seats;
            figures[i] = o->stones[game * SEATS + s];
            figures[SEATS + i] = o->goblins[game * SEATS + s];
            figures[2 * SEATS + i] = o->coins[game * SEATS + s];
            memcpy(turned + i * ROWS, columns + s * ROWS, sizeof(int32_t) * ROWS);
        }
        for (int c = 0; c < ROWS; c++) {
            int32_t *part = out->part + (size_t)(out->parts++) * 6;
            for (int i = 0; i < SEATS; i++) part[i] = turned[i * ROWS + c];
            part[4] = centre[c];
            part[5] = set * ROWS + c;
        }
        for (int class = 0; class < 59; class++) {
            int32_t *found = classes + (size_t)g * 59 + class;
            *found = -1;
            int32_t now[14], after[SEATS * ROWS];
            memcpy(now, figures, sizeof now);
            int kind = NEXT, colour = -1, left = supply, new_centre = 0;
            now[13] = 0;
            if (class < 55) {
                colour = class / VALUES;
                int value = class % VALUES, column = turned[mine * ROWS + colour];
                if (!(centre[colour] & o->fits[column & 8191] & 1 << value)) continue;
                const uint8_t *gift = o->gifts + (((size_t)set * ROWS + colour) * VALUES + value) * 4;
                int stones = gift[0] < left ? gift[0] : left;
                left -= stones;
                int clovers = gift[1] < left ? gift[1] : left;
                left -= clovers;
                int chips = column & CHIPS;
                if (chips && !(column >> VALUES & 3)) column |= (1 << value > chips ? 1 : 2) << VALUES;
                column = (column | 1 << value) + clovers * 8192;
                new_centre = centre[colour] & ~(1 << value);
                memcpy(after, turned, sizeof after);
                after[mine * ROWS + colour] = column;
                now[mine] += stones;
                if (left || !o->at_once) {
                    now[SEATS + mine] += gift[2];
                    now[2 * SEATS + mine] += gift[3];
                }
                if (!left || (!new_centre && o->colour_ends)) kind = OVER;
            } else if (class < 58) {
                int stones = class - 54;
                if (stones > left) stones = left;
                left -= stones;
                now[mine] += stones;
                if (!left) kind = OVER;
            } else {
                now[13] = o->stalls ? o->passes[game] + 1 : 0;
                if (o->stalls && now[13] >= 4) kind = OVER;
            }
            now[12] = left;
            int leaf = *found = out->leaves++;
            int32_t *places = out->places + (size_t)leaf * ROWS;
            for (int c = 0; c < ROWS; c++) places[c] = base + c;
            if (colour >= 0) {
                places[colour] = out->parts;
                int32_t *part = out->part + (size_t)(out->parts++) * 6;
                for (int i = 0; i < SEATS; i++) part[i] = after[i * ROWS + colour];
                part[4] = new_centre;
                part[5] = set * ROWS + colour;
            }
            memcpy(out->figures + (size_t)leaf * 14, now, sizeof now);
            out->kind[leaf] = kind;
            out->game[leaf] = game;
            float *final = out->final + (size_t)leaf * WIDTH;
            memset(final, 0, sizeof(float) * WIDTH);
            if (kind == OVER) o_final(o, now, colour >= 0 ? after : turned, seats, start, final);
        }
    }
    first[count] = out->leaves;
    return 0;
}

void o_choose(const Dice *dice, const O *o, const OLeaves *leaves, int count, const int32_t *classes, const double *worth,
              const float *rows, const double *explore, uint64_t *random, const int32_t *games, float *expected,
              double *expected_worth, int32_t *chosen) {
    for (int g = 0; g < count; g++) {
        const int32_t *class = classes + (size_t)g * 59;
        int32_t best[VALUES];
        for (int value = 0; value < VALUES; value++) {
            best[value] = -1;
            for (int c = 0; c < ROWS; c++) {
                int leaf = class[c * VALUES + value];
                if (leaf >= 0 && (best[value] < 0 || worth[leaf] > worth[best[value]])) best[value] = leaf;
            }
        }
        int32_t final[64];
        for (int roll = 0; roll < dice->rolls; roll++) {
            int leaf = class[58], stones = dice->counts[roll * 6 + 5];
            if (stones && worth[class[54 + stones]] > worth[leaf]) leaf = class[54 + stones];
            for (int value = 0; value < VALUES; value++)
                if (o->sums[roll] >> value & 1 && best[value] >= 0 && worth[best[value]] > worth[leaf]) leaf = best[value];
            final[roll] = leaf;
        }
        uint64_t *state = random + games[g];
        int roll = backup(dice, final, worth, rows, expected + (size_t)g * WIDTH, expected_worth + g, state, explore[g]);
        chosen[g] = final[roll];
        if (explore[g] > 0 && unit(state) < explore[g]) {
            int open[64], many = 0;
            for (int c = 0; c < 55; c++)
                if (class[c] >= 0 && o->sums[roll] >> (c % VALUES) & 1) open[many++] = class[c];
            int stones = dice->counts[roll * 6 + 5];
            if (stones) open[many++] = class[54 + stones];
            if (!many) open[many++] = class[58];
            chosen[g] = open[below(state, many)];
        }
    }
    (void)leaves;
}

void o_apply(O *o, const OLeaves *leaves, const int32_t *chosen, int count) {
    for (int g = 0; g < count; g++) {
        int leaf = chosen[g], game = leaves->game[leaf], seats = o->seats[game];
        int start = (o->turn[game] + 1) % seats;
        const int32_t *figures = leaves->figures + (size_t)leaf * 14;
        for (int c = 0; c < ROWS; c++) {
            const int32_t *part = leaves->part + (size_t)leaves->places[(size_t)leaf * ROWS + c] * 6;
            for (int i = 0; i < seats; i++)
                o->columns[((size_t)game * SEATS + (start + i) % seats) * ROWS + c] = part[i];
            o->centre[game * ROWS + c] = part[4];
        }
        for (int i = 0; i < seats; i++) {
            int s = game * SEATS + (start + i) % seats;
            o->stones[s] = figures[i];
            o->goblins[s] = figures[SEATS + i];
            o->coins[s] = figures[2 * SEATS + i];
        }
        o->supply[game] = figures[12];
        o->passes[game] = figures[13];
        o->over[game] = leaves->kind[leaf] == OVER;
        if (!o->over[game]) o->turn[game] = start;
    }
}

/* ---- values of the ends of turns -------------------------------------------------------------------------------- */

#include "twin_net.c"
#include "twin_points.c"

/* ---- the Würfelspiel alone: most points after a number of turns, by dynamic programming ---------------------- */

/* A state is its pieces as five decimal digits, times ten, plus its stones (nine stand for more). */

typedef struct {
    const uint8_t *icons;
    const double *now, *next; /* worth with as many turns left, and with one less */
    double best;
} Alone;

static int state_of(const uint8_t *own, int stones) {
    int state = 0;
    for (int row = 0; row < ROWS; row++) state = state * 10 + own[row];
    return state * 10 + (stones > 9 ? 9 : stones);
}

static void alone_reach(Alone *a, const uint8_t *from, int stones, int row, int to) {
    uint8_t own[ROWS];
    memcpy(own, from, ROWS);
    own[row] = to;
    int icon = a->icons[row * 10 + to];
    if (icon == STONE_ICON) stones++;
    double worth = icon == LEPRECHAUN ? a->now[state_of(own, stones)] : a->next[state_of(own, stones)];
    if (worth > a->best) a->best = worth;
    if (icon != CLOVER_ICON) return;
    int off = 0;
    for (int i = 0; i < ROWS; i++) off += own[i] == 0;
    for (int i = 0; i < ROWS; i++)
        if (own[i] != 9 && (own[i] || off > 1) && a->icons[i * 10 + own[i] + 1] != CROSSED)
            alone_reach(a, own, stones, i, own[i] + 1);
}

static double alone_turn(const Dice *dice, Alone *a, const uint8_t *own, int stones, int clamps) {
    double class[52], q[512];
    int off = 0;
    for (int i = 0; i < ROWS; i++) off += own[i] == 0;
    for (int flag = 0; flag < 2; flag++)
        for (int c = 0; c < 26; c++) {
            a->best = -1e300;
            int row = c / 5, to = c == 25 ? 0 : own[row] + c % 5 + 1;
            if (c == 25) a->best = a->next[state_of(own, stones + flag)];
            else if (own[row] != 9 && (own[row] || off > 1) && (to <= 9 || clamps) &&
                     a->icons[row * 10 + (to > 9 ? 9 : to)] != CROSSED && !(flag && c % 5 > 2))
                alone_reach(a, own, stones + flag, row, to > 9 ? 9 : to);
            class[flag * 26 + c] = a->best;
        }
    for (int keep = dice->keeps - 1; keep >= 0; keep--) {
        int roll = dice->roll_of_keep[keep];
        if (roll >= 0) {
            const int8_t *counts = dice->counts + roll * 6;
            int flag = (counts[5] >= 2) * 26;
            double best = class[flag + 25];
            for (int row = 0; row < ROWS; row++)
                if (counts[row] && class[flag + row * 5 + counts[row] - 1] > best) best = class[flag + row * 5 + counts[row] - 1];
            q[keep] = best;
        } else {
            const int32_t *child = dice->child + keep * 6;
            q[keep] = (q[child[0]] + q[child[1]] + q[child[2]] + q[child[3]] + q[child[4]] + q[child[5]]) / 6;
        }
    }
    double total = 0;
    for (int roll = 0; roll < dice->rolls; roll++) {
        double best = -1e300;
        for (int o = dice->first_option[roll]; o < dice->first_option[roll + 1]; o++)
            if (q[dice->option[o]] > best) best = q[dice->option[o]];
        total += dice->chance[roll] * best;
    }
    return total;
}

/* Fill `now` from `next`; states come in the order in which they are to be done, those with most steps first. */
void alone_layer(const Dice *dice, const uint8_t *icons, int clamps, const int32_t *states, int count, const double *next,
                 double *now) {
    Alone a = {.icons = icons, .now = now, .next = next};
    for (int s = 0; s < count; s++) {
        uint8_t own[ROWS];
        for (int row = ROWS - 1, rest = states[s] / 10; row >= 0; row--, rest /= 10) own[row] = rest % 10;
        now[states[s]] = alone_turn(dice, &a, own, states[s] % 10, clamps);
    }
}
