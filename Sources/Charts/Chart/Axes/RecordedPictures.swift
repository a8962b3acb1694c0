import ChartScene
import Painting

/// What is drawn again and again at other places, recorded for one scale.
@MainActor
final class RecordedPictures<Key: Hashable> {
    private var pictures: [Key: Picture] = [:]
    private var used: Set<Key> = []
    private var scale = 1.0

    /// Begins to look pictures up for a scale; those of others are forgotten.
    func begin(scale: Double) {
        if scale != self.scale { pictures = [:] }
        self.scale = scale
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
