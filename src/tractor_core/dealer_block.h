/* One block of 64 deals, in the words of an instruction set; dealer.h includes this once for each:
   TR_AS(name) names its functions, TR_V is four words side by side, TR_DEPOSIT puts bits in
   place. */

typedef struct { TR_V a, b, c, counter; } TR_AS(tr_lanes);

TR_INLINE TR_TARGET TR_V TR_AS(tr_draw)(TR_AS(tr_lanes) *s) {
    TR_V out = TR_AS(tr_add)(TR_AS(tr_add)(s->a, s->b), s->counter);
    s->counter = TR_AS(tr_add)(s->counter, TR_AS(tr_set)(1));
    s->a = TR_AS(tr_xor)(s->b, TR_AS(tr_shr)(s->b, 11));
    s->b = TR_AS(tr_add)(s->c, TR_AS(tr_shl)(s->c, 3));
    s->c = TR_AS(tr_add)(
        TR_AS(tr_or)(TR_AS(tr_shl)(s->c, 24), TR_AS(tr_shr)(s->c, 40)), out
    );
    return out;
}

/* A fraction becomes a die below the bound and the fraction of the next die. */
TR_INLINE TR_TARGET TR_V TR_AS(tr_roll)(TR_V *fraction, TR_V bound) {
    *fraction = TR_AS(tr_mul)(*fraction, bound);
    return TR_AS(tr_shr)(*fraction, 32);
}

/* Whether a chain of dice ended too low, and must be thrown again. */
TR_INLINE TR_TARGET TR_V TR_AS(tr_low)(TR_V fraction, TR_V least) {
    return TR_AS(tr_less)(TR_AS(tr_and)(fraction, TR_AS(tr_set)(0xffffffffULL)), least);
}

/* Bits that are 1 with a chance of some eighths. */
TR_INLINE TR_TARGET TR_V TR_AS(tr_bits)(const TR_V r[3], int eighths) {
    switch (eighths) {
        case 0: return TR_AS(tr_set)(0);
        case 1: return TR_AS(tr_and)(r[0], TR_AS(tr_and)(r[1], r[2]));
        case 2: return TR_AS(tr_and)(r[0], r[1]);
        case 3: return TR_AS(tr_and)(r[0], TR_AS(tr_or)(r[1], r[2]));
        case 4: return r[0];
        case 5: return TR_AS(tr_or)(r[0], TR_AS(tr_and)(r[1], r[2]));
        case 6: return TR_AS(tr_or)(r[0], r[1]);
        case 7: return TR_AS(tr_or)(r[0], TR_AS(tr_or)(r[1], r[2]));
        default: return TR_AS(tr_set)(~0ULL);
    }
}

/* Random subsets of moves[i] of due[i] + moves[i] ranks, moves[i] <= TR_MOVES, due[i] one of two
   numbers (Floyd: die t of the numbers up to j is taken, or j itself if t is taken already; j =
   due, due + 1, ...). */
TR_INLINE TR_TARGET void TR_AS(tr_pick)(
    TR_AS(tr_lanes) *s, tr_sfc64 *spare, const int sizes[2], const int most,
    const uint64_t *due, const uint64_t *moves, uint64_t *out
) {
    const TR_V one = TR_AS(tr_set)(1);
    const int dice = (most + 3) / 4;
    uint32_t least[2][4];
    int g, i, j;
    for (i = 0; i < 4; i++) {
        least[0][i] = tr_least(sizes[0] + i * dice, dice);
        least[1][i] = tr_least(sizes[1] + i * dice, dice);
    }
    for (g = 0; g < TR_DEALS; g += 4) {
        const TR_V ones = TR_AS(tr_sub)(TR_AS(tr_up)(one, TR_AS(tr_load)(moves + g)), one);
        const TR_V side = TR_AS(tr_load)(due + g);
        const TR_V second = TR_AS(tr_same)(side, TR_AS(tr_set)((uint64_t)sizes[1]));
        TR_V x = TR_AS(tr_draw)(s), y = TR_AS(tr_draw)(s), taken = TR_AS(tr_set)(0);
        TR_V chain[4], low = taken, last = side, bound = TR_AS(tr_add)(side, one);
        chain[0] = x; chain[1] = TR_AS(tr_shr)(x, 32);
        chain[2] = y; chain[3] = TR_AS(tr_shr)(y, 32);
        for (i = 0; i < 4; i++) {
            for (j = i * dice; j < (i + 1) * dice; j++) {
                const TR_V t = TR_AS(tr_roll)(&chain[i], bound);
                const TR_V wanted = TR_AS(tr_and)(
                    TR_AS(tr_down)(ones, TR_AS(tr_set)((uint64_t)j)), one);
                const TR_V its = TR_AS(tr_up)(wanted, t);
                const TR_V again = TR_AS(tr_same)(TR_AS(tr_and)(taken, its), its);
                taken = TR_AS(tr_or)(
                    taken, TR_AS(tr_choose)(its, TR_AS(tr_up)(wanted, last), again));
                last = bound;
                bound = TR_AS(tr_add)(bound, one);
            }
            low = TR_AS(tr_or)(low, TR_AS(tr_low)(chain[i], TR_AS(tr_choose)(
                TR_AS(tr_set)(least[0][i]), TR_AS(tr_set)(least[1][i]), second)));
        }
        TR_AS(tr_save)(out + g, taken);
        if (TR_SELDOM(TR_AS(tr_any)(low))) {
            uint64_t flag[4];
            TR_AS(tr_save)(flag, low);
            for (i = 0; i < 4; i++)
                if (flag[i]) out[g + i] = tr_ranks(spare, (int)due[g + i], (int)moves[g + i]);
        }
    }
}

