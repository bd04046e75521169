/* What one would write first: shuffle an array of cards, deal it out, mark the planes. */
#include <stdint.h>
#include <string.h>

static uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static uint64_t next(uint64_t s[4]) { /* xoshiro256++ */
    uint64_t out = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
    return out;
}

static uint32_t below(uint64_t s[4], uint32_t bound) { /* Lemire */
    uint64_t m = (uint64_t)(uint32_t)next(s) * bound;
    if ((uint32_t)m < bound) {
        uint32_t least = (0u - bound) % bound;
        while ((uint32_t)m < least) m = (uint64_t)(uint32_t)next(s) * bound;
    }
    return (uint32_t)(m >> 32);
}

void shuffle_deals(uint64_t s[4], int decks, long n, uint64_t *out) {
    uint8_t deck[162];
    const int cards = 54 * decks, hand = decks == 1 ? 12 : decks == 2 ? 25 : 39;
    long row;
    int i;
    for (row = 0; row < n; row++, out += 15) {
        for (i = 0; i < cards; i++) deck[i] = (uint8_t)(i % 54);
        for (i = cards - 1; i > 0; i--) {
            uint32_t j = below(s, (uint32_t)i + 1);
            uint8_t card = deck[i];
            deck[i] = deck[j];
            deck[j] = card;
        }
        memset(out, 0, 15 * sizeof *out);
        for (i = 0; i < cards; i++) {
            uint64_t *p = out + 3 * (i / hand < 4 ? i / hand : 4), bit = 1ULL << deck[i];
            p[2] |= p[1] & bit;
            p[1] |= p[0] & bit;
            p[0] |= bit;
        }
    }
}
