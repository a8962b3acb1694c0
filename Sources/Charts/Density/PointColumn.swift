// The samples of one column of device pixels, by pixel and by cell of a pixel.
//
// Method: a table with a place for each attribute and row finds the pixel of a sample; the cells of a
// pixel, at most sixteen, are a chain. The table is not cleared between columns: each place says
// which column it is of.

import ChartCore

/// The taken cells of a column of device pixels.
struct PointColumn {
    /// A cell with samples.
    struct Cell {
        /// The sample that is drawn.
        var time: Double
        var value: Double
        /// Which cell of the pixel it is.
        var part: Int
        /// The number of samples.
        var count: Int
        /// The next cell of the pixel; below 0 if it is the last one.
        var next = -1
    }

    /// A pixel with samples.
    struct Pixel {
        var row: Int
        /// The number of samples.
        var count: Int
        /// Its first cell.
        var first: Int
    }

    /// The pixels of each attribute.
    var pixels: [[Pixel]]
    var cells: [Cell] = []
}

/// Reads columns.
struct PointColumnReader {
    private var rows = 0..<0
    private var height = 1.0
    private var styles = 1
    private var places: [[Place]] = []
    private var number: Int32 = 0
    private var column = PointColumn(pixels: [])

    private struct Place {
        var column: Int32 = 0
        var pixel: Int32 = 0
    }

    /// The row of a value.
    static func row(_ value: Double, _ height: Double) -> Int {
        let row = (value / height).rounded(.down)
        return abs(row) < 0x1p60 ? Int(row) : row < 0 ? -(1 << 60) : 1 << 60
    }

    /// Sets which rows are read, and how many styles there are.
    mutating func begin(rows: Range<Int>, height: Double, styles: Int) {
        if rows.count != self.rows.count || styles != self.styles { places = [] }
        (self.rows, self.height, self.styles) = (rows, height, styles)
        while places.count < styles { places.append([]) }
    }

    /// Reads the samples of a column.
    mutating func read(
        _ source: any SampleSource, _ indices: Range<Int>, left: Double, width: Double
    ) -> PointColumn {
        if number == .max {
            number = 0
            places = places.map { _ in [] }
        }
        number += 1
        column = PointColumn(pixels: Array(repeating: [], count: styles))
        guard !indices.isEmpty else { return column }
        let attributed = source as? any AttributedSampleSource
        let across = Double(PointCells.parts) / width
        func part(_ time: Double) -> Int {
            min(max(Int((time - left) * across), 0), PointCells.parts - 1)
        }
        guard indices.count > PointCells.mostRead else {
            for index in indices {
                let time = source.time(at: index)
                add(
                    time, source.value(at: index), attributed?.attribute(at: index) ?? 0,
                    part(time), 1)
            }
            return column
        }
        let some = StratifiedSamples(of: indices, atMost: PointCells.mostRead)
        for index in some {
            let time = source.time(at: index)
            add(
                time, source.value(at: index), attributed?.attribute(at: index) ?? 0, part(time),
                some.length)
        }
        for attribute in attributed?.attributes ?? [0] {
            let extent: Extent
            if let attributed {
                extent = attributed.valueExtent(of: indices, attribute: attribute)
            } else {
                let summary = source.summary(of: indices)
                extent =
                    summary.isEmpty
                    ? .nothing : Extent(min: summary.minimum, max: summary.maximum)
            }
            guard !extent.isEmpty else { continue }
            for value in [extent.min, extent.max] {
                add(left + width / 2, value, attribute, PointCells.parts / 2, 1)
            }
        }
        return column
    }

    private mutating func add(
        _ time: Double, _ value: Double, _ attribute: Int, _ part: Int, _ count: Int
    ) {
        guard value.isFinite else { return }
        let row = Self.row(value, height)
        guard rows.contains(row) else { return }
        let attribute = attribute > 0 && attribute < styles ? attribute : 0
        if places[attribute].isEmpty {
            places[attribute] = [Place](repeating: Place(), count: rows.count)
        }
        let above = (value / height - Double(row)) * Double(PointCells.parts)
        let part = part * PointCells.parts + min(Int(above), PointCells.parts - 1)
        let place = row - rows.lowerBound
        guard places[attribute][place].column == number else {
            places[attribute][place] = Place(
                column: number, pixel: Int32(column.pixels[attribute].count))
            column.pixels[attribute].append(
                PointColumn.Pixel(row: row, count: count, first: column.cells.count))
            column.cells.append(
                PointColumn.Cell(time: time, value: value, part: part, count: count))
            return
        }
        let pixel = Int(places[attribute][place].pixel)
        column.pixels[attribute][pixel].count += count
        var cell = column.pixels[attribute][pixel].first
        while true {
            if column.cells[cell].part == part {
                column.cells[cell].count += count
                return
            }
            let next = column.cells[cell].next
            guard next >= 0 else { break }
            cell = next
        }
        column.cells[cell].next = column.cells.count
        column.cells.append(PointColumn.Cell(time: time, value: value, part: part, count: count))
    }
}
