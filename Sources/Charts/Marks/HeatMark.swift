// A grid of values as coloured cells.
//
// Method: where the narrowest slot of both directions takes a device pixel or more, the cells are
// instances with every edge rounded to a pixel, and the GPU keeps them: all cells of a table of up
// to 65,536, and of a larger table those in view and a screen to each side. A direction whose
// narrowest slot takes less is reduced: each device pixel gets the mean of what it covers, or the
// largest value that it touches (`HeatPyramid`), on the chart's grid of pixels. So a column of
// pixels stays the same while the chart pans, and only new columns are computed and sent. The other
// direction keeps its edges and its gap. The zoom alone decides whether a direction is reduced.
// Cost: a frame that pans draws one call; another zoom of reduced cells costs the plot's pixels.
// Limits: the gap takes at most half of the narrowest slot, and reduced directions have none;
// colours of reduced cells come from 4,096 between the first stop and the last. Rejected: reducing
// only where visible slots are narrow (an uneven table would change its look while it pans).

import ChartCore
import ChartScene
import Geometry

/// Values of a grid as cells in the colours of a scale: hours over days, categories over
/// categories.
///
/// The crosshair snaps to a column. A reading lists its cells from the bottom up, up to six of
/// them; for a taller column it gives the smallest and the largest value. `cell(x:y:)` returns one
/// cell.
@MainActor
public final class HeatMark: ReadableMark {
    public let id: String
    public let kind = MarkKind.heat
    public var isHidden = false
    /// The colours of values; setting one ends following the theme.
    public var scale: ColorScale {
        get { shownScale }
        set {
            themedScale = nil
            shownScale = newValue
        }
    }
    /// The room between neighbouring cells, in points; rounded to device pixels.
    public var gap = 0.0 { didSet { if gap != oldValue { change() } } }
    /// The radius of the cells' corners, in points.
    public var corner = 0.0 { didSet { if corner != oldValue { change() } } }
    /// How cells smaller than a device pixel are reduced.
    public var reduction = HeatReduction.mean {
        didSet { if reduction != oldValue { change() } }
    }
    /// The slots and their values.
    public private(set) var table = HeatTable()
    public private(set) var revision = Revision.next()
    /// The table in places of the scales that it was last drawn on.
    private var drawn = HeatTable()
    private var transforms = ScaleTransforms.identity
    private var placedRevision: Revision?
    private var least = (x: Double.infinity, y: Double.infinity)
    private let cells = HeatBuffer()
    private var made: Made?
    private let sheet = HeatSheet()
    private var sheetKey: SheetKey?
    private var pyramid: (key: PyramidKey, blocks: HeatPyramid)?
    private var palette: [Color] = []
    private var rowGrid = PixelGrid()

    /// The cells that are on the GPU.
    private struct Made {
        var revision: Revision
        var x: Extent
        var y: Extent
    }

    private struct PyramidKey: Equatable {
        var table: Revision
        var reduction: HeatReduction
        var reducesX: Bool
        var reducesY: Bool
    }

    private struct SheetKey: Equatable {
        var revision: Revision
        var columns: ColumnGrid
        var y: PixelGrid.Place
        var width: Int
        var height: Int
        var gap: HeatStyle
    }

    /// Tables of up to this number of cells are kept whole on the GPU.
    private static let fewCells = 65_536
    private static let paletteCount = 4096
    /// The number of cells whose values a reading lists.
    private static let listedCells = 6

    private var shownScale: ColorScale {
        didSet { if shownScale != oldValue { change() } }
    }
    /// The scale in the colours of a theme; nil if it is independent of themes.
    private var themedScale: (@MainActor (ChartTheme) -> ColorScale)?

    /// A mark without cells.
    public init(id: String, scale: ColorScale) {
        self.id = id
        shownScale = scale
    }

    /// A mark without cells, in the colours of a scale that follows the chart's theme.
    init(id: String, themedScale: @escaping @MainActor (ChartTheme) -> ColorScale) {
        self.id = id
        shownScale = themedScale(.light)
        self.themedScale = themedScale
    }

    private func change() {
        revision = .next()
        palette = []
    }

    /// The colour of the largest values.
    public var color: Color { scale.stops[scale.stops.count - 1].color }
    public var domain: Extent { table.domain }

    /// Shows another table.
    public func show(_ table: HeatTable) {
        guard table.revision != self.table.revision else { return }
        self.table = table
        revision = .next()
    }

    /// From the lowest to the highest row if the range has columns, whatever their values are, so
    /// the axis does not move.
    public func values(over range: Extent) -> Extent {
        table.columns(over: range).isEmpty ? .nothing : table.height
    }

    // MARK: Readings

