// The picture of a rectangle whose content moves sideways by whole device pixels.
//
// Layout: a texture of the rectangle's size that wraps around: column c of the content is at column
// (c − origin) mod width of the texture, so that a move leaves everything in place and new content
// on one side replaces the content that left on the other.
// Method: the picture stores which columns of the content it contains; missing ones are drawn, in
// one piece or, across the wrap, in two. So are parts that have changed. The framebuffer represents the part of the target that the
// piece covers, so drawing is independent of the texture and uses exactly the coordinates that it
// would use without one. At most two copies then put it on the target.
// Limits: moves by whole pixels only; the content must look the same at every position, which is
// true for content placed by a projection that moved by whole pixels (to the last bit for columns,
// bars and rules, to a 255th for anti-aliased content).
// Rejected: moving the picture by a copy within itself (undefined if source and target overlap, and
// one more full copy); a texture with a margin (new content is drawn earlier, not less).

import ChartScene
import GPU
import Geometry

/// A picture that is kept while its content moves sideways.
///
/// Its content is lost with its device.
@MainActor
final class SidewaysLayer {
    private var picture: LayerPicture?
    private var key: Key?
    /// The columns of the content in the picture.
    private var held = 0..<0
    /// The column of the content at the left edge of the texture.
    private var origin = 0
    /// How many changes of the content the picture shows.
    private var changes = 0

    /// The properties on which the picture depends.
    struct Key: Equatable {
        var rect: PixelRect
        var scale: Double
        var ground: Color
        var stamp: AnyHashable
    }

    /// Neighbouring columns of the content that are also neighbours in the texture.
    struct Piece: Equatable {
        var content: Range<Int>
        /// The texture's column of the first one.
        var texel: Int
    }

    /// The parts of the content that must be drawn for the picture to contain the columns from
    /// `first` on: whole columns that are missing, then parts that have changed.
    func missing(
        _ device: Device, _ key: Key, first: Int, _ changes: PictureChanges
    ) -> [PixelRect] {
        let wanted = first..<first + key.rect.width
        guard let picture, picture.fits(device, key.rect.width, key.rect.height), key == self.key,
            let changed = changes.since(self.changes)
        else { return [Self.columns(wanted, key)] }
        let kept = held.clamped(to: wanted)
        if kept.isEmpty { return [Self.columns(wanted, key)] }
        let all = Self.columns(kept, key)
        return [wanted.lowerBound..<kept.lowerBound, kept.upperBound..<wanted.upperBound].map {
            Self.columns($0, key)
        }.filter { !$0.isEmpty } + Self.apart(changed.map { $0.intersection(all) })
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

    /// Whole columns of the content.
    private static func columns(_ columns: Range<Int>, _ key: Key) -> PixelRect {
        PixelRect(
            x: columns.lowerBound, y: key.rect.y, width: columns.count, height: key.rect.height)
    }

    /// The picture, and the parts of the content that must be drawn for it to contain the columns
    /// from `first` on; until `complete` its content is undefined.
    func prepare(
        _ device: Device, _ key: Key, first: Int, _ changes: PictureChanges
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
        if parts.first == Self.columns(first..<first + width, key) { origin = first }
        self.key = key
        held = 0..<0
        return (known, parts)
    }

    /// Records that the picture contains the columns from `first` on, with a number of changes.
    func complete(first: Int, changes: Int) {
        held = first..<first + (key?.rect.width ?? 0)
        self.changes = changes
    }

    /// The positions of columns of the content in the texture: at most as many as its width.
    func pieces(of content: Range<Int>) -> [Piece] {
        guard let width = key?.rect.width, !content.isEmpty else { return [] }
        let past = (content.lowerBound - origin) % width
        let texel = past < 0 ? past + width : past
        let room = width - texel
        if content.count <= room { return [Piece(content: content, texel: texel)] }
        let wrap = content.lowerBound + room
        return [
            Piece(content: content.lowerBound..<wrap, texel: texel),
            Piece(content: wrap..<content.upperBound, texel: 0),
        ]
    }
}
