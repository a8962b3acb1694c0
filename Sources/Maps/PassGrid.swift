// How often tracks pass the places of a map.
//
// Method: the plane is divided into square cells of one of the sizes that are powers of two. Each line is
// walked from cell to cell (Amanatides and Woo, Eurographics 1987), with the number of steps along
// both axes known before, so rounding errors cannot lead it astray. A pass of a cell begins when the line
// enters it, and ends when the line is in a cell that is not one of its eight neighbours: a line that
// jitters across the border of two cells passes each of them once, and a second lap counts once more.
// Two cells around the grid are walked, too, so that passes at its sides are right.
// Squares of eight by eight cells list the segments in them: what is near a pointer, and what is in a view,
// are found from these alone.
// Rejected: points of the tracks in cells (a fast track would leave holes, a rest would be a summit), sums
// of finer cells (a pass of four cells would count four times).

import Geometry

/// The passes of tracks through the cells of a grid.
public struct PassGrid: Sendable {
    /// A line of a track, at one of its turns around the earth.
    public struct Line: Sendable {
        /// The number of its track.
        public var track: Int
        /// By how many turns it is moved.
        public var turn: Int
        /// Its vertices, from the origin on; one that is not a number ends a part of it.
        public var vertices: [SIMD2<Float>]
        /// What the vertices are relative to, turned.
        public var origin: PlanePoint

        /// The line of a sketch for a zoom.
        public init(_ sketch: TrackSketch, track: Int, turn: Int, zoom: Double) {
            (self.track, self.turn) = (track, turn)
            vertices = sketch.vertices(at: zoom)
            origin = PlanePoint(x: sketch.origin.x + Double(turn), y: sketch.origin.y)
        }

        /// The place of a vertex.
        public func place(_ index: Int) -> PlanePoint {
            PlanePoint(
                x: origin.x + Double(vertices[index].x), y: origin.y + Double(vertices[index].y))
        }
    }

    /// A segment of a line that is in a square of cells.
    public struct Segment: Sendable {
        /// The number of the line in `lines`.
        public var line: Int32
        /// The number of its first vertex; the line of a single one has no second.
        public var vertex: Int32
    }

    /// How often a unit of the plane is halved for the side of a cell.
    public let level: Int
    /// The numbers of the first column and of the first row, from the origin of the plane on.
    public let first: (column: Int, row: Int)
    /// The number of columns.
    public let columns: Int
    /// The number of rows.
    public let rows: Int
    /// The passes of each cell, row by row; 65,535 are the most.
    public private(set) var counts: [UInt16]
    /// The lines that were counted.
    public let lines: [Line]
    /// Where the segments of each square begin in `segments`.
    private var starts: [Int32] = []
    private var segments: [Segment] = []

    /// The cells along the side of a square that lists its segments.
    static let square = 8

    /// Counts the passes of lines.
    ///
    /// Cost: linear in the cells of the grid and in those that the lines are in.
    ///
    /// - Parameters:
    ///   - rect: what the grid covers; it begins and ends at whole squares of cells.
    ///   - isOver: whether nobody waits for the result any more.
    public init(
        _ lines: [Line], in rect: PlaneRect, level: Int, isOver: () -> Bool = { false }
    ) {
        let unit = Double(1 << level)
        func number(_ place: Double) -> Int {
            let square = (place * unit / Double(Self.square)).rounded(.down)
            return Int(min(max(square, -1e12), 1e12)) * Self.square
        }
        let (column, row) = (number(rect.x), number(rect.y))
        (self.level, self.lines) = (level, lines)
        first = (column, row)
        columns = number(rect.maxX) + Self.square - column
        rows = number(rect.maxY) + Self.square - row
        counts = [UInt16](repeating: 0, count: columns * rows)
        var walk = Walk(columns: columns, rows: rows)
        for (index, line) in lines.enumerated() {
            if isOver() { break }
            walk.begin()
            let moved = (
                x: line.origin.x * unit - Double(column), y: line.origin.y * unit - Double(row)
            )
            func place(_ vertex: SIMD2<Float>) -> Point {
                Point(
                    x: moved.x + Double(vertex.x) * unit, y: moved.y + Double(vertex.y) * unit)
            }
            var last: Point?
            for (number, vertex) in line.vertices.enumerated() {
                guard vertex.x.isFinite else {
                    last = nil
                    continue
                }
                let next = place(vertex)
                if let last {
                    walk.go(
                        from: last, to: next,
                        Segment(line: Int32(index), vertex: Int32(number - 1)), &counts)
                } else if number + 1 >= line.vertices.count || !line.vertices[number + 1].x.isFinite
                {
                    // A part of one place.
                    walk.go(
                        from: next, to: next, Segment(line: Int32(index), vertex: Int32(number)),
                        &counts)
                }
                last = next
            }
        }
        sort(walk.found)
    }