/* Give each of two sides, first[0], first[1] and other[0], other[1], into which random bits have
   split a pool, as many cards as it is due. */
TR_INLINE TR_TARGET void TR_AS(tr_even)(
    TR_AS(tr_lanes) *s, tr_sfc64 *spare, const int sizes[2], int eighths, const int most,
    uint64_t first[2][TR_DEALS], uint64_t other[2][TR_DEALS]
) {
    uint64_t moves[TR_DEALS], due[TR_DEALS], from_a[TR_DEALS], from_b[TR_DEALS], ranks[TR_DEALS];
    int i;
    if (eighths == 0 || eighths == 8) return;
    for (i = 0; i < TR_DEALS; i++) {
        int64_t over = tr_ones(first[0][i]) + tr_ones(first[1][i]) - sizes[0], less;
        if (TR_SELDOM((uint64_t)(over + most) > (uint64_t)(2 * most))) {
            const uint64_t a = first[0][i] | other[0][i], b = first[1][i] | other[1][i];
            over = tr_resplit(spare, a, b, sizes[0], eighths, most, &first[0][i], &first[1][i]);
            other[0][i] = a ^ first[0][i];
            other[1][i] = b ^ first[1][i];
        }
        less = over >> 63;      /* no branch: which side is over is a coin's toss */
        from_a[i] = first[0][i] ^ ((first[0][i] ^ other[0][i]) & (uint64_t)less);
        from_b[i] = first[1][i] ^ ((first[1][i] ^ other[1][i]) & (uint64_t)less);
        due[i] = (uint64_t)(sizes[0] ^ ((sizes[0] ^ sizes[1]) & less));
        moves[i] = (uint64_t)((over ^ less) - less);
    }
    TR_AS(tr_pick)(s, spare, sizes, most, due, moves, ranks);
    for (i = 0; i < TR_DEALS; i++) {
        const uint64_t a = TR_DEPOSIT(ranks[i], from_a[i]);
        const uint64_t b = TR_DEPOSIT(ranks[i] >> tr_ones(from_a[i]), from_b[i]);
        first[0][i] ^= a; other[0][i] ^= a;
        first[1][i] ^= b; other[1][i] ^= b;
    }
}

/* The kitties: random subsets of the stock, found as ranks in it. */
TR_INLINE TR_TARGET void TR_AS(tr_kitties)(
    TR_AS(tr_lanes) *s, tr_sfc64 *spare, const tr_plan *plan, const int dice,
    uint64_t kitty[2][TR_DEALS]
) {
    const int singles = tr_ones(plan->stock[0]), many = plan->take[4];
    const int first = singles + tr_ones(plan->stock[1]) - many;
    const TR_V none = TR_AS(tr_set)(0), one = TR_AS(tr_set)(1);
    const TR_V all = TR_AS(tr_set)((1ULL << singles) - 1), part = TR_AS(tr_set)((uint64_t)singles);
    uint32_t least[4];
    int g, i, j;
    for (i = 0; i < 4; i++) least[i] = tr_least(first + i * dice, dice);
    for (g = 0; g < TR_DEALS; g += 4) {
        TR_V x = TR_AS(tr_draw)(s), y = TR_AS(tr_draw)(s);
        TR_V a = none, b = none, low = none, chain[4], last = TR_AS(tr_set)((uint64_t)first);
        chain[0] = x; chain[1] = TR_AS(tr_shr)(x, 32);
        chain[2] = y; chain[3] = TR_AS(tr_shr)(y, 32);
        for (i = 0; i < 4; i++) {
            for (j = i * dice; j < (i + 1) * dice; j++) {
                const TR_V bound = TR_AS(tr_add)(last, one);
                const TR_V t = TR_AS(tr_roll)(&chain[i], bound);
                const TR_V in_a = TR_AS(tr_and)(TR_AS(tr_up)(one, t), all);
                const TR_V in_b = TR_AS(tr_up)(one, TR_AS(tr_sub)(t, part));
                const TR_V last_a = TR_AS(tr_and)(TR_AS(tr_up)(one, last), all);
                const TR_V last_b = TR_AS(tr_up)(one, TR_AS(tr_sub)(last, part));
                const TR_V again = TR_AS(tr_same)(
                    TR_AS(tr_or)(TR_AS(tr_and)(a, in_a), TR_AS(tr_and)(b, in_b)),
                    TR_AS(tr_or)(in_a, in_b));
                last = bound;
                if (j >= many) continue;
                a = TR_AS(tr_or)(a, TR_AS(tr_choose)(in_a, last_a, again));
                b = TR_AS(tr_or)(b, TR_AS(tr_choose)(in_b, last_b, again));
            }
            low = TR_AS(tr_or)(low, TR_AS(tr_low)(chain[i], TR_AS(tr_set)(least[i])));
        }
        TR_AS(tr_save)(kitty[0] + g, a);
        TR_AS(tr_save)(kitty[1] + g, b);
        if (TR_SELDOM(TR_AS(tr_any)(low))) {
            uint64_t flag[4];
            TR_AS(tr_save)(flag, low);
            for (i = 0; i < 4; i++)
                if (flag[i])
                    tr_subset(spare, first, many, singles, &kitty[0][g + i], &kitty[1][g + i]);
        }
    }
    for (i = 0; i < TR_DEALS; i++) {
        kitty[0][i] = TR_DEPOSIT(kitty[0][i], plan->stock[0]);
        kitty[1][i] = TR_DEPOSIT(kitty[1][i], plan->stock[1]);
    }
}

