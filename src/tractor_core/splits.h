/* What dealer.h deals, and the words that it deals with. */
#ifndef TRACTOR_SPLITS
#define TRACTOR_SPLITS

#include "randomness.h"

typedef struct {            /* five SFC64 generators, four of them side by side */
    uint64_t a[4], b[4], c[4], counter[4];
    tr_sfc64 spare;
} tr_stream;

typedef struct {
    uint64_t stock[2];
    uint64_t known[15];     /* planes of four hands and the kitty, three copies nowhere */
    int take[5];            /* cards that each gets of the stock */
    int place[5];           /* where the cards of each are split off */
    int halves[2];          /* cards of the two sides, and of the two hands of each */
    int quarters[2][2];
    int eighths[3];         /* the chance of a card to be of the first, in those three splits */
} tr_plan;

typedef void (*tr_dealer)(tr_stream *, const tr_plan *, uint64_t *);

#endif
