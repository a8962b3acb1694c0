// Some points of a track in bytes, column by column.
//
// Layout: a version, the number of points, the number of segments that begin here and the
// differences of their places, then for each field two bits with its presence (0 for no point,
// 1 for all, 2 for some), and the columns. The column of a field that some points have begins with
// a bit for each point. The numbers are whole multiples of the field's unit, by their differences
// (`PackedDifferences`). Every block begins with whole numbers, so it is read without the ones
// before it. With a point a second a time takes one byte, a coordinate one or two, a height, a
// distance, an accuracy and a speed one each: six to eight bytes a point, 28 kB a block.
//
// A version is only ever followed by another; fields are only ever appended.

/// At most `most` points of a track in bytes.
struct TrackBlock: Sendable, Equatable {
    /// The most points of a block.
    static let most = 4096
    private static let version: UInt8 = 1

    let bytes: [UInt8]
    let count: Int
    /// The number of segments that begin in it.
    let segments: Int
    /// The earliest and the latest time in seconds since 1970; nil if no point has one.
    let span: ClosedRange<Double>?
    /// What the positions cover; nil if there are none.
    let extent: TrackExtent?

    /// One property of the points: how it is stored, and which numbers are possible.
    private struct Field: Sendable {
        /// How many units of storage one of the property has.
        var scale: Double
        var range: ClosedRange<Double>
        var value: @Sendable (Track.Point) -> Double?
        var set: @Sendable (inout Track.Point, Double?) -> Void

        /// The number as it is stored; nil if there is none, or it is not possible.
        func stored(_ point: Track.Point) -> Int64? {
            value(point).flatMap { range.contains($0) ? Int64(($0 * scale).rounded()) : nil }
        }
    }

    /// All properties in the order of storage.
    private static let fields = [
        Field(
            scale: 1000, range: SoundTime.first...SoundTime.end, value: { $0.time },
            set: { $0.time = $1 }),
        Field(scale: 1e7, range: -90...90, value: { $0.latitude }, set: { $0.latitude = $1 }),
        Field(scale: 1e7, range: -180...180, value: { $0.longitude }, set: { $0.longitude = $1 }),
        // From the deepest sea to an orbit.
        Field(scale: 10, range: -12_000...1e6, value: { $0.height }, set: { $0.height = $1 }),
        Field(scale: 100, range: 0...1e9, value: { $0.distance }, set: { $0.distance = $1 }),
        Field(scale: 10, range: 0...1e6, value: { $0.accuracy }, set: { $0.accuracy = $1 }),
        Field(scale: 100, range: 0...1e6, value: { $0.dilution }, set: { $0.dilution = $1 }),
        Field(scale: 1000, range: 0...1e5, value: { $0.speed }, set: { $0.speed = $1 }),
    ]
    private static let latitude = 1
    private static let longitude = 2

    /// The point as it is stored.
    fileprivate static func sound(_ point: Track.Point) -> Track.Point {
        var sound = point
        for field in fields {
            field.set(&sound, field.stored(point).map { Double($0) / field.scale })
        }
        if sound.latitude == nil || sound.longitude == nil {
            sound.latitude = nil
            sound.longitude = nil
        }
        return sound
    }

    /// A block of points, at least one and at most `most`.
    init(_ points: [Track.Point]) {
        precondition(
            (1...TrackBlock.most).contains(points.count),
            "a block holds 1 to \(TrackBlock.most) points, not \(points.count)")
        var writer = PackedWriter()
        writer.append(byte: TrackBlock.version)
        writer.append(points.count)
        let starts = points.indices.filter { points[$0].beginsSegment }
        writer.append(starts.count)
        var before = 0
        for start in starts {
            writer.append(start - before)
            before = start
        }
        let columns = TrackBlock.fields.map { field in points.map(field.stored) }
        var presences: UInt64 = 0
        for (place, column) in columns.enumerated() {
            let missing = column.count { $0 == nil }
            let presence: Presence =
                missing == 0 ? .every : missing < column.count ? .part : .absent
            presences |= presence.rawValue << UInt64(2 * place)
        }
        writer.append(presences)
        for (place, column) in columns.enumerated() {
            let presence = Presence(rawValue: presences >> UInt64(2 * place) & 3)
            if presence == .absent { continue }
            if presence == .part { TrackBlock.appendBits(column.map { $0 != nil }, &writer) }
            writer.append(differencesOf: column.compactMap(\.self))
        }
        self.init(
            bytes: writer.bytes, count: points.count, segments: starts.count,
            times: columns[0].compactMap(\.self),
            latitudes: columns[TrackBlock.latitude].compactMap(\.self),
            longitudes: columns[TrackBlock.longitude].compactMap(\.self))
    }

    /// The block that bytes encode.
    ///
    /// - Throws: if they encode none, or numbers that no reader writes.
    init(bytes: [UInt8]) throws(PackedReader.Malformed) {
        let content = try TrackBlock.content(bytes)
        let positions = content.columns[TrackBlock.latitude].present
        guard positions == content.columns[TrackBlock.longitude].present else {
            throw PackedReader.Malformed()
        }
        for (field, column) in zip(TrackBlock.fields, content.columns) {
            guard column.numbers.allSatisfy({ field.range.contains(Double($0) / field.scale) })
            else { throw PackedReader.Malformed() }
        }
        self.init(
            bytes: bytes, count: content.count, segments: content.starts.count,
            times: content.columns[0].numbers,
            latitudes: content.columns[TrackBlock.latitude].numbers,
            longitudes: content.columns[TrackBlock.longitude].numbers)
    }