/* Split each pool by random bits, of the same words for every pool of a deal. */
TR_INLINE TR_TARGET void TR_AS(tr_split)(
    TR_AS(tr_lanes) *s, int pools, const int *eighths,
    uint64_t pool[][2][TR_DEALS], uint64_t half[][2][TR_DEALS]
) {
    int words = 1, g, p, i, w;
    for (p = 0; p < pools; p++)
        if (eighths[p] % 4) words = 3;
    for (g = 0; g < TR_DEALS; g += 4)
        for (i = 0; i < 2; i++) {
            TR_V r[3];
            r[0] = r[1] = r[2] = TR_AS(tr_draw)(s);
            for (w = 1; w < words; w++) r[w] = TR_AS(tr_draw)(s);
            for (p = 0; p < pools; p++) {
                const TR_V all = TR_AS(tr_load)(pool[p][i] + g);
                const TR_V some = TR_AS(tr_and)(all, TR_AS(tr_bits)(r, eighths[p]));
                TR_AS(tr_save)(half[p][i] + g, some);
                TR_AS(tr_save)(pool[p][i] + g, TR_AS(tr_xor)(all, some));
            }
        }
}

/* 64 deals of what a plan leaves to deal. */
static TR_TARGET void TR_AS(tr_deal)(tr_stream *stream, const tr_plan *plan, uint64_t *out) {
    uint64_t hand[5][2][TR_DEALS];
    TR_AS(tr_lanes) s;
    int i, k;
    s.a = TR_AS(tr_load)(stream->a);
    s.b = TR_AS(tr_load)(stream->b);
    s.c = TR_AS(tr_load)(stream->c);
    s.counter = TR_AS(tr_load)(stream->counter);
    /* the loops want the number of dice as a constant */
    if (plan->take[4] == 0) memset(hand[4], 0, sizeof hand[4]);
    else if (plan->take[4] <= 4) TR_AS(tr_kitties)(&s, &stream->spare, plan, 1, hand[4]);
    else if (plan->take[4] <= 8) TR_AS(tr_kitties)(&s, &stream->spare, plan, 2, hand[4]);
    else TR_AS(tr_kitties)(&s, &stream->spare, plan, 3, hand[4]);
    for (k = 0; k < 2; k++)
        for (i = 0; i < TR_DEALS; i++) hand[0][k][i] = plan->stock[k] ^ hand[4][k][i];
    TR_AS(tr_split)(&s, 1, plan->eighths, hand, hand + 1);
    TR_AS(tr_even)(&s, &stream->spare, plan->halves, plan->eighths[0], TR_HALF_MOVES,
                   hand[1], hand[0]);
    TR_AS(tr_split)(&s, 2, plan->eighths + 1, hand, hand + 2);
    for (k = 0; k < 2; k++)
        TR_AS(tr_even)(&s, &stream->spare, plan->quarters[k], plan->eighths[k + 1],
                       TR_QUARTER_MOVES, hand[k + 2], hand[k]);
    TR_AS(tr_save)(stream->a, s.a);
    TR_AS(tr_save)(stream->b, s.b);
    TR_AS(tr_save)(stream->c, s.c);
    TR_AS(tr_save)(stream->counter, s.counter);
    for (i = 0; i < TR_DEALS; i++, out += 15) {
        for (k = 0; k < 5; k++) {
            const int at = plan->place[k];
            const uint64_t a = hand[at][0][i], b = hand[at][1][i];
            const uint64_t *known = plan->known + 3 * k;
            out[3 * k] = a | b | known[0];
            out[3 * k + 1] = (a & b) | ((a | b) & known[0]) | known[1];
            out[3 * k + 2] = 0;
        }
    }
}
