/// The words of a device's or program's name, for what they say of its kind.
///
/// A word is a run of the letters a to z, so that `KimのApple Watch` has the words that it is made of
/// and `Watch4` is a watch.
struct DeviceWords {
    private let words: [String]

    init(_ name: String) {
        words = name.lowercased().unicodeScalars.split { !("a"..."z").contains($0) }.map(
            String.init)
    }

    var first: String? { words.first }
    var last: String? { words.last }

    func contains(_ word: String) -> Bool { words.contains(word) }

    /// Whether two words stand behind one another.
    func contains(_ word: String, _ next: String) -> Bool {
        zip(words, words.dropFirst()).contains { $0 == word && $1 == next }
    }

    /// Whether the second word says that the first belongs to somebody.
    var isOfSomebody: Bool {
        words.count > 2
            && ["of", "von", "de", "di", "da", "do", "d", "van", "af", "av"].contains(words[1])
    }
}

extension SourceKind {
    /// What kind of thing has a name: one of the words says it.
    init(named name: String) {
        let words = DeviceWords(name)
        if words.contains("watch") || words.contains("smartwatch") {
            self = .watch
        } else if ["phone", "iphone", "smartphone"].contains(where: { words.contains($0) }) {
            self = .phone
        } else {
            self = .other
        }
    }
}
