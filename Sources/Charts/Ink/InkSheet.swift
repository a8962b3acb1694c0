// Many marks as pixels that are painted ahead.
//
// Layout: tiles of the plane that the plot is a window of, as high as the plot where there is ink. A
// pan uses those that are there; what is at the sides of the plot is painted by another thread before
// it is needed. A mark on top of all costs its own length: it is drawn over the tiles, and into them
// when they are drawn again or several such marks have come. Any other change paints the tiles again
// that it touches.
// Limits: a tile belongs to one scale. While a view changes its scale, the tiles are stretched; the
// picture is sharp again soon after it rests (`InkPicture`).
// Rejected: small tiles (a draw call for each costs as much as its pixels on a software driver);
// painting by the frame, with a limit of time (the picture would depend on the processor).

import ChartCore
import ChartScene
import Geometry
import Ink
import Platform
import Synchronization

/// The ink of a column of a sheet.
struct InkColumn: Sendable {
    /// The first row of its pixels below the top of the plot, without a border.
    var top: Int
    /// The pixels from there on.
    var pixels: InkTilePixels

    /// The width of all columns, in device pixels.
    static let width = 256
    /// Rows are painted by as many, so that a mark a little above or below others finds room.
    static let band = 64
}

/// What is needed to paint columns of a sheet, on any thread.
struct InkPainter: Sendable {
    /// In the order of their numbers.
    let marks: [InkMark]
    let index: InkIndex
    let kind: InkBrush.Kind
    let basis: InkBasis?
    let ground: Color
    let view: InkView

    /// The ink of a column; nil for none.
    func paint(_ column: Int) -> InkColumn? {
        let border = InkTile.border
        let height = Int(view.y.length.rounded(.up))
        var raster = InkRaster(
            width: InkColumn.width + 2 * border, height: height + 2 * border)
        // The view, so that the first pixel of the raster is its first.
        var moved = view
        moved.x.start -= Double(column * InkColumn.width - border)
        moved.y.start = Double(border)
        let found = index.marks(from: 0, to: Double(raster.width), in: moved.x)
        raster.paint(
            found.lazy.compactMap { mark($0) }.filter { $0.belongs(to: basis) }, of: kind,
            in: moved, on: ground)
        let rows = raster.paintedRows
        guard !rows.isEmpty else { return nil }
        let first = max(rows.lowerBound - border, 0) / InkColumn.band * InkColumn.band
        let bands = (rows.upperBound - first) / InkColumn.band + 1
        let count = min(bands * InkColumn.band, height - first)
        let part = PixelRect(x: 0, y: first, width: raster.width, height: count + 2 * border)
        let pixels = InkTilePixels(
            width: InkColumn.width, height: count, texels: raster.bytes(of: part))
        return InkColumn(top: first, pixels: pixels)
    }

    private func mark(_ id: InkMark.ID) -> InkMark? {
        let place = marks.indices.partitioningIndex { marks[$0].id >= id }
        return place < marks.count && marks[place].id == id ? marks[place] : nil
    }
}

/// The marks of one kind of brush as tiles of one scale.
@MainActor
final class InkSheet {
    /// The view whose device pixels are those of the tiles, from the top of the plot on.
    let view: InkView
    private let kind: InkBrush.Kind
    private let basis: InkBasis?
    private let ground: Color
    /// The state of the document that the tiles show.
    private var revision: Revision
    /// The last mark of the document.
    private var last: InkMark.ID
    /// The columns that were painted.
    private var columns: [Int: Column] = [:]
    private var job: Job?
    /// The last marks of the document that are not in their tiles yet, and the number of them that was
    /// drawn over the tiles in the last frame.
    private var waiting: [InkMark] = []
    private var drawn = 0
    /// The strokes of these marks.
    private let waitingInk = InkBuffer()

    /// As many marks are drawn over the tiles.
    private static let mostWaiting = 8

    private enum Column {
        case blank
        case tile(InkTile, top: Int)
    }

