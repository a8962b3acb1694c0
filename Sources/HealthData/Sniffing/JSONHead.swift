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
}
