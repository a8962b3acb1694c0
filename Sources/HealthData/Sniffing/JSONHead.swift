import Streams

/// The members of the first record of a JSON document.
struct JSONHead {
    /// The names of its members.
    private(set) var names: Set<String> = []
    /// The names of the members of all records that the head contains completely.
    private(set) var allNames: Set<String> = []
    /// The names of the members of the record's object `value`.
    private(set) var valueNames: Set<String> = []
    /// Whether the record's member `value` is a number, a text or the like.
    private(set) var isValueScalar = false
    /// The text of the member `dateTime`.
    private(set) var dateTime: String?

    init?(_ head: DocumentHead) {
        var records = JSONRecords(head, readsOn: false)
        let padded = head.padded
        let bytes = padded.span.bytes
        var found: JSONHead?
        var names: Set<String> = []
        _ = records.scan(
            bytes, to: head.bytes.count, isFinal: head.isWhole, isStuck: false
        ) { tape, _ in
            names.formUnion(tape.names(of: 0, bytes))
            guard found == nil else { return }
            var first = JSONHead()
            first.names = Set(tape.names(of: 0, bytes))
            if let value = tape.member("value", of: 0, bytes) {
                first.valueNames = Set(tape.names(of: value, bytes))
                first.isValueScalar = JSONTable.isScalar(tape.nodes[value].kind)
            }
            first.dateTime = tape.text(tape.member("dateTime", of: 0, bytes), bytes)
            found = first
        }
        guard let found else { return nil }
        self = found
        allNames = names
    }

    private init() {}

    /// Whether a text begins as an object or an array does: a bracket alone begins other texts as
    /// well, such as `[Settings]`.
    static func begins(_ text: ArraySlice<UInt8>) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
        let text = text.drop(while: isBlank)
        guard let first = text.first else { return false }
        let rest = text.dropFirst().drop(while: isBlank)
        guard let next = rest.first else {
            return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        }
        if first == UInt8(ascii: "{") {
            return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
        }
        guard first == UInt8(ascii: "[") else { return false }
        if [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\"")]
            .contains(next)
        {
            return true
        }
        // A number or a word, up to a comma or the end of the array.
        let token = rest.prefix {
            !isBlank($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "]")
        }
        let behind = rest.dropFirst(token.count).drop(while: isBlank).first
        guard behind == nil || behind == UInt8(ascii: ",") || behind == UInt8(ascii: "]") else {
            return false
        }
        let word = String(decoding: token, as: UTF8.self)
        let words: Set<String> = ["true", "false", "null", "NaN", "Infinity", "-Infinity"]
        return words.contains(word)
            || Double(word) != nil && word.allSatisfy { "+-.eE0123456789".contains($0) }
    }
}
