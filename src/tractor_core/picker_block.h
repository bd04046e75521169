/* The picker in one instruction set; picker.h includes this once for each: TR_AS(name) names its
   functions, TR_DEPOSIT puts bits in place. */

/* Random bits, 1 with a chance of one to four eighths. */
TR_INLINE TR_TARGET uint64_t TR_AS(tr_some)(const tr_bitgen *words, int eighths) {
    const uint64_t bits = words->next_uint64(words->state);
    uint64_t more;
    if (eighths == 4) return bits;
    more = words->next_uint64(words->state);
    if (eighths == 2) return bits & more;
    if (eighths == 1) return bits & more & words->next_uint64(words->state);
    return bits & (more | words->next_uint64(words->state));
}

/* Move `many` of n cards, drawn as ranks: a die of all up to the next card, or that card itself if
   the die has come up before. */
TR_INLINE TR_TARGET void TR_AS(tr_draw)(
    const tr_bitgen *words, tr_pool *pool, int n, int many, tr_pool *to
) {
    const int first = tr_ones(pool->a), second = first + tr_ones(pool->b);
    uint64_t a, b, c;
    uint8_t die[TR_DICE];
    int last = n - many, i, dice;
    if (n <= 64) {
        uint64_t taken = 0;
        while (many > 0) {
            dice = many < TR_DICE ? many : TR_DICE;
            tr_throw(words, (uint64_t)last + 1, dice, die);
            for (i = 0; i < dice; i++, last++) {
                const uint64_t its = 1ULL << die[i];
                taken |= taken & its ? 1ULL << last : its;
            }
            many -= dice;
        }
        a = taken;
        b = first < 64 ? taken >> first : 0;
        c = second < 64 ? taken >> second : 0;
    } else {
        uint64_t taken[4] = {0, 0, 0, 0};
        while (many > 0) {
            dice = many < TR_BIG_DICE ? many : TR_BIG_DICE;
            tr_throw(words, (uint64_t)last + 1, dice, die);
            for (i = 0; i < dice; i++, last++) {
                int t = die[i];
                t = (taken[t >> 6] >> (t & 63)) & 1 ? last : t;
                taken[t >> 6] |= 1ULL << (t & 63);
            }
            many -= dice;
        }
        a = taken[0];
        b = tr_window(taken, first);
        c = tr_window(taken, second);
    }
    a = TR_DEPOSIT(a, pool->a);
    b = TR_DEPOSIT(b, pool->b);
    c = TR_DEPOSIT(c, pool->c);
    pool->a ^= a;
    pool->b ^= b;
    pool->c ^= c;
    to->a |= a;
    to->b |= b;
    to->c |= c;
}

static TR_TARGET void TR_AS(tr_pick)(
    const tr_bitgen *words, uint64_t *from, int n, int many, int few, uint64_t *to
) {
    const int other = 2 * many > n;     /* then those that stay are drawn */
    const int wanted = other ? n - many : many;
    /* in registers: words stored one by one are slow to load again side by side */
    tr_pool some = {0, 0, 0}, rest;
    uint64_t moved;
    rest.a = from[0];
    rest.b = from[1];
    rest.c = from[2];
    if (wanted > few) {
        /* the chance of a card to be taken, in eighths, that comes nearest to its share */
        const int eighths = 1 + (16 * wanted >= 3 * n) + (16 * wanted >= 5 * n)
            + (16 * wanted >= 7 * n);
        int found;
        if (rest.a) some.a = rest.a & TR_AS(tr_some)(words, eighths);
        if (rest.b) some.b = rest.b & TR_AS(tr_some)(words, eighths);
        if (rest.c) some.c = rest.c & TR_AS(tr_some)(words, eighths);
        rest.a ^= some.a;
        rest.b ^= some.b;
        rest.c ^= some.c;
        found = tr_ones(some.a) + tr_ones(some.b) + tr_ones(some.c);
        if (found > wanted) TR_AS(tr_draw)(words, &some, found, found - wanted, &rest);
        else if (found < wanted) TR_AS(tr_draw)(words, &rest, n - found, wanted - found, &some);
    } else if (wanted) {
        TR_AS(tr_draw)(words, &rest, n, wanted, &some);
    }
    moved = other ? rest.a : some.a;
    from[0] ^= moved;
    to[0] |= moved;
    moved = other ? rest.b : some.b;
    from[1] ^= moved;
    to[1] |= moved;
    moved = other ? rest.c : some.c;
    from[2] ^= moved;
    to[2] |= moved;
}
