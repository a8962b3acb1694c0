/// The words of a device's or program's name, used to recognise its kind.
///
/// A word is a run of the letters a to z, so `KimのApple Watch` is split into its words and `Watch4`
/// is a watch.
struct DeviceWords {
    private let words: [String]

    init(_ name: String) {
        words = name.lowercased().unicodeScalars.split { !("a"..."z").contains($0) }.map(
            String.init)
    }

    var first: String? { words.first }
    var last: String? { words.last }

    func contains(_ word: String) -> Bool { words.contains(word) }

    /// Whether two words follow one another.
    func contains(_ word: String, _ next: String) -> Bool {
        zip(words, words.dropFirst()).contains { $0 == word && $1 == next }
    }

    /// Whether the second word marks the first as somebody's: `Watch of Kim`.
    var isOfSomebody: Bool {
        words.count > 2
            && ["of", "von", "de", "di", "da", "do", "d", "van", "af", "av"].contains(words[1])
    }
}

extension SourceKind {
    /// The kind of a device or program, recognised by a word of its name.
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