    init(
        _ view: InkView, _ kind: InkBrush.Kind, basis: InkBasis?, ground: Color,
        _ document: InkDocument
    ) {
        (self.view, self.kind, self.basis, self.ground) = (view, kind, basis, ground)
        revision = document.revision
        last = document.marks.last?.id ?? InkMark.ID(0)
    }

    // MARK: Changes

    /// Takes the changes of a document; false if they are not known, and the sheet is of no use.
    func follow(_ document: InkDocument) -> Bool {
        guard revision != document.revision else { return true }
        guard let changes = document.changes(since: revision) else { return false }
        revision = document.revision
        for change in changes {
            for mark in change.before { forgetColumns(under: mark) }
            for mark in change.after {
                guard mark.id > last else {
                    forgetColumns(under: mark)
                    continue
                }
                addLast(mark)
                // Another thread paints without it.
                job?.later.append(mark)
            }
        }
        last = document.marks.last?.id ?? last
        return true
    }

    private func forgetColumns(under mark: InkMark) {
        guard mark.isDrawn(with: kind, on: basis) else { return }
        job = nil
        fold()
        for column in numbers(under: mark) { columns[column] = nil }
    }

    /// The columns that a mark may cover; nil for all.
    private func reached(by mark: InkMark) -> Range<Int>? {
        guard let x = mark.reach(in: view).x else { return nil }
        // A border has the neighbour's ink.
        let border = Double(InkTile.border)
        return Self.columns(
            from: max(x.lowerBound - border, -1e9), to: min(x.upperBound + border, 1e9))
    }

    /// The painted columns that a mark may cover.
    private func numbers(under mark: InkMark) -> [Int] {
        guard let reached = reached(by: mark) else { return Array(columns.keys) }
        return columns.keys.filter { reached.contains($0) }
    }

    /// Adds a mark that is over all others.
    private func addLast(_ mark: InkMark) {
        let presence = mark.presence(in: view)
        guard mark.isDrawn(with: kind, on: basis), presence > 0 else { return }
        if let reached = reached(by: mark), reached.allSatisfy({ holds(mark, column: $0) }) {
            if waiting.count == Self.mostWaiting { fold() }
            waiting.append(mark)
            let width = Double(InkColumn.width)
            let part = Rect(
                x: Double(reached.lowerBound) * width, y: view.y.start,
                width: Double(reached.count) * width, height: view.y.length)
            mark.addLines(to: waitingInk, view, within: part, on: ground, presence: presence)
        } else {
            fold()
            draw(mark, into: numbers(under: mark))
        }
    }

    /// Draws the marks that wait into their tiles.
    private func fold() {
        guard !waiting.isEmpty else { return }
        for mark in waiting { draw(mark, into: numbers(under: mark)) }
        (waiting, drawn) = ([], 0)
        waitingInk.removeAll()
    }

    /// Whether a column is a tile that has room for a mark.
    private func holds(_ mark: InkMark, column: Int) -> Bool {
        // A tint is not a stroke.
        guard case .tile(let tile, let top) = columns[column], mark.figure == nil,
            let y = mark.reach(in: view).y
        else { return false }
        let bottom = Double(top + tile.height)
        return (top == 0 || y.lowerBound - view.y.start >= Double(top))
            && (bottom >= view.y.length || y.upperBound - view.y.start <= bottom)
    }

    /// Draws a mark over all others into the tiles of columns, and forgets those that have no room
    /// for it.
    private func draw(_ mark: InkMark, into numbers: [Int]) {
        let presence = mark.presence(in: view)
        guard mark.isDrawn(with: kind, on: basis), presence > 0 else { return }
        for column in numbers {
            guard case .tile(let tile, let top) = columns[column], holds(mark, column: column)
            else {
                columns[column] = nil
                continue
            }
            let border = Double(InkTile.border)
            var moved = view
            moved.x.start -= Double(column * InkColumn.width) - border
            moved.y.start = border - Double(top)
            let size = Rect(
                x: 0, y: 0, width: Double(tile.width) + 2 * border,
                height: Double(tile.height) + 2 * border)
            let ink = InkBuffer()
            mark.addLines(to: ink, moved, within: size, on: ground, presence: presence)
            if !ink.strokes.isEmpty { tile.add(ink) }
        }
    }

