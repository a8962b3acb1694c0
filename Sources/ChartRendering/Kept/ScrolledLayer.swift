// The picture of a rectangle whose content scrolls by whole device pixels.
//
// Layout: a texture of the rectangle's size that wraps around in both directions: column c of the content
// is at column (c − origin) mod width of the texture, and rows likewise, so that a move leaves everything
// in place and new content on one side replaces the content that left on the other.
// Method: the picture stores which rectangle of the content it contains; missing parts are drawn, each in
// one piece or, across the wraps, in up to four. So are parts that have changed. The framebuffer represents
// the part of the target that the piece covers, so drawing is independent of the texture and uses
// exactly the coordinates that it would use without one. At most four copies then put it on the target.
// Limits: moves by whole pixels only; the content must look the same at every position, which is
// true for content placed by a projection that moved by whole pixels (to the last bit for columns,
// bars and rules, to a 255th for anti-aliased content).
// Rejected: moving the picture by a copy within itself (undefined if source and target overlap, and
// one more full copy); a texture with a margin (new content is drawn earlier, not less).

import ChartScene
import GPU
import Geometry

/// A picture that is kept while its content scrolls.
///
/// Its content is lost with its device.
@MainActor
final class ScrolledLayer {
    private var picture: LayerPicture?
    private var key: Key?
    /// The part of the content in the picture.
    private var held = PixelRect(x: 0, y: 0, width: 0, height: 0)
    /// The pixel of the content at the upper left corner of the texture.
    private var origin = Place(x: 0, y: 0)
    /// How many changes of the content the picture shows.
    private var changes = 0

    /// The properties on which the picture depends.
    struct Key: Equatable {
        var rect: PixelRect
        var scale: Double
        var ground: Color
        var stamp: AnyHashable
    }

    /// A pixel, by its column and row.
    struct Place: Equatable {
        var x: Int
        var y: Int
    }

    /// A rectangle of the content that is also one in the texture.
    struct Piece: Equatable {
        var content: PixelRect
        /// The texture's pixel of the first one.
        var texel: Place
    }

    /// The parts of the content that must be drawn for the picture to contain the rectangle from `first`
    /// on: missing parts at its sides, then parts that have changed.
    func missing(
        _ device: Device, _ key: Key, first: Place, _ changes: PictureChanges
    ) -> [PixelRect] {
        let wanted = Self.rect(first, key)
        guard let picture, picture.fits(device, key.rect.width, key.rect.height), key == self.key,
            let changed = changes.since(self.changes)
        else { return [wanted] }
        let kept = held.intersection(wanted)
        if kept.isEmpty { return [wanted] }
        // Whole columns at the left and at the right, and rows between them.
        let sides = [
            PixelRect(
                x: wanted.x, y: wanted.y, width: kept.x - wanted.x, height: wanted.height),
            PixelRect(
                x: kept.maxX, y: wanted.y, width: wanted.maxX - kept.maxX, height: wanted.height),
            PixelRect(x: kept.x, y: wanted.y, width: kept.width, height: kept.y - wanted.y),
            PixelRect(
                x: kept.x, y: kept.maxY, width: kept.width, height: wanted.maxY - kept.maxY),
        ]
        return sides.filter { !$0.isEmpty }
            + Self.apart(changed.map { $0.intersection(kept) })
    }

    /// Parts that do not overlap and together cover some others; empty ones are omitted.
    private static func apart(_ parts: [PixelRect]) -> [PixelRect] {
        var apart: [PixelRect] = []
        for part in parts where !part.isEmpty {
            var whole = part
            // A union may touch others in turn.
            while let index = apart.firstIndex(where: { !$0.intersection(whole).isEmpty }) {
                whole = whole.union(apart.remove(at: index))
            }
            apart.append(whole)
        }
        return apart
    }

    /// The rectangle of the content from a pixel on.
    private static func rect(_ first: Place, _ key: Key) -> PixelRect {
        PixelRect(x: first.x, y: first.y, width: key.rect.width, height: key.rect.height)
    }

    /// The picture, and the parts of the content that must be drawn for it to contain the rectangle
    /// from `first` on; until `complete` its content is undefined.
    func prepare(
        _ device: Device, _ key: Key, first: Place, _ changes: PictureChanges
    ) throws(GPUError) -> (LayerPicture, [PixelRect]) {
        let width = key.rect.width
        let parts = missing(device, key, first: first, changes)
        let known: LayerPicture
        if let picture, picture.fits(device, width, key.rect.height) {
            known = picture
        } else {
            picture = nil
            known = try LayerPicture(device, width, key.rect.height)
            picture = known
        }
        if parts.first == Self.rect(first, key) { origin = first }
        self.key = key
        held = PixelRect(x: 0, y: 0, width: 0, height: 0)
        return (known, parts)
    }

    /// Records that the picture contains the rectangle from `first` on, with a number of changes.
    func complete(first: Place, changes: Int) {
        if let key { held = Self.rect(first, key) }
        self.changes = changes
    }

    /// The positions of a rectangle of the content in the texture: it is not larger than that.
    func pieces(of content: PixelRect) -> [Piece] {
        guard let size = key?.rect, !content.isEmpty else { return [] }
        let columns = Self.parts(of: content.x..<content.maxX, from: origin.x, wrap: size.width)
        let rows = Self.parts(of: content.y..<content.maxY, from: origin.y, wrap: size.height)
        return rows.flatMap { row in
            columns.map { column in
                Piece(
                    content: PixelRect(
                        x: column.range.lowerBound, y: row.range.lowerBound,
                        width: column.range.count, height: row.range.count),
                    texel: Place(x: column.texel, y: row.texel))
            }
        }
    }

    /// The one or two parts of a range that wraps around, with their texels.
    private static func parts(
        of content: Range<Int>, from origin: Int, wrap size: Int
    ) -> [(range: Range<Int>, texel: Int)] {
        let past = (content.lowerBound - origin) % size
        let texel = past < 0 ? past + size : past
        let room = size - texel
        if content.count <= room { return [(content, texel)] }
        let wrap = content.lowerBound + room
        return [(content.lowerBound..<wrap, texel), (wrap..<content.upperBound, 0)]
    }
}
