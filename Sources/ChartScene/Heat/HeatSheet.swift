// Colours of device pixels that move sideways with a plot.
//
// Data layout: four bytes a pixel, premultiplied; a column of pixels is at its number modulo the
// width, so that a pan overwrites the columns that leave with those that enter.
// Limits: a sheet is no larger than the largest texture, which is larger than any target.

import Geometry

/// Pixels of a plot by the numbers of their columns, prepared for drawing.
@MainActor
public final class HeatSheet: SceneContent {
    /// The columns in the sheet.
    public private(set) var columns = 0..<0
    /// In device pixels.
    public private(set) var width = 0
    /// In device pixels.
    public private(set) var height = 0
    /// Four bytes a pixel, premultiplied, row by row from the top.
    package private(set) var texels: [UInt8] = []
    private var log = ChangeLog(count: 0)

    /// A sheet without pixels.
    public init() {}

    /// Clears the sheet and changes its size.
    public func reset(width: Int, height: Int) {
        columns = 0..<0
        (self.width, self.height) = (max(width, 0), max(height, 0))
        texels = [UInt8](repeating: 0, count: self.width * self.height * 4)
        log.replace(count: self.width)
    }

    /// Makes these the columns, at most as many as the width of the sheet; only columns that are
    /// not in it yet are requested.
    ///
    /// - Parameter colors: the colours of a column's pixels from the top down, by its number.
    public func show(_ wanted: Range<Int>, colors: (_ column: Int) -> [Color]) {
        precondition(wanted.count <= width, "a sheet of \(width) has no room for \(wanted.count)")
        let missing: [Range<Int>]
        if columns.overlaps(wanted) {
            missing = [
                wanted.lowerBound..<max(columns.lowerBound, wanted.lowerBound),
                min(columns.upperBound, wanted.upperBound)..<wanted.upperBound,
            ]
        } else {
            missing = [wanted]
        }
        columns = wanted
        for range in missing where !range.isEmpty {
            for column in range {
                let place = ring(column)
                for (row, color) in colors(column).prefix(height).enumerated() {
                    let packed = PackedColor(premultiplied: color)
                    let at = (row * width + place) * 4
                    texels[at] = packed.red
                    texels[at + 1] = packed.green
                    texels[at + 2] = packed.blue
                    texels[at + 3] = packed.alpha
                }
            }
            let (first, count) = (ring(range.lowerBound), range.count)
            log.mark(first..<min(first + count, width))
            if first + count > width { log.mark(0..<first + count - width) }
        }
    }

    /// The position of a column in the ring.
    private func ring(_ column: Int) -> Int {
        let rest = column % width
        return rest < 0 ? rest + width : rest
    }

    /// The position of the first column in the ring.
    package var firstTexel: Int { ring(columns.lowerBound) }

    /// Increases with every change.
    public var revision: Int { log.revision }

    /// The columns of the ring that changed since a revision; nil for all.
    package func changes(since known: Int) -> [Range<Int>]? { log.changes(since: known) }

    /// The four bytes of a pixel of a column, the row counted from the top.
    package func texel(column: Int, row: Int) -> [UInt8] {
        let at = (row * width + ring(column)) * 4
        return Array(texels[at..<at + 4])
    }
}

extension PackedColor {
    fileprivate init(premultiplied color: Color) {
        let c = color.premultiplied
        self.init(Color(red: c[0], green: c[1], blue: c[2], alpha: c[3]))
    }
}
