/// Numbers for sources, in the order in which they are met.
///
/// Cost: a look-up in a table for each question, however many sources there are.
struct SourceTable: Sendable {
    /// At most so many sources are told apart.
    static let most = 65_000

    private(set) var list: [Source] = []
    /// Of several that are alike the first.
    private var numbers: [Source: UInt16] = [:]
    /// Of several with one name the first.
    private var named: [String: UInt16] = [:]
    /// Those whose kind was found out after they were met.
    private var improved: [UInt16] = []

    var count: Int { list.count }
    var isFull: Bool { list.count >= SourceTable.most }

    subscript(number: UInt16) -> Source { list[Int(number)] }

    /// The number of a source; nil where it is not among them.
    func number(of source: Source) -> UInt16? { numbers[source] }

    /// The number of the first source of a name; nil where there is none.
    func number(called name: String) -> UInt16? { named[name] }

    /// Adds a source, also to a full table; the caller sees to it that there are numbers left.
    mutating func append(_ source: Source) -> UInt16 {
        let number = UInt16(list.count)
        list.append(source)
        register(number)
        return number
    }

    private mutating func register(_ number: UInt16) {
        let source = self[number]
        if numbers[source] == nil { numbers[source] = number }
        if named[source.name] == nil { named[source.name] = number }
    }

    /// Takes over the kind of a source of that name, where none was known of it.
    mutating func improve(_ number: UInt16, from source: Source) {
        let old = self[number]
        guard old.kind == .other, source.kind != .other, old.name == source.name, !old.isFile else {
            return
        }
        if numbers[old] == number { numbers[old] = nil }
        list[Int(number)] = old.of(kind: source.kind)
        register(number)
        improved.append(number)
    }

    /// Takes the numbers of sources that were improved since the last time.
    mutating func takeImproved() -> [UInt16] {
        defer { improved = [] }
        return improved
    }

    /// Forgets all sources but the first so many.
    mutating func forget(keeping: Int) {
        guard keeping < list.count else { return }
        list.removeLast(list.count - keeping)
        improved = []
        numbers = [:]
        named = [:]
        for number in list.indices { register(UInt16(number)) }
    }
}
