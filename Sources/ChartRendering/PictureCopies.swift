import Painting
import Text

/// The display lists of pictures, each made when its picture is first drawn.
///
/// A list is kept for as long as its picture exists, and let go at the end of the frame after that.
@MainActor
struct PictureCopies {
    private struct Copy {
        weak var picture: Picture?
        let list: DisplayList
    }

    private var copies: [ObjectIdentifier: Copy] = [:]

    /// The list of a picture, with glyphs from `atlas`.
    mutating func list(of picture: Picture, _ atlas: GlyphAtlas) -> DisplayList {
        let id = ObjectIdentifier(picture)
        // Another picture may have been there before.
        if let known = copies[id], known.picture === picture { return known.list }
        let recorder = ListRecorder(scale: picture.scale, atlas: atlas)
        recorder.record(picture.elements)
        let list = recorder.finish()
        copies[id] = Copy(picture: picture, list: list)
        return list
    }

    /// Lets go of the lists whose pictures are gone.
    mutating func sweep() {
        guard copies.contains(where: { $0.value.picture == nil }) else { return }
        copies = copies.filter { $0.value.picture != nil }
    }

    /// How many lists there are.
    var count: Int { copies.count }
}