    public func nearest(to x: Double, within range: Extent) -> MarkReading? {
        stops.nearest(to: x, within: range).map(reading)
    }

    public func step(from x: Double, by count: Int) -> MarkReading? {
        stops.step(from: x, by: count).map(reading)
    }

    private var stops: CrosshairStops {
        let table = table
        return CrosshairStops(
            count: table.x.count, span: { table.x[$0] }, isPresent: { table.hasValue(in: $0) })
    }

    private func reading(_ column: Int) -> MarkReading {
        var values = table.column(column)
        if values.count > Self.listedCells {
            let known = values.filter(\.isFinite)
            values = [known.min() ?? .nan, known.max() ?? .nan]
        }
        return MarkReading(
            x: table.x[column].mid, values: values, drawn: [], span: table.x[column], index: column)
    }

    /// A cell, as a pointer finds it.
    public struct Cell: Hashable, Sendable {
        /// The index of its slot along x.
        public var column: Int
        /// The index of its slot along y.
        public var row: Int
        /// Its extent along x.
        public var x: Extent
        /// Its extent along y.
        public var y: Extent
        /// Its value; NaN if it is missing.
        public var value: Double
    }

    /// The cell at a position in the data; nil outside all cells.
    public func cell(x: Double, y: Double) -> Cell? {
        table.cell(x: x, y: y).map { column, row in
            Cell(
                column: column, row: row, x: table.x[column], y: table.y[row],
                value: table[column, row])
        }
    }

