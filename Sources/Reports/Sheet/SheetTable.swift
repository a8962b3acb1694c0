import Geometry
import Painting
import Text

/// Rows of cells, with a header above them.
@MainActor
struct SheetTable {
    /// A column of cells.
    struct Column {
        var title: String
        /// Its part of the width, in any unit.
        var share: Double
        var alignment: TextAlignment = .trailing
        /// Whether a sign may follow its texts.
        var hasSigns = false
    }

    /// A cell of a row.
    struct Cell {
        var text: String
        /// Whether the sign of a value at or above a limit follows the text.
        var isHigh = false
    }

    var columns: [Column]
    var rows: [[Cell]]
    /// The last row, which sums up the others; nil for none.
    var total: [Cell]?
    var rowHeight = 15.0

    /// The sign that follows a value at or above a limit.
    static let sign = "▲"
    private static let signRoom = 10.0
    private static let padding = 4.0

    /// The height of the table with some of its rows.
    func height(rows count: Int) -> Double {
        rowHeight * Double(1 + count + (total == nil ? 0 : 1))
    }

    /// Draws the table with its last rows, as many as are given; returns the y below it.
    func draw(_ pen: SheetPen, top: Double, rows count: Int) -> Double {
        let whole = columns.reduce(0) { $0 + $1.share }
        var edges = [pen.area.minX]
        for column in columns {
            edges.append(edges[edges.count - 1] + pen.area.width * column.share / whole)
        }
        var y = top
        pen.canvas.tagged(PictureTag(.table)) {
            line(
                columns.map { Cell(text: $0.title) }, edges, pen, y, SheetStyle.boldLabel,
                isHeader: true)
            y += rowHeight
            for (index, row) in rows.suffix(count).enumerated() {
                pen.decoration {
                    pen.rule(
                        y: y, width: index == 0 ? 0.5 : 0.25, color: index == 0 ? .black : .guide)
                }
                line(row, edges, pen, y, SheetStyle.small)
                y += rowHeight
            }
            if let total {
                pen.decoration { pen.rule(y: y, width: 0.75) }
                line(total, edges, pen, y, SheetStyle.strong)
                y += rowHeight
            }
        }
        return y
    }

    private func line(
        _ cells: [Cell], _ edges: [Double], _ pen: SheetPen, _ top: Double, _ style: TextStyle,
        isHeader: Bool = false
    ) {
        let baseline =
            top + rowHeight / 2 + pen.typesetter.metrics(style).capHeight / 2
        pen.canvas.tagged(PictureTag(.row)) {
            for (index, cell) in cells.enumerated() where index < columns.count {
                let column = columns[index]
                let isName = isHeader || index == 0
                pen.canvas.tagged(PictureTag(isName ? .headerCell : .cell)) {
                    let room = edges[index + 1] - edges[index]
                    let right =
                        edges[index + 1] - (column.hasSigns ? Self.signRoom : 0)
                        - (column.alignment == .trailing ? Self.padding : 0)
                    let x: Double =
                        switch column.alignment {
                        case .leading: edges[index]
                        case .center: edges[index] + room / 2
                        case .trailing: right
                        }
                    // Headers and rows have the same right edge, so that columns align.
                    pen.write(
                        cell.text, style, x: x, baseline: baseline, column.alignment,
                        within: room)
                    if cell.isHigh {
                        pen.write(
                            Self.sign, SheetStyle.label, x: right + 2, baseline: baseline)
                    }
                }
            }
        }
    }
}

/// A few figures with their names above them, in rows of equal columns.
@MainActor
struct FigureStrip {
    var items: [(name: String, value: String)]
    var columns = 5

    private static let step = 25.0

    var height: Double {
        Double((items.count + columns - 1) / columns) * Self.step
    }

    /// Draws the figures; returns the y below them.
    func draw(_ pen: SheetPen, top: Double) -> Double {
        let width = pen.area.width / Double(columns)
        pen.canvas.tagged(PictureTag(.table)) {
            for first in stride(from: 0, to: items.count, by: columns) {
                let row = items[first..<min(first + columns, items.count)]
                let y = top + Double(first / columns) * Self.step
                for isName in [true, false] {
                    pen.canvas.tagged(PictureTag(.row)) {
                        for (place, item) in row.enumerated() {
                            pen.canvas.tagged(PictureTag(isName ? .headerCell : .cell)) {
                                pen.write(
                                    isName ? item.name : item.value,
                                    isName ? SheetStyle.label : SheetStyle.strong,
                                    x: pen.area.minX + Double(place) * width,
                                    baseline: y + (isName ? 8 : 19), within: width - 6)
                            }
                        }
                    }
                }
            }
        }
        return top + height
    }
}
