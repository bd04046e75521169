/* One block of 64 deals, in the words of an instruction set; dealer.h includes this once for each:
   TR_AS(name) names its functions, TR_V is four words side by side, TR_DEPOSIT puts bits in place. */

typedef struct { TR_V a, b, c, count; } TR_AS(tr_lanes);

TR_INLINE TR_TARGET TR_V TR_AS(tr_draw)(TR_AS(tr_lanes) *s) {
    TR_V out = TR_AS(tr_add)(TR_AS(tr_add)(s->a, s->b), s->count);
    s->count = TR_AS(tr_add)(s->count, TR_AS(tr_set)(1));
    s->a = TR_AS(tr_xor)(s->b, TR_AS(tr_shr)(s->b, 11));
    s->b = TR_AS(tr_add)(s->c, TR_AS(tr_shl)(s->c, 3));
    s->c = TR_AS(tr_add)(
        TR_AS(tr_or)(TR_AS(tr_shl)(s->c, 24), TR_AS(tr_shr)(s->c, 40)), out
    );
    return out;
}

/* A fraction becomes a die below the bound and the fraction of the next die. */
TR_INLINE TR_TARGET TR_V TR_AS(tr_roll)(TR_V *fraction, int bound) {
    *fraction = TR_AS(tr_mul)(*fraction, TR_AS(tr_set)((uint64_t)bound));
    return TR_AS(tr_shr)(*fraction, 32);
}

/* Whether a chain of dice ended too low, and must be thrown again. */
TR_INLINE TR_TARGET TR_V TR_AS(tr_low)(TR_V fraction, uint32_t least) {
    return TR_AS(tr_less)(
        TR_AS(tr_and)(fraction, TR_AS(tr_set)(0xffffffffULL)), TR_AS(tr_set)(least)
    );
}

/* Random subsets of moves[i] of first + moves[i] ranks, moves[i] <= most (Floyd: die t of the
   numbers up to j is taken, or j itself if t is taken already; j = first, first + 1, ...). */
TR_INLINE TR_TARGET void TR_AS(tr_pick)(
    TR_AS(tr_lanes) *s, uint64_t spare[4], int first, const int most,
    const uint64_t *moves, uint64_t *out
) {
    const TR_V one = TR_AS(tr_set)(1);
    const int dice = (most + 3) / 4;
    uint32_t least[4];
    int g, i, j;
    for (i = 0; i < 4; i++) least[i] = tr_least(first + i * dice, dice);
    for (g = 0; g < TR_DEALS; g += 4) {
        const TR_V ones = TR_AS(tr_sub)(TR_AS(tr_up)(one, TR_AS(tr_load)(moves + g)), one);
        TR_V x = TR_AS(tr_draw)(s), y = TR_AS(tr_draw)(s), taken = TR_AS(tr_set)(0);
        TR_V chain[4], low = taken;
        chain[0] = x; chain[1] = TR_AS(tr_shr)(x, 32);
        chain[2] = y; chain[3] = TR_AS(tr_shr)(y, 32);
        for (i = 0; i < 4; i++) {
            for (j = i * dice; j < (i + 1) * dice; j++) {
                const TR_V t = TR_AS(tr_roll)(&chain[i], first + j + 1);
                TR_V wanted, its, last;
                if (j >= most) continue;
                wanted = TR_AS(tr_and)(TR_AS(tr_down)(ones, TR_AS(tr_set)((uint64_t)j)), one);
                its = TR_AS(tr_up)(wanted, t);
                last = TR_AS(tr_up)(wanted, TR_AS(tr_set)((uint64_t)(first + j)));
                taken = TR_AS(tr_or)(taken, TR_AS(tr_choose)(
                    its, last, TR_AS(tr_same)(TR_AS(tr_and)(taken, its), its)));
            }
            low = TR_AS(tr_or)(low, TR_AS(tr_low)(chain[i], least[i]));
        }
        TR_AS(tr_save)(out + g, taken);
        if (TR_SELDOM(TR_AS(tr_any)(low))) {
            uint64_t flag[4];
            TR_AS(tr_save)(flag, low);
            for (i = 0; i < 4; i++)
                if (flag[i]) out[g + i] = tr_ranks(spare, first, (int)moves[g + i]);
        }
    }
}

