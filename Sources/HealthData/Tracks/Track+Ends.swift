extension Track {
    /// The first and the last point with a position; none if no point has one.
    ///
    /// Cost: that of unpacking the blocks at both ends up to those with positions.
    package var endPoints: [Point] {
        let first = blocks.lazy.compactMap { $0.points.first { $0.latitude != nil } }.first
        let last = blocks.reversed().lazy.compactMap { $0.points.last { $0.latitude != nil } }.first
        return [first, last].compactMap(\.self)
    }
}