    // MARK: Drawing

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        place(on: projection.transforms)
        guard !drawn.x.isEmpty, !drawn.y.isEmpty, projection.scaleX > 0, projection.scaleY < 0
        else {
            return
        }
        // How many device pixels the narrowest slots take; exactly one pixel may be off by
        // rounding.
        let narrowest = (
            x: least.x / frame.place.columns.width, y: least.y * -projection.scaleY
        )
        let reduces = (x: narrowest.x < 1 - 1e-6, y: narrowest.y < 1 - 1e-6)
        func room(_ narrowest: Double) -> Int {
            Int(min((gap * scene.scale).rounded(), (narrowest / 2).rounded(.down)))
        }
        let style = HeatStyle(gapX: room(narrowest.x), gapY: room(narrowest.y), corner: corner)
        guard reduces.x || reduces.y else {
            makeCells(projection)
            return scene.heat(cells, style, in: projection, alpha: alpha)
        }
        makeSheet(frame, projection, style, reduces.x, reduces.y)
        scene.heat(
            sheet, left: Int(projection.plot.minX), top: Int(projection.plot.minY), alpha: alpha)
    }

    /// Updates the table in places of the scales.
    private func place(on transforms: ScaleTransforms) {
        guard transforms != self.transforms || placedRevision != table.revision else { return }
        (self.transforms, placedRevision) = (transforms, table.revision)
        drawn = transforms.isIdentity ? table : table.placed(on: transforms)
        least = (
            drawn.x.reduce(.infinity) { min($0, $1.length) },
            drawn.y.reduce(.infinity) { min($0, $1.length) }
        )
        (made, sheetKey, pyramid) = (nil, nil, nil)
    }

    private func makeCells(_ projection: PlotProjection) {
        let x = Extent(min: projection.x.lowerBound, max: projection.x.upperBound)
        let y = Extent(min: projection.y.lowerBound, max: projection.y.upperBound)
        if let made, made.revision == revision,
            made.x.contains(x.intersection(drawn.domain)),
            made.y.contains(y.intersection(drawn.height))
        {
            return
        }
        let isWhole = drawn.values.count <= Self.fewCells
        let window = (
            x: isWhole ? drawn.domain : x.expanded(by: x.length),
            y: isWhole ? drawn.height : y.expanded(by: y.length)
        )
        let columns = drawn.columns(over: window.x)
        let rows = drawn.rows(over: window.y)
        cells.replace(columns: Array(drawn.x[columns]), rows: Array(drawn.y[rows])) {
            let value = drawn[columns.lowerBound + $0, rows.lowerBound + $1]
            return scale.color(at: value.isFinite ? value : .nan)
        }
        made = Made(revision: revision, x: window.x, y: window.y)
    }

    // MARK: Cells smaller than a pixel

    private func makeSheet(
        _ frame: MarkFrame, _ projection: PlotProjection, _ style: HeatStyle, _ reducesX: Bool,
        _ reducesY: Bool
    ) {
        let (width, height) = (frame.pixels, Int(projection.plot.height.rounded()))
        let range = Extent(min: projection.y.lowerBound, max: projection.y.upperBound)
        rowGrid.update(range, pixels: height)
        let place = rowGrid.place(of: range, pixels: height)
        let key = SheetKey(
            revision: revision, columns: frame.place.columns, y: place, width: width,
            height: height, gap: style)
        let blocks = blocks(
            PyramidKey(
                table: drawn.revision, reduction: reduction, reducesX: reducesX,
                reducesY: reducesY))
        if palette.isEmpty { palette = scale.colors(Self.paletteCount) }
        if key != sheetKey {
            sheetKey = key
            sheet.reset(width: width, height: height)
        }
        let wanted = frame.place.first..<frame.place.first + width
        guard wanted != sheet.columns else { return }
        // Rows count upwards, rows of the sheet from the top down.
        let rows = HeatMark.parts(
            drawn.y, place.first..<place.first + height, place.columns, reducesY ? nil : style.gapY,
            isUpwards: true, blocks.rows)
        let columns = HeatMark.parts(
            drawn.x, wanted, frame.place.columns, reducesX ? nil : style.gapX, isUpwards: false,
            blocks.columns)
        sheet.show(wanted) { column in
            let parts = columns[column - wanted.lowerBound]
            return rows.reversed().map { row in
                guard !parts.isEmpty, !row.isEmpty else { return .clear }
                return color(of: blocks.value(parts, row))
            }
        }
    }

    private func blocks(_ key: PyramidKey) -> HeatPyramid {
        if let pyramid, pyramid.key == key { return pyramid.blocks }
        let made = HeatPyramid(
            drawn, reduction, reducesX: key.reducesX, reducesY: key.reducesY)
        pyramid = (key, made)
        return made
    }

    /// The parts of a direction's slots that each of a number of pixels shows.
    ///
    /// - Parameters:
    ///   - gap: between slots that keep their edges, in pixels; nil for slots that are reduced.
    ///   - isUpwards: whether pixels are counted against their direction on the screen.
    private static func parts(
        _ slots: [Extent], _ pixels: Range<Int>, _ grid: ColumnGrid, _ gap: Int?, isUpwards: Bool,
        _ reduced: (Extent) -> [HeatPyramid.Part]
    ) -> [[HeatPyramid.Part]] {
        guard let gap else {
            return pixels.map {
                reduced(Extent(min: grid.left(of: $0), max: grid.left(of: $0 + 1)))
            }
        }
        var parts = [[HeatPyramid.Part]](repeating: [], count: pixels.count)
        let limits = Extent(min: 0, max: Double(pixels.count)).expanded(by: Double(gap + 1))
        // Ties are rounded in one direction on the screen.
        func edge(_ value: Double) -> Int {
            let place = limits.clamp(
                (value - grid.origin) / grid.width - Double(pixels.lowerBound))
            return Int(isUpwards ? -HeatStyle.edge(-place) : HeatStyle.edge(place))
        }
        let before = isUpwards ? gap - gap / 2 : gap / 2
        for (index, slot) in slots.enumerated() {
            let start = max(edge(slot.min) + before, 0)
            let end = min(edge(slot.max) - (gap - before), pixels.count)
            guard start < end else { continue }
            for pixel in start..<end { parts[pixel] = HeatPyramid.slot(index) }
        }
        return parts
    }

    private func color(of value: Double) -> Color {
        guard value.isFinite else { return scale.missing }
        let (first, last) = (scale.stops[0].value, scale.stops[scale.stops.count - 1].value)
        guard last > first else { return scale.color(at: value) }
        let part = min(max((value - first) / (last - first), 0), 1)
        return palette[Int((part * Double(palette.count - 1)).rounded())]
    }
}

extension HeatMark: Themed {
    public func take(_ theme: ChartTheme) {
        if let themedScale { shownScale = themedScale(theme) }
    }
}

extension HeatTable {
    /// The table with its slots in places of the scales; slots without a place are left out, and
    /// one that begins before the first value with a place is `ScaleTransform.depth` decades long.
    func placed(on transforms: ScaleTransforms) -> HeatTable {
        func placed(_ slots: [Extent], _ transform: ScaleTransform) -> [(index: Int, slot: Extent)]
        {
            slots.indices.compactMap { index in
                let end = transform.place(of: slots[index].max)
                guard end.isFinite else { return nil }
                let begin = transform.place(of: slots[index].min)
                let slot = Extent(
                    min: begin.isFinite ? begin : end - ScaleTransform.depth, max: end)
                return slot.isProper ? (index, slot) : nil
            }
        }
        let columns = placed(x, transforms.x)
        let rows = placed(y, transforms.y)
        return HeatTable(
            x: columns.map(\.slot), y: rows.map(\.slot),
            values: rows.flatMap { row in columns.map { self[$0.index, row.index] } })
    }
}
