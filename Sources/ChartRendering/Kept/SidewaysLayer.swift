// The picture of a rectangle whose content moves sideways by whole device pixels.
//
// Layout: a texture of the rectangle's size that wraps around: column c of the content lies at
// column (c − origin) mod width of the texture, so that a move leaves everything where it is and
// what comes in on one side takes the place of what went out on the other.
// Method: the picture remembers which columns of the content it holds; those that are missing are
// drawn, in one piece or, across the wrap, in two. The framebuffer stands for the part of the
// target that the piece covers, so what is drawn knows nothing of the texture and has the very
// coordinates that it would have without one. At most two copies then put it on the target.
// Limits: moves by whole pixels only; the content must look the same wherever it is, which holds
// for what is placed by a projection that moved by whole pixels (to the last bit for columns, bars
// and rules, to a 255th for what is anti-aliased across).
// Rejected: moving the picture by a copy within itself (undefined where source and target overlap,
// and a full copy more); a texture with a margin (what comes in is drawn earlier, not less).

import GPU
import Geometry

/// A picture that is kept while its content moves sideways.
///
/// Its content is lost with its device.
@MainActor
final class SidewaysLayer {
    private var picture: LayerPicture?
    private var key: Key?
    /// The columns of the content that the picture holds.
    private var held = 0..<0
    /// The column of the content that lies at the left edge of the texture.
    private var origin = 0

    /// What the picture depends on.
    struct Key: Equatable {
        var rect: PixelRect
        var scale: Double
        var ground: Color
        var stamp: AnyHashable
    }

    /// Neighbouring columns of the content that are neighbours in the texture too.
    struct Piece: Equatable {
        var content: Range<Int>
        /// The texture's column of the first.
        var texel: Int
    }

    /// The columns that have to be drawn so that the picture holds those from `first` on.
    func missing(_ device: Device, _ key: Key, first: Int) -> [Range<Int>] {
        let wanted = first..<first + key.rect.width
        guard let picture, picture.fits(device, key.rect.width, key.rect.height), key == self.key
        else { return [wanted] }
        let kept = held.clamped(to: wanted)
        if kept.isEmpty { return [wanted] }
        return [wanted.lowerBound..<kept.lowerBound, kept.upperBound..<wanted.upperBound]
            .filter { !$0.isEmpty }
    }

    /// The picture and the pieces of it that have to be drawn so that it holds the columns from
    /// `first` on; until `complete` it holds nothing that could be relied on.
    func prepare(
        _ device: Device, _ key: Key, first: Int
    ) throws(GPUError) -> (LayerPicture, [Piece]) {
        let width = key.rect.width
        let wanted = first..<first + width
        let known: LayerPicture
        if let picture, picture.fits(device, width, key.rect.height) {
            known = picture
        } else {
            picture = nil
            held = 0..<0
            known = try LayerPicture(device, width, key.rect.height)
            picture = known
        }
        let kept = key == self.key ? held.clamped(to: wanted) : first..<first
        self.key = key
        held = 0..<0
        guard !kept.isEmpty else {
            origin = first
            return (known, pieces(of: wanted))
        }
        return (
            known,
            pieces(of: wanted.lowerBound..<kept.lowerBound)
                + pieces(of: kept.upperBound..<wanted.upperBound)
        )
    }

    /// Notes that the picture holds the columns from `first` on.
    func complete(first: Int) { held = first..<first + (key?.rect.width ?? 0) }

    /// Where columns of the content lie in the texture: at most as many as it is wide.
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
