// A tile of ink that was painted before it is shown.
//
// Layout: four bytes a pixel, premultiplied, row by row from the top, with a border of one pixel on
// all sides that belongs to the neighbours: what is drawn smaller or larger mixes with them.
// A renderer that has made its copy drops the bytes, so that they are in memory once. Later strokes
// are drawn into that copy: each costs its own length.
// Limits: it is for one renderer. Another one has nothing to show of it, and whoever made it has to
// paint it again (`SceneBuilder.holds`).

import Geometry
import Ink

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
    /// Triangles over what has ink; all else is clear.
    package let corners: ElementStore<InkTileCorner>

    /// The pixels of a border.
    public nonisolated static let border = 1

    /// A tile of a size, with the pixels of its border.
    public init(width: Int, height: Int, texels: [UInt8]) {
        precondition(
            texels.count == (width + 2 * Self.border) * (height + 2 * Self.border) * 4,
            "\(texels.count) bytes are not \(width) × \(height) pixels with a border")
        (self.width, self.height, self.texels) = (width, height, texels)
        cells = InkTileCells(width: width, height: height, texels: texels)
        corners = ElementStore(cells.corners)
    }

    /// Adds strokes over those that are there, in pixels from the upper left corner of the border.
    public func add(_ strokes: InkBuffer) {
        added.append(strokes)
        cells.insert(strokes)
        corners.replace(cells.corners)
        revision += 1
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
