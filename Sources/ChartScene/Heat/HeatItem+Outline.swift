import ChartCore
import Geometry
import Painting

@MainActor
extension HeatItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let buffer = cells.content
        guard let shown = projection.visibleX(in: clip, reach: 1) else { return }
        let plot = projection.plot
        func x(_ high: Float, _ low: Float) -> Double {
            toEdge(projection.pixelX(ofPlace: buffer.originX + (Double(high) + Double(low))))
        }
        func y(_ value: Float) -> Double {
            toEdge(projection.pixelY(ofPlace: buffer.originY + Double(value)))
        }
        let (beforeX, beforeY) = (Double(style.gapX / 2), Double(style.gapY / 2))
        canvas.clipped(to: canvas.rect(plot)) {
            for cell in buffer.store.elements[buffer.visible(shown)] {
                let left = x(cell.startHigh, cell.startLow) + beforeX
                let right = x(cell.endHigh, cell.endLow) - (Double(style.gapX) - beforeX)
                let top = y(cell.top) + beforeY
                let bottom = y(cell.bottom) - (Double(style.gapY) - beforeY)
                guard right > left, bottom > top, right > plot.minX, left < plot.maxX,
                    bottom > plot.minY, top < plot.maxY
                else { continue }
                canvas.fill(
                    canvas.rect(left, top, right, bottom), cell.color.color.opacity(Float(alpha)),
                    corners: Corners(style.corner))
            }
        }
    }

    public var report: [(String, SceneValue)] {
        [
            ("cells", .count(cells.content.count)), ("alpha", .number(alpha)),
            ("projection", projection.report),
        ]
    }
}

@MainActor
extension SheetItem {
    public func record(on canvas: Canvas, in clip: PixelRect) {
        let sheet = sheet.content
        let (columns, height) = (sheet.columns, sheet.height)
        guard !columns.isEmpty, height > 0 else { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(columns.count * height * 4)
        for row in 0..<height {
            for column in columns { bytes += sheet.texel(column: column, row: row) }
        }
        canvas.image(
            PaintedImage(width: columns.count, height: height, bytes: bytes),
            in: canvas.rect(PixelRect(x: left, y: top, width: columns.count, height: height)),
            sampling: .nearest, opacity: alpha)
    }

    public var report: [(String, SceneValue)] {
        [
            (
                "rect",
                .pixels(
                    PixelRect(
                        x: left, y: top, width: sheet.content.columns.count,
                        height: sheet.content.height))
            ), ("alpha", .number(alpha)),
        ]
    }
}