    private var squares: (across: Int, down: Int) {
        (columns / Self.square, rows / Self.square)
    }

    /// Sorts segments by their squares.
    private mutating func sort(_ found: [(square: Int32, segment: Segment)]) {
        let count = squares.across * squares.down
        var starts = [Int32](repeating: 0, count: count + 1)
        for (square, _) in found { starts[Int(square) + 1] += 1 }
        for index in 0..<count { starts[index + 1] += starts[index] }
        var next = starts
        var sorted = [Segment](repeating: Segment(line: 0, vertex: 0), count: found.count)
        for (square, segment) in found {
            sorted[Int(next[Int(square)])] = segment
            next[Int(square)] += 1
        }
        (self.starts, segments) = (starts, sorted)
    }

    // MARK: Reading

    /// The greatest number of passes.
    public var most: Int { Int(counts.max() ?? 0) }

    /// The passes of the cell at a point of the plane; 0 outside of the grid.
    public func count(at point: PlanePoint) -> Int {
        let unit = Double(1 << level)
        let column = Int((point.x * unit).rounded(.down)) - first.column
        let row = Int((point.y * unit).rounded(.down)) - first.row
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return 0 }
        return Int(counts[row * columns + column])
    }

    /// What the grid covers.
    public var rect: PlaneRect {
        let unit = Double(1 << level)
        return PlaneRect(
            x: Double(first.column) / unit, y: Double(first.row) / unit,
            width: Double(columns) / unit, height: Double(rows) / unit)
    }

    /// The numbers of the squares that a rectangle of the plane touches.
    private func squares(in rect: PlaneRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let unit = Double(1 << level) / Double(Self.square)
        func range(_ start: Double, _ end: Double, _ first: Int, _ count: Int) -> Range<Int> {
            let first = Double(first / Self.square)
            let low = min(max((start * unit).rounded(.down) - first, 0), Double(count))
            let high = min(max((end * unit).rounded(.down) - first + 1, low), Double(count))
            return Int(low)..<Int(high)
        }
        return (
            range(rect.x, rect.maxX, first.column, squares.across),
            range(rect.y, rect.maxY, first.row, squares.down)
        )
    }

    /// The ends of a segment.
    public func ends(_ segment: Segment) -> (PlanePoint, PlanePoint) {
        let line = lines[Int(segment.line)]
        let index = Int(segment.vertex)
        let a = line.place(index)
        guard index + 1 < line.vertices.count, line.vertices[index + 1].x.isFinite else {
            return (a, a)
        }
        return (a, line.place(index + 1))
    }

    /// The tracks that pass a place within a distance, the nearest first, each with the least distance.
    ///
    /// Cost: linear in the segments in the squares around the place.
    ///
    /// - Parameter reach: units of the plane.
    public func tracks(
        near place: PlanePoint, within reach: Double
    ) -> [(track: Int, distance: Double)] {
        let box = PlaneRect(
            x: place.x - reach, y: place.y - reach, width: 2 * reach, height: 2 * reach)
        var nearest: [Int: Double] = [:]
        visit(box) { segment, _ in
            let (a, b) = ends(segment)
            let distance = place.nearest(from: a, to: b).distance
            guard distance <= reach else { return }
            let track = lines[Int(segment.line)].track
            nearest[track] = min(nearest[track] ?? .infinity, distance)
        }
        return nearest.map { (track: $0.key, distance: $0.value) }.sorted {
            ($0.distance, $0.track) < ($1.distance, $1.track)
        }
    }

    /// The numbers of the tracks of which something is within a rectangle, in order.
    ///
    /// Cost: linear in the segments in it; those at its sides cost more.
    public func tracks(in rect: PlaneRect) -> [Int] {
        var isFound = [Bool](repeating: false, count: lines.count)
        visit(rect) { segment, isInside in
            let line = Int(segment.line)
            if isFound[line] { return }
            if isInside {
                isFound[line] = true
            } else {
                let (a, b) = ends(segment)
                isFound[line] = rect.meets(from: a, to: b)
            }
        }
        return Set(lines.indices.filter { isFound[$0] }.map { lines[$0].track }).sorted()
    }

    private func visit(
        _ rect: PlaneRect, _ body: (_ segment: Segment, _ isInside: Bool) -> Void
    ) {
        let (columns, rows) = squares(in: rect)
        for row in rows {
            for column in columns {
                let square = row * squares.across + column
                let isInside =
                    row > rows.lowerBound && row + 1 < rows.upperBound
                    && column > columns.lowerBound && column + 1 < columns.upperBound
                for index in starts[square]..<starts[square + 1] {
                    body(segments[Int(index)], isInside)
                }
            }
        }
    }
}

