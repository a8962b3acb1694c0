// A tile of ink that was painted before it is shown.
//
// Layout: four bytes a pixel, premultiplied, row by row from the top, with a border of one pixel on
// all sides that belongs to the neighbours: what is drawn smaller or larger mixes with them.
// A renderer that has made its copy drops the bytes, so that they are in memory once. Later strokes
// are drawn into that copy: each costs its own length.
// Limits: it is for one renderer. Another one has nothing to show of it, and whoever made it has to
// paint it again (`SceneBuilder.holds`).

import ChartCore
import Geometry
import Ink

/// The pixels of a tile.
///
/// Making it looks for ink in all of them, and may be done on any thread.
public struct InkTilePixels: Sendable {
    /// In pixels, without the border.
    public let width: Int
    /// In pixels, without the border.
    public let height: Int
    /// Four bytes a pixel, with the border.
    let texels: [UInt8]
    let cells: InkTileCells
    /// Those of the cells that have ink.
    let parts: [PixelRect]

    /// Pixels of a tile of a size, with those of its border.
    public init(width: Int, height: Int, texels: [UInt8]) {
        let border = InkTile.border
        precondition(
            texels.count == (width + 2 * border) * (height + 2 * border) * 4,
            "\(texels.count) bytes are not \(width) × \(height) pixels with a border")
        (self.width, self.height, self.texels) = (width, height, texels)
        cells = InkTileCells(width: width, height: height, texels: texels)
        parts = cells.parts
    }
}

/// A rectangle of pixels of ink, and strokes that are added to it.
@MainActor
public final class InkTile: SceneContent {
    /// In pixels, without the border.
    public let width: Int
    /// In pixels, without the border.
    public let height: Int
    /// Four bytes a pixel, with the border; nil after a renderer has copied them.
    public private(set) var texels: [UInt8]?
    /// The strokes that are not in the pixels yet, in pixels from the upper left corner of the
    /// border.
    package private(set) var added: [InkBuffer] = []
    public private(set) var revision = 1
    private var cells: InkTileCells
    /// Whether the corners are not those of the cells.
    private var isStale = false
    private let store = ElementStore<InkTileCorner>()
    /// The left and right ends of what the triangles of each six corners cover; the right ones are the
    /// farthest up to there.
    private var ends: [(left: Int, right: Int)] = []

    /// The pixels of a border.
    public nonisolated static let border = 1

    /// A tile of pixels that were prepared, maybe on another thread.
    public init(_ pixels: InkTilePixels) {
        (width, height, texels) = (pixels.width, pixels.height, pixels.texels)
        cells = pixels.cells
        update(pixels.parts)
    }

    /// Adds strokes over those that are there, in pixels from the upper left corner of the border.
    public func add(_ strokes: InkBuffer) {
        added.append(strokes)
        cells.insert(strokes)
        isStale = true
        revision += 1
    }

    /// Triangles over what has ink, from left to right; all else is clear.
    package var corners: ElementStore<InkTileCorner> {
        if isStale { update(cells.parts) }
        return store
    }

    private func update(_ parts: [PixelRect]) {
        isStale = false
        store.replace(InkTileCells.corners(of: parts))
        var farthest = 0
        ends = parts.map { part in
            farthest = max(farthest, part.maxX)
            return (part.x, farthest)
        }
    }

    /// Those of the corners whose triangles may be between two pixels from the left within the border.
    package func corners(from left: Double, to right: Double) -> Range<Int> {
        if isStale { update(cells.parts) }
        let first = ends.indices.partitioningIndex { Double(ends[$0].right) > left }
        let last = ends.indices.partitioningIndex { Double(ends[$0].left) >= right }
        return 6 * first..<6 * max(first, last)
    }

    /// The bytes, which are not here any more afterwards; nil if they were not.
    package func takeTexels() -> [UInt8]? {
        defer { texels = nil }
        return texels
    }

    /// The strokes that were added, which are not here any more afterwards.
    package func takeAdded() -> [InkBuffer] {
        defer { added = [] }
        return added
    }
}