    private init(
        bytes: [UInt8], count: Int, segments: Int, times: [Int64], latitudes: [Int64],
        longitudes: [Int64]
    ) {
        self.bytes = bytes
        self.count = count
        self.segments = segments
        let scale = TrackBlock.fields[0].scale
        span = times.min().flatMap { first in
            times.max().map { Double(first) / scale...Double($0) / scale }
        }
        extent = TrackExtent(latitudes, longitudes)
    }

    /// The points.
    var points: [Track.Point] {
        // The bytes were checked or written here.
        guard let content = try? TrackBlock.content(bytes) else { return [] }
        var points = [Track.Point](repeating: Track.Point(), count: count)
        for start in content.starts { points[start].beginsSegment = true }
        for (field, column) in zip(TrackBlock.fields, content.columns) {
            var next = 0
            for index in points.indices where column.present[index] {
                field.set(&points[index], Double(column.numbers[next]) / field.scale)
                next += 1
            }
        }
        return points
    }

    // MARK: Bytes

    /// Which points have a field.
    private enum Presence: UInt64 {
        case absent = 0
        case every = 1
        case part = 2
    }

    private struct Content {
        var count: Int
        /// The places of the points that begin a segment.
        var starts: [Int]
        /// For each field which points have it, and their numbers.
        var columns: [(present: [Bool], numbers: [Int64])]
    }

    private static func content(_ bytes: [UInt8]) throws(PackedReader.Malformed) -> Content {
        var reader = PackedReader(bytes)
        guard try reader.byte() == version else { throw PackedReader.Malformed() }
        let count = try reader.count(most: most)
        guard count > 0 else { throw PackedReader.Malformed() }
        var starts: [Int] = []
        for index in 0..<(try reader.count(most: count)) {
            let step = try reader.count(most: count)
            guard index == 0 || step > 0 else { throw PackedReader.Malformed() }
            starts.append((starts.last ?? 0) + step)
        }
        let presences = try reader.number()
        guard starts.last ?? 0 < count, presences >> UInt64(2 * fields.count) == 0 else {
            throw PackedReader.Malformed()
        }
        var columns: [(present: [Bool], numbers: [Int64])] = []
        for place in fields.indices {
            var present: [Bool]
            switch Presence(rawValue: presences >> UInt64(2 * place) & 3) {
            case .absent: present = [Bool](repeating: false, count: count)
            case .every: present = [Bool](repeating: true, count: count)
            case .part: present = try bits(count, &reader)
            case nil: throw PackedReader.Malformed()
            }
            let number = present.count { $0 }
            columns.append(
                (present, number == 0 ? [] : try reader.differences(count: number)))
        }
        guard reader.isAtEnd else { throw PackedReader.Malformed() }
        return Content(count: count, starts: starts, columns: columns)
    }

    private static func appendBits(_ bits: [Bool], _ writer: inout PackedWriter) {
        for first in stride(from: 0, to: bits.count, by: 8) {
            var byte: UInt8 = 0
            for index in first..<min(first + 8, bits.count) where bits[index] {
                byte |= 1 << UInt8(index - first)
            }
            writer.append(byte: byte)
        }
    }

    private static func bits(
        _ count: Int, _ reader: inout PackedReader
    ) throws(PackedReader.Malformed) -> [Bool] {
        var bits: [Bool] = []
        while bits.count < count {
            let byte = try reader.byte()
            for place in 0..<min(8, count - bits.count) {
                bits.append(byte >> UInt8(place) & 1 == 1)
            }
        }
        return bits
    }

    static func == (a: TrackBlock, b: TrackBlock) -> Bool { a.bytes == b.bytes }
}

extension Track.Point {
    /// The point as a track keeps it: numbers rounded to their units, without impossible ones.
    var sound: Track.Point { TrackBlock.sound(self) }
}

/// The part of the earth that positions cover, in ten-millionths of a degree.
///
/// Longitudes continue from each position to the next by the shorter way round.
struct TrackExtent: Sendable {
    private static let turn: Int64 = 3_600_000_000
    private static let scale = 1e7

    private var south: Int64
    private var north: Int64
    private var west: Int64
    private var east: Int64
    /// The longitudes of the first and the last position; the last may be beyond a turn.
    private let first: Int64
    private var last: Int64

    /// Nil if there are no positions; there are equally many of both coordinates.
    init?(_ latitudes: [Int64], _ longitudes: [Int64]) {
        guard let south = latitudes.min(), let north = latitudes.max(),
            let first = longitudes.first
        else { return nil }
        (self.south, self.north, self.first) = (south, north, first)
        (west, east, last) = (first, first, first)
        for longitude in longitudes.dropFirst() {
            last += TrackExtent.shortest(longitude - last)
            west = min(west, last)
            east = max(east, last)
        }
    }

    /// The same difference of longitudes, without whole turns.
    private static func shortest(_ difference: Int64) -> Int64 {
        let rest = difference % turn
        return rest > turn / 2 ? rest - turn : rest < -turn / 2 ? rest + turn : rest
    }

    /// Adds the positions that follow.
    mutating func join(_ next: TrackExtent) {
        south = min(south, next.south)
        north = max(north, next.north)
        let shift = last + TrackExtent.shortest(next.first - last) - next.first
        west = min(west, next.west + shift)
        east = max(east, next.east + shift)
        last = next.last + shift
    }

    var box: Track.Box {
        Track.Box(
            south: Double(south) / TrackExtent.scale, north: Double(north) / TrackExtent.scale,
            west: Double(west) / TrackExtent.scale, east: Double(east) / TrackExtent.scale)
    }
}