/* Make two sides even: those of `half` cards each that the first side sa, sb and the second oa, ob
   were split into by random bits. */
TR_INLINE TR_TARGET void TR_AS(tr_even)(
    TR_AS(tr_lanes) *s, uint64_t spare[4], int half, const int most,
    uint64_t *sa, uint64_t *sb, uint64_t *oa, uint64_t *ob
) {
    uint64_t moves[TR_DEALS], from_a[TR_DEALS], from_b[TR_DEALS], ranks[TR_DEALS];
    int i;
    for (i = 0; i < TR_DEALS; i++) {
        int64_t over = tr_ones(sa[i]) + tr_ones(sb[i]) - half, less;
        if (TR_SELDOM((uint64_t)(over + most) > (uint64_t)(2 * most))) {
            const uint64_t a = sa[i] | oa[i], b = sb[i] | ob[i];
            over = tr_resplit(spare, a, b, half, most, &sa[i], &sb[i]);
            oa[i] = a ^ sa[i];
            ob[i] = b ^ sb[i];
        }
        less = over >> 63;      /* no branch: which side is over is a coin's toss */
        from_a[i] = sa[i] ^ ((sa[i] ^ oa[i]) & (uint64_t)less);
        from_b[i] = sb[i] ^ ((sb[i] ^ ob[i]) & (uint64_t)less);
        moves[i] = (uint64_t)((over ^ less) - less);
    }
    TR_AS(tr_pick)(s, spare, half, most, moves, ranks);
    for (i = 0; i < TR_DEALS; i++) {
        const uint64_t a = TR_DEPOSIT(ranks[i], from_a[i]);
        const uint64_t b = TR_DEPOSIT(ranks[i] >> tr_ones(from_a[i]), from_b[i]);
        sa[i] ^= a; oa[i] ^= a;
        sb[i] ^= b; ob[i] ^= b;
    }
}

/* The kitties: subsets of `kitty` of the 108 cards. */
TR_INLINE TR_TARGET void TR_AS(tr_kitties)(
    TR_AS(tr_lanes) *s, uint64_t spare[4], int kitty, uint64_t *ka, uint64_t *kb
) {
    const TR_V none = TR_AS(tr_set)(0), one = TR_AS(tr_set)(1);
    const TR_V all = TR_AS(tr_set)(TR_ALL), deck = TR_AS(tr_set)(54);
    const int first = 108 - kitty, dice = kitty / 4;
    uint32_t least[4];
    int g, i, j;
    for (i = 0; i < 4; i++) least[i] = tr_least(first + i * dice, dice);
    for (g = 0; g < TR_DEALS; g += 4) {
        TR_V x = TR_AS(tr_draw)(s), y = TR_AS(tr_draw)(s);
        TR_V a = TR_AS(tr_set)(0), b = a, low = a, chain[4];
        chain[0] = x; chain[1] = TR_AS(tr_shr)(x, 32);
        chain[2] = y; chain[3] = TR_AS(tr_shr)(y, 32);
        for (i = 0; i < 4; i++) {
            for (j = i * dice; j < (i + 1) * dice; j++) {
                const TR_V t = TR_AS(tr_roll)(&chain[i], first + j + 1);
                const TR_V in_a = TR_AS(tr_and)(TR_AS(tr_up)(one, t), all);
                const TR_V in_b = TR_AS(tr_up)(one, TR_AS(tr_sub)(t, deck));
                const TR_V its = TR_AS(tr_or)(in_a, in_b);
                const TR_V held = TR_AS(tr_or)(
                    TR_AS(tr_and)(a, in_a), TR_AS(tr_and)(b, in_b));
                const TR_V again = TR_AS(tr_same)(held, its);
                a = TR_AS(tr_or)(a, TR_AS(tr_choose)(in_a, none, again));
                b = TR_AS(tr_or)(b, TR_AS(tr_choose)(
                    in_b, TR_AS(tr_set)(1ULL << (first + j - 54)), again));
            }
            low = TR_AS(tr_or)(low, TR_AS(tr_low)(chain[i], least[i]));
        }
        TR_AS(tr_save)(ka + g, a);
        TR_AS(tr_save)(kb + g, b);
        if (TR_SELDOM(TR_AS(tr_any)(low))) {
            uint64_t flag[4], both[2];
            TR_AS(tr_save)(flag, low);
            for (i = 0; i < 4; i++)
                if (flag[i]) {
                    tr_subset(spare, first, kitty, both);
                    ka[g + i] = both[0];
                    kb[g + i] = both[1];
                }
        }
    }
}

