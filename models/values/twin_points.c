/* The hand-made and the linear value on the twin: what engine/advice/hand.py and linear.py compute, for all ends of the
   turns of many games at once. Without weights the hand-made value is meant. Part of twin.c. */

static double read_off(const double *table, double at) { /* tables of ten; the last entry goes on for ever */
    int below = (int)at > 8 ? 8 : (int)at;
    double part = at - below > 1 ? 1 : at - below;
    return table[below] + (table[below + 1] - table[below]) * part;
}
static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

/* a row of the twin and what the mover decides by, from points by turn order */
static double pointed(const double *points, int seats, int start, int mover, float *row) {
    double most = -1e9, total = 0, sum = 0;
    memset(row, 0, sizeof(float) * WIDTH);
    for (int i = 0; i < seats; i++) most = larger(most, points[i]);
    for (int i = 0; i < seats; i++) total += exp((points[i] - most) / 5);
    for (int i = 0; i < seats; i++) {
        int s = (start + i) % seats;
        row[s] = exp((points[i] - most) / 5) / total;
        row[SEATS + s] = points[i];
        sum += points[i];
    }
    return (points[(mover - start + seats) % seats] * seats - sum) / (seats - 1);
}
static double pointed_over(const float *final, int seats, int mover, float *row) {
    double sum = 0;
    memcpy(row, final, sizeof(float) * WIDTH);
    for (int s = 0; s < seats; s++) sum += row[SEATS + s];
    return ((double)row[SEATS + mover] * seats - sum) / (seats - 1);
}

static double weighed(const double *features, const double *weights, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += features[i] * weights[i];
    return sum;
}

static void w_points_of(const W *w, const uint8_t *icons, const uint8_t *at, const uint8_t *stones, int seats,
                        const double *weights, double *points) {
    double values[10], stone_points[10];
    for (int i = 0; i < 10; i++) values[i] = w->values[i], stone_points[i] = W_STONES[i];
    int away[8] = {0}, goal_pieces = GOAL_PIECES[seats], in_goal[SEATS] = {0}, sums[SEATS] = {0}, all_in_goal = 0, all_sums = 0;
    for (int s = 0; s < seats; s++) {
        for (int row = 0; row < ROWS; row++) {
            int here = at[s * ROWS + row];
            away[here < 7 ? 7 - here : 0]++;
            in_goal[s] += here >= 7;
            sums[s] += here;
        }
        all_in_goal += in_goal[s];
        all_sums += sums[s];
    }
    int to_goal = 0, wanted = goal_pieces;
    for (int steps = 0; steps < 8 && wanted > 0; steps++) {
        int taken = away[steps] < wanted ? away[steps] : wanted;
        to_goal += steps * taken;
        wanted -= taken;
    }
    double turns = to_goal / 2.4 / seats * 1.3;
    for (int s = 0; s < seats; s++) {
        const uint8_t *own = at + s * ROWS;
        int pieces = 0, moving = 0, low = 0, middle = 0, near[5] = {0}, ordered[ROWS], have = stones[s];
        double now = 0, later = 0, below_zero = 0;
        for (int row = 0; row < ROWS; row++) pieces += own[row] > 0, moving += own[row] > 0 && own[row] < 9;
        double steps = (weights ? 0.9 * to_goal / seats : 2.4 * turns) / larger(moving, 1.5);
        for (int row = 0; row < ROWS; row++) {
            int here = own[row], place = row;
            for (; place > 0 && ordered[place - 1] < here; place--) ordered[place] = ordered[place - 1];
            ordered[place] = here;
            if (!here) continue;
            now += values[here];
            below_zero += smaller(values[here], 0);
            later += read_off(values, smaller(here + smaller(steps, 5), 9));
            low += here <= 3;
            middle += here >= 4 && here <= 6;
            for (int to = here + 1; to <= here + 3 && to <= 9; to++) near[icons[row * 10 + to]]++;
        }
        if (!weights) {
            double gifts = 0.25 * (near[1] + near[2] + near[3]) - 0.2 * near[4];
            points[s] = later + gifts * smaller(turns, 2) / 2 + read_off(stone_points, have + 0.45 * turns);
            continue;
        }
        int left = goal_pieces - all_in_goal, most = 0;
        for (int other = 0; other < seats; other++)
            if (other != s && in_goal[other] > most) most = in_goal[other];
        double features[] = {
            now, later, read_off(stone_points, have), smaller(have, 9), pieces, low, middle, in_goal[s], ordered[0],
            ordered[1], ordered[2], ordered[3], near[1], near[2], near[3], left, left * pieces, left * below_zero, most,
            (double)(all_sums - sums[s]) / (seats - 1), s == 0, 1,
        };
        points[s] = weighed(features, weights, sizeof features / sizeof *features);
    }
}

