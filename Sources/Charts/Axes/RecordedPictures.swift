import ChartRendering
import Painting
import Text

/// What is drawn again and again at other places, recorded for one scale and atlas.
@MainActor
final class RecordedPictures<Key: Hashable> {
    private var pictures: [Key: Picture] = [:]
    private var used: Set<Key> = []
    private var scale = 1.0
    private weak var atlas: GlyphAtlas?

    /// Begins to look pictures up for a scale and an atlas; those of others are forgotten.
    func begin(scale: Double, atlas: GlyphAtlas) {
        if scale != self.scale || atlas !== self.atlas { pictures = [:] }
        (self.scale, self.atlas) = (scale, atlas)
        used = []
    }

    /// The picture of a key, recorded where it is not there yet.
    func picture(_ key: Key, _ record: (Canvas) -> Void) -> Picture {
        used.insert(key)
        if let known = pictures[key] { return known }
        let canvas = Canvas(scale: scale)
        record(canvas)
        let picture = canvas.finish()
        pictures[key] = picture
        return picture
    }

    /// Forgets what was not looked up since `begin`.
    func end() { pictures = pictures.filter { used.contains($0.key) } }
}
