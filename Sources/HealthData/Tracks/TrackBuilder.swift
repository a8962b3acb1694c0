/// Makes a track of points as they come; at most one block of them is not packed.
struct TrackBuilder: Sendable {
    private var waiting: [Track.Point] = []
    private var blocks: [TrackBlock] = []
    private var beginsSegment = true
    private var hasPosition = false

    /// No points yet.
    init() {}

    /// The points of a track, which is continued.
    init(continuing track: Track) {
        for point in track.points { append(point) }
    }

    /// Marks a pause: the next point begins a segment.
    mutating func pause() { beginsSegment = true }

    /// Adds a point; one with neither a position nor a distance is left out.
    ///
    /// Numbers that no device can mean are dropped, and a position without one of its coordinates.
    mutating func append(_ point: Track.Point) {
        var point = point.sound
        if point.beginsSegment { beginsSegment = true }
        guard point.latitude != nil || point.distance != nil else { return }
        hasPosition = hasPosition || point.latitude != nil
        point.beginsSegment = beginsSegment
        beginsSegment = false
        waiting.append(point)
        if waiting.count == TrackBlock.most { pack() }
    }

    private mutating func pack() {
        blocks.append(TrackBlock(waiting))
        waiting.removeAll(keepingCapacity: true)
    }

    /// The track, if any of its points has a position; afterwards there are no points.
    mutating func finish() -> Track? {
        if !waiting.isEmpty { pack() }
        defer { self = TrackBuilder() }
        return hasPosition ? Track(blocks: blocks) : nil
    }
}