/* Split each pool a, b by random bits, the same for every pool of a deal. */
TR_INLINE TR_TARGET void TR_AS(tr_split)(
    TR_AS(tr_lanes) *s, int pools, uint64_t pool[][2][TR_DEALS], uint64_t half[][2][TR_DEALS]
) {
    int g, p, i;
    for (g = 0; g < TR_DEALS; g += 4) {
        TR_V bits[2];
        bits[0] = TR_AS(tr_draw)(s);
        bits[1] = TR_AS(tr_draw)(s);
        for (p = 0; p < pools; p++)
            for (i = 0; i < 2; i++) {
                const TR_V all = TR_AS(tr_load)(pool[p][i] + g);
                const TR_V some = TR_AS(tr_and)(all, bits[i]);
                TR_AS(tr_save)(half[p][i] + g, some);
                TR_AS(tr_save)(pool[p][i] + g, TR_AS(tr_xor)(all, some));
            }
    }
}

/* 64 deals of 108 cards: four hands and a kitty of 4, 8 or 12, three planes each. */
static TR_TARGET void TR_AS(tr_deal)(tr_stream *stream, int kitty, uint64_t *out) {
    uint64_t hand[4][2][TR_DEALS], rest[2][TR_DEALS];
    TR_AS(tr_lanes) s;
    const int quarter = (108 - kitty) / 4;
    int i, k;
    s.a = TR_AS(tr_load)(stream->a);
    s.b = TR_AS(tr_load)(stream->b);
    s.c = TR_AS(tr_load)(stream->c);
    s.count = TR_AS(tr_load)(stream->count);
    TR_AS(tr_kitties)(&s, stream->spare, kitty, rest[0], rest[1]);
    for (k = 0; k < 2; k++)
        for (i = 0; i < TR_DEALS; i++) hand[0][k][i] = TR_ALL ^ rest[k][i];
    TR_AS(tr_split)(&s, 1, hand, hand + 1);
    TR_AS(tr_even)(&s, stream->spare, 2 * quarter, TR_HALF_MOVES,
                   hand[1][0], hand[1][1], hand[0][0], hand[0][1]);
    TR_AS(tr_split)(&s, 2, hand, hand + 2);
    for (k = 0; k < 2; k++)
        TR_AS(tr_even)(&s, stream->spare, quarter, TR_QUARTER_MOVES,
                       hand[k + 2][0], hand[k + 2][1], hand[k][0], hand[k][1]);
    TR_AS(tr_save)(stream->a, s.a);
    TR_AS(tr_save)(stream->b, s.b);
    TR_AS(tr_save)(stream->c, s.c);
    TR_AS(tr_save)(stream->count, s.count);
    for (i = 0; i < TR_DEALS; i++, out += 15) {
        for (k = 0; k < 5; k++) {
            const uint64_t a = k < 4 ? hand[k][0][i] : rest[0][i];
            const uint64_t b = k < 4 ? hand[k][1][i] : rest[1][i];
            out[3 * k] = a | b;
            out[3 * k + 1] = a & b;
            out[3 * k + 2] = 0;
        }
    }
}