    // MARK: Painting

    private func painter(_ document: InkDocument, _ index: InkIndex) -> InkPainter {
        InkPainter(
            marks: document.marks, index: index, kind: kind, basis: basis, ground: ground,
            view: view)
    }

    /// Columns that other threads paint.
    private final class Work: Sendable {
        let painted = Mutex<[Int: InkColumn?]>([:])
        let columns: [Int]

        init(_ columns: [Int]) { self.columns = columns }

        func paint(_ number: Int, with painter: InkPainter) {
            let column = painter.paint(columns[number])
            painted.withLock { $0[columns[number]] = .some(column) }
        }
    }

    /// Work that is not waited for.
    private struct Job {
        var work: Work
        /// The columns that are not painted yet.
        var rest: Int
        /// The marks that were added after it began.
        var later: [InkMark] = []
    }

    /// Paints columns that are missing, on all processors.
    func paint(_ wanted: Range<Int>, _ document: InkDocument, _ index: InkIndex) {
        collect()
        let work = Work(wanted.filter { columns[$0] == nil })
        guard !work.columns.isEmpty else { return }
        fold()
        let painter = painter(document, index)
        Workers.perform(work.columns.count) { work.paint($0, with: painter) }
        keep(work.painted.withLock { $0 })
    }

    /// Lets another thread paint columns that are missing; returns whether there are any.
    func paintAhead(_ wanted: Range<Int>, _ document: InkDocument, _ index: InkIndex) -> Bool {
        collect()
        if job != nil { return true }
        let work = Work(wanted.filter { columns[$0] == nil })
        guard !work.columns.isEmpty else { return false }
        job = Job(work: work, rest: work.columns.count)
        let painter = painter(document, index)
        WorkerThread.detach { [weak work] in
            let count = work?.columns.count ?? 0
            // Nobody waits any more for work that is gone.
            for number in 0..<count { work?.paint(number, with: painter) }
        }
        return true
    }

    /// Takes what another thread has painted so far.
    private func collect() {
        guard var job else { return }
        let painted = job.work.painted.withLock { painted in
            defer { painted = [:] }
            return painted
        }
        guard !painted.isEmpty else { return }
        job.rest -= painted.count
        self.job = job.rest > 0 ? job : nil
        let new = keep(painted)
        for mark in job.later {
            let under = Set(numbers(under: mark))
            draw(mark, into: new.filter { under.contains($0) })
        }
    }

    /// Keeps columns that are still missing; returns which these are.
    @discardableResult
    private func keep(_ painted: [Int: InkColumn?]) -> [Int] {
        let new = painted.filter { columns[$0.key] == nil }
        for (number, column) in new {
            columns[number] =
                column.map { .tile(InkTile($0.pixels), top: $0.top) } ?? .blank
        }
        return Array(new.keys)
    }

    /// Forgets all columns but some.
    func keepOnly(_ wanted: Range<Int>) {
        guard columns.keys.contains(where: { !wanted.contains($0) }) else { return }
        fold()
        columns = columns.filter { wanted.contains($0.key) }
    }

    // MARK: Views

    /// The columns of tiles between two device pixels of the sheet.
    static func columns(from left: Double, to right: Double) -> Range<Int> {
        let width = Double(InkColumn.width)
        let first = Int((left / width).rounded(.down))
        return first..<max(Int((right / width).rounded(.up)), first + 1)
    }

