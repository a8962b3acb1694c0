// The positions of a workout.
//
// Layout: blocks of at most 4,096 points in packed bytes (`TrackBlock`), which all copies share and
// which the library stores as they are. So a point takes six to eight bytes in memory and on the
// disk, an hour of a point a second 25 kB, and a copy costs nothing. A reader of positions unpacks
// them; lists only ask for the number of points, their times and their box, which are known.
// Heart rate, cadence and power are samples, and are found by their times. Rejected: columns of
// numbers (eight times the memory, for tracks that are looked at one by one), one block for each
// track (damage of a page would cost all of it).

/// The points of a workout in the order in which they were recorded.
///
/// Times are exact to a millisecond, positions to a ten-millionth of a degree (a centimetre),
/// heights to a decimetre and distances to a centimetre. Two tracks are equal if their points are.
package struct Track: Sendable, Hashable {
    /// One point of a track; nil is what was not recorded.
    package struct Point: Sendable, Hashable {
        /// Seconds since 1970.
        package var time: Double?
        /// Degrees to the north; a point has both coordinates or none.
        package var latitude: Double?
        /// Degrees to the east, from -180 to 180.
        package var longitude: Double?
        /// Metres above the sea.
        package var height: Double?
        /// Metres since the start, by the device.
        package var distance: Double?
        /// Metres by which the position may be wrong, by the device.
        package var accuracy: Double?
        /// The horizontal dilution of precision: a factor without a unit.
        package var dilution: Double?
        /// Metres a second, by the device.
        package var speed: Double?
        /// Whether it does not continue from the point before it: there was a pause, or it is the
        /// first one.
        package var beginsSegment = false

        package init(
            time: Double? = nil, latitude: Double? = nil, longitude: Double? = nil,
            height: Double? = nil, distance: Double? = nil, accuracy: Double? = nil,
            dilution: Double? = nil, speed: Double? = nil, beginsSegment: Bool = false
        ) {
            self.time = time
            self.latitude = latitude
            self.longitude = longitude
            self.height = height
            self.distance = distance
            self.accuracy = accuracy
            self.dilution = dilution
            self.speed = speed
            self.beginsSegment = beginsSegment
        }
    }

    /// The part of the earth that a track covers, in degrees.
    ///
    /// Longitudes go on beyond 180 and -180 where the track crosses that meridian, so the box of a
    /// short track is small everywhere: from 179 to 181.
    package struct Box: Sendable, Hashable {
        package var south: Double
        package var north: Double
        package var west: Double
        package var east: Double
    }

    let blocks: [TrackBlock]
    /// The number of points.
    package let count: Int
    /// The number of segments, which have pauses between them.
    package let segments: Int
    /// The earliest and the latest time in seconds since 1970; nil if no point has one.
    package let span: ClosedRange<Double>?
    /// The part of the earth that it covers; nil if no point has a position.
    package let box: Box?

    /// A track of these blocks, in this order; nil if there are none.
    init?(blocks: [TrackBlock]) {
        guard let first = blocks.first else { return nil }
        self.blocks = blocks
        count = blocks.reduce(0) { $0 + $1.count }
        segments = blocks.reduce(0) { $0 + $1.segments }
        let spans = blocks.compactMap(\.span)
        span = spans.dropFirst().reduce(spans.first) { whole, next in
            whole.map {
                min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound)
            }
        }
        var extent = first.extent
        for block in blocks.dropFirst() {
            guard let next = block.extent else { continue }
            if extent == nil { extent = next } else { extent?.join(next) }
        }
        box = extent?.box
    }

    /// A track of these points; nil if none of them has a position.
    ///
    /// Points with neither a position nor a distance are left out, and numbers that no device can
    /// mean. The first point begins a segment.
    package init?(_ points: some Sequence<Point>) {
        var builder = TrackBuilder()
        for point in points { builder.append(point) }
        guard let track = builder.finish() else { return nil }
        self = track
    }

    /// All points; cost: proportional to their number.
    package var points: [Point] {
        var points: [Point] = []
        points.reserveCapacity(count)
        for block in blocks { points += block.points }
        return points
    }

    package static func == (a: Track, b: Track) -> Bool { a.blocks == b.blocks }

    package func hash(into hasher: inout Hasher) {
        // Tracks that differ only in their points are rare.
        hasher.combine(count)
        hasher.combine(span)
        hasher.combine(box)
    }
}

// MARK: Parts

extension Track {
    /// The points up to an instant and those from the first one after it on; nil for a part without
    /// a position.
    func divided(after instant: Double) -> (before: Track?, after: Track?) {
        guard let span, span.upperBound > instant else { return (self, nil) }
        guard span.lowerBound <= instant else { return (nil, self) }
        let points = points
        let border =
            points.firstIndex { $0.time.map { $0 > instant } ?? false } ?? points.count
        return (Track(points[..<border]), Track(points[border...]))
    }

    /// The points in a span of time; nil if none of them has a position.
    func part(_ wanted: ClosedRange<Double>) -> Track? {
        guard let span, span.overlaps(wanted) else { return nil }
        if wanted.contains(span.lowerBound), wanted.contains(span.upperBound) { return self }
        return Track(points.lazy.filter { $0.time.map(wanted.contains) ?? false })
    }

    /// One track of several, in the order of their times, each of which begins a segment; nil if
    /// there are none.
    static func joined(_ tracks: [Track]) -> Track? {
        if tracks.count < 2 { return tracks.first }
        let ordered = tracks.enumerated().sorted { a, b in
            let (first, second) = (
                a.element.span?.lowerBound ?? .infinity, b.element.span?.lowerBound ?? .infinity
            )
            return first == second ? a.offset < b.offset : first < second
        }
        return joined(inOrder: ordered.map(\.element))
    }

    /// One track of several in this order, each of which begins a segment; nil if there are none.
    static func joined(inOrder tracks: [Track]) -> Track? {
        var builder = TrackBuilder()
        for track in tracks {
            builder.pause()
            for point in track.points { builder.append(point) }
        }
        return builder.finish()
    }
}
