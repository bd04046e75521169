/* The picker in one instruction set; picker.h includes this once for each: TR_AS(name) names its
   functions, TR_DEPOSIT puts bits in place. */

/* Move `many` of n cards, drawn as ranks: a die of all up to the next card, or that card itself if
   the die has come up before. */
TR_INLINE TR_TARGET void TR_AS(tr_draw)(
    const tr_words *words, uint64_t *pool, int n, int many, uint64_t *to
) {
    const int first = tr_ones(pool[0]), second = first + tr_ones(pool[1]);
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
    a = TR_DEPOSIT(a, pool[0]);
    b = TR_DEPOSIT(b, pool[1]);
    pool[0] ^= a;
    pool[1] ^= b;
    to[0] |= a;
    to[1] |= b;
    if (pool[2]) {
        c = TR_DEPOSIT(c, pool[2]);
        pool[2] ^= c;
        to[2] |= c;
    }
}

static TR_TARGET void TR_AS(tr_pick)(
    const tr_words *words, uint64_t *pool, int n, int many, int few, uint64_t *to
) {
    const int other = 2 * many > n;     /* then those that stay are drawn */
    const int wanted = other ? n - many : many;
    uint64_t some[3] = {0, 0, 0}, rest[3];
    int i;
    for (i = 0; i < 3; i++) rest[i] = pool[i];
    if (wanted <= few) {
        if (wanted) TR_AS(tr_draw)(words, rest, n, wanted, some);
    } else {
        /* the chance of a card to be taken, in eighths, that comes nearest to its share */
        const int eighths = 1 + (16 * wanted >= 3 * n) + (16 * wanted >= 5 * n)
            + (16 * wanted >= 7 * n);
        int found = 0;
        for (i = 0; i < 3; i++) {
            uint64_t bits;
            if (rest[i] == 0) continue;
            bits = words->next(words->state);
            if (eighths < 4) {
                const uint64_t more = words->next(words->state);
                if (eighths == 1) bits &= more & words->next(words->state);
                else if (eighths == 2) bits &= more;
                else bits &= more | words->next(words->state);
            }
            some[i] = rest[i] & bits;
            rest[i] ^= some[i];
            found += tr_ones(some[i]);
        }
        if (found > wanted) TR_AS(tr_draw)(words, some, found, found - wanted, rest);
        else if (found < wanted) TR_AS(tr_draw)(words, rest, n - found, wanted - found, some);
    }
    for (i = 0; i < 3; i++) {
        const uint64_t moved = other ? rest[i] : some[i];
        to[i] |= moved;
        pool[i] ^= moved;
    }
}