    /// The columns that are kept ready for a view that has panned by a number of device pixels: those
    /// of the plot, and as much on each side as memory allows, at most a plot.
    ///
    /// - Parameter twice: whether it is twice as much: what is not forgotten at once.
    func reach(_ shift: Int, twice: Bool = false) -> Range<Int> {
        let (left, length) = (view.x.start - Double(shift), view.x.length)
        let room = (Self.mostPixels / max(view.y.length, 1) - length) / 2
        let side = min(max(room, Double(InkColumn.width)), length) * (twice ? 2 : 1)
        return Self.columns(from: left - side, to: left + length + side)
    }

    /// The pixels that are painted ahead, as far as the plot leaves some: four bytes each.
    private static let mostPixels = 4e6

    /// By how many device pixels a view has panned; nil if it differs in another way.
    func shift(to now: InkView) -> Int? {
        guard now.y == view.y, now.x.length == view.x.length, now.x.start == view.x.start,
            now.x.transform == view.x.transform, now.x.pixelsPerPoint == view.x.pixelsPerPoint
        else { return nil }
        let ends = [view.x.start, view.x.start + view.x.length].map {
            now.x.pixel(ofPlace: view.x.place(atPixel: $0)) - $0
        }
        let shift = ends[0].rounded()
        guard abs(shift) < 1e9, ends.allSatisfy({ abs($0 - shift) < 0.05 }) else { return nil }
        return Int(shift)
    }

    /// Where device pixels of the sheet are in another view: a factor and an offset for each axis;
    /// nil if the scales are of another kind, or too different.
    func map(to now: InkView) -> (x: (Double, Double), y: (Double, Double))? {
        func map(_ from: InkAxisView, _ to: InkAxisView, first: Double) -> (Double, Double)? {
            guard from.transform == to.transform else { return nil }
            let factor = to.pixelsPerPlace / from.pixelsPerPlace
            let offset = to.pixel(ofPlace: from.place(atPixel: first))
            guard factor > 1 / 64.0, factor < 64, offset.isFinite, abs(offset) < 1e9 else {
                return nil
            }
            return (factor, offset)
        }
        guard let x = map(view.x, now.x, first: 0), let y = map(view.y, now.y, first: view.y.start)
        else { return nil }
        return (x, y)
    }

    /// Adds the tiles that some parts of a view show, in device pixels.
    func encode(
        into scene: SceneBuilder, x: (factor: Double, offset: Double),
        y: (factor: Double, offset: Double), parts: [PixelRect]
    ) {
        // In the frame after that of the last one they are drawn again for another reason, such as a
        // pan. Stretched tiles have other pixels than the marks.
        if drawn == waiting.count || x.factor != 1 || y.factor != 1 { fold() }
        let left = parts.reduce(Double.infinity) { min($0, Double($1.x)) }
        let right = parts.reduce(-Double.infinity) { max($0, Double($1.maxX)) }
        guard left < right else { return }
        let rects = parts.map { Rect(pixels: $0) }
        let shown = Self.columns(
            from: (left - x.offset) / x.factor, to: (right - x.offset) / x.factor)
        for number in shown {
            guard case .tile(let tile, let top) = columns[number] else { continue }
            let rect = Rect(
                x: Double(number * InkColumn.width) * x.factor + x.offset,
                y: Double(top) * y.factor + y.offset, width: Double(tile.width) * x.factor,
                height: Double(tile.height) * y.factor)
            if rects.contains(where: { $0.intersects(rect) }) {
                scene.add(InkTileItem(tile, in: rect))
            }
        }
        drawn = waiting.count
        guard drawn > 0 else { return }
        for part in parts {
            scene.clipped(toPixels: part) {
                scene.add(InkItem(waitingInk, offset: Vector(dx: x.offset, dy: 0)))
            }
        }
    }

    /// Forgets the tiles whose pixels neither they nor the renderer of a scene has.
    func forgetLost(in scene: SceneBuilder) {
        var lost: [Int] = []
        for (number, column) in columns {
            if case .tile(let tile, _) = column, tile.texels == nil, !scene.holds(tile) {
                lost.append(number)
            }
        }
        guard !lost.isEmpty else { return }
        fold()
        for number in lost { columns[number] = nil }
    }
}