void w_points(const W *w, const WLeaves *leaves, const int32_t *games, int count, const int32_t *first,
              const uint8_t *mine, const double *weights, float *rows, double *worth) {
    for (int g = 0; g < count; g++) {
        if (!mine[g]) continue;
        int game = games[g], seat = w->turn[game], seats = w->seats[game];
        for (int leaf = first[g]; leaf < first[g + 1]; leaf++) {
            float *row = rows + (size_t)leaf * WIDTH;
            if (leaves->kind[leaf] == OVER) {
                worth[leaf] = pointed_over(leaves->final + (size_t)leaf * WIDTH, seats, seat, row);
                continue;
            }
            double points[SEATS];
            w_points_of(w, w->icons + (size_t)w->board[game] * ROWS * 10, leaves->at + (size_t)leaf * SEATS * ROWS,
                        leaves->stones + (size_t)leaf * SEATS, seats, weights, points);
            int start = leaves->kind[leaf] == AGAIN ? seat : (seat + 1) % seats;
            worth[leaf] = pointed(points, seats, start, seat, row);
        }
    }
}

static void o_points_of(const O *o, const OLeaves *leaves, const int32_t *places, const int32_t *figures, int seats,
                        const double *weights, double *points) {
    double column_points[10], stone_points[10];
    for (int i = 0; i < 10; i++) column_points[i] = COLUMN_POINTS[i], stone_points[i] = O_STONES[i];
    int left = 99, laid[SEATS], all_laid = 0, supply = figures[12];
    for (int c = 0; c < ROWS; c++) {
        int length = __builtin_popcount(leaves->part[(size_t)places[c] * 6 + 4]);
        left = length < left ? length : left;
    }
    double by_colour = o->colour_ends ? left * 2.2 : weights ? 99 : 11 * 2.2, turns = smaller(supply * 0.9, by_colour) * 2 / seats;
    int counts[SEATS][ROWS], open[SEATS][ROWS], most = -1, least = 1000, at_most = 0, at_least = 0;
    for (int s = 0; s < seats; s++) {
        laid[s] = 0;
        for (int c = 0; c < ROWS; c++) {
            const int32_t *part = leaves->part + (size_t)places[c] * 6;
            laid[s] += counts[s][c] = __builtin_popcount(part[s] & CHIPS) + (part[s] >> 13);
            open[s][c] = counts[s][c] ? o->fits[part[s] & 8191] & part[4] : 0;
        }
        all_laid += laid[s];
        int goblins = figures[SEATS + s];
        if (goblins > most) most = goblins, at_most = 0;
        if (goblins < least) least = goblins, at_least = 0;
        at_most += goblins == most;
        at_least += goblins == least;
    }
    for (int s = 0; s < seats; s++) {
        int stones = figures[s], goblins = figures[SEATS + s], coins = figures[2 * SEATS + s];
        double goblin_points = 0;
        if (most != least) {
            if (goblins == most && (o->ties_count || at_most == 1)) goblin_points += 3;
            if (goblins == least && (o->ties_count || at_least == 1)) goblin_points -= 3;
        }
        int many = 0, begun = 0, ordered[ROWS], gifts[3] = {0};
        double now = 0, later = 0;
        for (int c = 0; c < ROWS; c++) many += __builtin_popcount(open[s][c]);
        for (int c = 0; c < ROWS; c++) {
            int length = counts[s][c], here = __builtin_popcount(open[s][c]), place = c;
            for (; place > 0 && ordered[place - 1] < length; place--) ordered[place] = ordered[place - 1];
            ordered[place] = length;
            if (!length) continue;
            begun++;
            now += column_points[length > 9 ? 9 : length];
            double gained = smaller(0.7 * turns * here / (many > 1 ? many : 1), 0.6 * here);
            later += read_off(column_points, length + gained);
            int set_colour = leaves->part[(size_t)places[c] * 6 + 5];
            for (int bits = open[s][c]; bits; bits &= bits - 1)
                for (int i = 0; i < 3; i++)
                    gifts[i] += o->gifts[((size_t)set_colour * VALUES + __builtin_ctz(bits)) * 4 + i];
        }
        if (!weights) {
            points[s] = later + read_off(stone_points, stones + 0.14 * turns) + coins + goblin_points;
            continue;
        }
        int others = -1;
        for (int other = 0; other < seats; other++)
            if (other != s && figures[SEATS + other] > others) others = figures[SEATS + other];
        double features[] = {
            now, later, read_off(stone_points, stones), smaller(stones, 9), coins, goblin_points, goblins - others, begun,
            ordered[0], ordered[1], ordered[2], many, gifts[1], gifts[0], gifts[2], supply, left, supply * laid[s] / 10.0,
            (double)(all_laid - laid[s]) / (seats - 1), s == 0, 1,
        };
        points[s] = weighed(features, weights, sizeof features / sizeof *features);
    }
}

void o_points(const O *o, const OLeaves *leaves, const int32_t *games, int count, const int32_t *first,
              const uint8_t *mine, const double *weights, float *rows, double *worth) {
    for (int g = 0; g < count; g++) {
        if (!mine[g]) continue;
        int game = games[g], seat = o->turn[game], seats = o->seats[game], start = (seat + 1) % seats;
        for (int leaf = first[g]; leaf < first[g + 1]; leaf++) {
            float *row = rows + (size_t)leaf * WIDTH;
            if (leaves->kind[leaf] == OVER) {
                worth[leaf] = pointed_over(leaves->final + (size_t)leaf * WIDTH, seats, seat, row);
                continue;
            }
            double points[SEATS];
            o_points_of(o, leaves, leaves->places + (size_t)leaf * ROWS, leaves->figures + (size_t)leaf * 14, seats, weights,
                        points);
            worth[leaf] = pointed(points, seats, start, seat, row);
        }
    }
}
