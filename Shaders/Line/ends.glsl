// The shape of an end of a segment: a cap, or the join with the neighbour.
const uint ROUND_END = 0u;
const uint BUTT_END = 1u;
const uint SQUARE_END = 2u;
const uint POINTED_END = 3u;
const uint BEVEL_END = 4u;
// Set in addition for a bevelled or pointed end whose corner is deeper than its segments are long.
const uint OVERLAID = 8u;
