#include <fribidi.h>

// The embedding levels (UAX #9) of one paragraph of `length` code points. Its first strong
// character sets its base direction. `types` and `brackets` are scratch of the same length.
// Returns the highest level plus one, or 0 if memory ran out.
static inline int oresen_embedding_levels(
    const uint32_t *text, int length, int8_t *levels, uint32_t *types, uint32_t *brackets)
{
    FriBidiParType base = FRIBIDI_PAR_ON;
    FriBidiCharType *t = (FriBidiCharType *)types;
    fribidi_get_bidi_types(text, length, t);
    fribidi_get_bracket_types(text, length, t, brackets);
    return fribidi_get_par_embedding_levels_ex(t, brackets, length, &base, levels);
}