/// Walks along lines from cell to cell.
private struct Walk {
    private struct Cell: Equatable {
        var x: Int
        var y: Int
    }

    let columns: Int
    let rows: Int
    /// The segments with the squares that they are in.
    private(set) var found: [(square: Int32, segment: PassGrid.Segment)] = []
    /// The cells whose passes have not ended.
    private var passing: [Cell] = []
    private var last = Cell(x: .min, y: .min)

    private static let margin = 3.0

    init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

    /// Begins another line.
    mutating func begin() {
        passing.removeAll(keepingCapacity: true)
        last = Cell(x: .min, y: .min)
    }

    /// Goes along a segment, in cells from the corner of the grid on.
    mutating func go(
        from start: Point, to end: Point, _ segment: PassGrid.Segment, _ counts: inout [UInt16]
    ) {
        let margin = Self.margin
        guard
            let part = PlaneRect(
                x: -margin, y: -margin, width: Double(columns) + 2 * margin,
                height: Double(rows) + 2 * margin
            ).part(
                from: PlanePoint(x: start.x, y: start.y), to: PlanePoint(x: end.x, y: end.y))
        else { return }
        let way = end - start
        let a = Point(
            x: start.x + part.lowerBound * way.dx, y: start.y + part.lowerBound * way.dy)
        let b = Point(
            x: start.x + part.upperBound * way.dx, y: start.y + part.upperBound * way.dy)
        var cell = Cell(x: Int(a.x.rounded(.down)), y: Int(a.y.rounded(.down)))
        let target = Cell(x: Int(b.x.rounded(.down)), y: Int(b.y.rounded(.down)))
        let (stepX, stepY) = (target.x >= cell.x ? 1 : -1, target.y >= cell.y ? 1 : -1)
        var (leftX, leftY) = (abs(target.x - cell.x), abs(target.y - cell.y))
        // The parts of the way to the next border along each axis, and from one border to the next.
        let (width, height) = (abs(b.x - a.x), abs(b.y - a.y))
        let (perX, perY) = (1 / width, 1 / height)
        var toX = (stepX > 0 ? Double(cell.x + 1) - a.x : a.x - Double(cell.x)) * perX
        var toY = (stepY > 0 ? Double(cell.y + 1) - a.y : a.y - Double(cell.y)) * perY
        var square = -1
        visit(cell, segment, &square, &counts)
        while leftX > 0 || leftY > 0 {
            if leftY == 0 || (leftX > 0 && toX < toY) {
                cell.x += stepX
                toX += perX
                leftX -= 1
            } else {
                cell.y += stepY
                toY += perY
                leftY -= 1
            }
            visit(cell, segment, &square, &counts)
        }
    }

    private mutating func visit(
        _ cell: Cell, _ segment: PassGrid.Segment, _ square: inout Int, _ counts: inout [UInt16]
    ) {
        let isInside = cell.x >= 0 && cell.x < columns && cell.y >= 0 && cell.y < rows
        if isInside {
            let number =
                cell.y / PassGrid.square * (columns / PassGrid.square) + cell.x / PassGrid.square
            if number != square {
                square = number
                found.append((Int32(number), segment))
            }
        }
        guard cell != last else { return }
        last = cell
        var isPassing = false
        var index = 0
        while index < passing.count {
            let known = passing[index]
            if abs(known.x - cell.x) > 1 || abs(known.y - cell.y) > 1 {
                passing.swapAt(index, passing.count - 1)
                passing.removeLast()
            } else {
                if known == cell { isPassing = true }
                index += 1
            }
        }
        guard !isPassing else { return }
        passing.append(cell)
        guard isInside else { return }
        let place = cell.y * columns + cell.x
        if counts[place] < .max { counts[place] += 1 }
    }
}

extension PlaneRect {
    /// The part of a segment that is within the rectangle, from 0 to 1 along it; nil if none is.
    ///
    /// The method is that of Liang and Barsky (ACM Transactions on Graphics 3, 1984).
    public func part(from a: PlanePoint, to b: PlanePoint) -> ClosedRange<Double>? {
        var (low, high) = (0.0, 1.0)
        func cut(_ start: Double, _ way: Double, _ least: Double, _ most: Double) -> Bool {
            if way == 0 { return start >= least && start <= most }
            let (first, second) = ((least - start) / way, (most - start) / way)
            low = max(low, min(first, second))
            high = min(high, max(first, second))
            return low <= high
        }
        guard cut(a.x, b.x - a.x, x, maxX), cut(a.y, b.y - a.y, y, maxY) else { return nil }
        return low...high
    }

    /// Whether something of a segment is within the rectangle.
    public func meets(from a: PlanePoint, to b: PlanePoint) -> Bool { part(from: a, to: b) != nil }
}
