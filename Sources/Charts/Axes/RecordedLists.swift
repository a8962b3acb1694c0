import ChartRendering
import Text

/// What is drawn again and again at other places, recorded for one scale and atlas.
@MainActor
final class RecordedLists<Key: Hashable> {
    private var lists: [Key: DisplayList] = [:]
    private var used: Set<Key> = []
    private var scale = 1.0
    private weak var atlas: GlyphAtlas?

    /// Begins to look lists up for a scale and an atlas; those of others are forgotten.
    func begin(scale: Double, atlas: GlyphAtlas) {
        if scale != self.scale || atlas !== self.atlas { lists = [:] }
        (self.scale, self.atlas) = (scale, atlas)
        used = []
    }

    /// The list of a key, recorded where it is not there yet.
    func list(_ key: Key, atlas: GlyphAtlas, _ record: (Canvas) -> Void) -> DisplayList {
        used.insert(key)
        if let known = lists[key] { return known }
        let canvas = Canvas(scale: scale, atlas: atlas)
        record(canvas)
        let list = canvas.finish()
        lists[key] = list
        return list
    }

    /// Forgets what was not looked up since `begin`.
    func end() { lists = lists.filter { used.contains($0.key) } }
}
