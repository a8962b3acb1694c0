import ChartScene
import Painting

/// Pictures that are drawn repeatedly at other positions, recorded for one scale.
@MainActor
final class RecordedPictures<Key: Hashable> {
    private var pictures: [Key: Picture] = [:]
    private var used: Set<Key> = []
    private var scale = 1.0

    /// Begins looking up pictures for a scale; those of other scales are forgotten.
    func begin(scale: Double) {
        if scale != self.scale { pictures = [:] }
        self.scale = scale
        used = []
    }

    /// The picture of a key, recorded if it does not exist yet.
    func picture(_ key: Key, _ record: (Canvas) -> Void) -> Picture {
        used.insert(key)
        if let known = pictures[key] { return known }
        let canvas = Canvas(scale: scale)
        record(canvas)
        let picture = canvas.finish()
        pictures[key] = picture
        return picture
    }

    /// Forgets the pictures that were not looked up since `begin`.
    func end() { pictures = pictures.filter { used.contains($0.key) } }
}
