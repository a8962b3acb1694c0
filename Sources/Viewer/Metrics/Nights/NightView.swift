/// What bars of nights and weeks show.
enum NightView: String, CaseIterable, Sendable {
    /// From bedtime to waking on the clock.
    case bedtime
    /// How long one slept.
    case hours
}

/// The picture of a chart of nights, which follows from the range and from `NightView`.
enum NightPicture {
    /// The blocks of one night in lanes: a hypnogram.
    case lanes
    /// Bars from bedtime to waking, on an axis of the clock that grows downwards.
    case clock
    /// Bars of lengths.
    case hours
}
