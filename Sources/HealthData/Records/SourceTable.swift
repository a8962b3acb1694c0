/// Numbers for sources, in the order in which they are met.
///
/// Cost: one table look-up for each query, however many sources there are.
struct SourceTable: Sendable {
    /// The most sources that are distinguished.
    static let most = 65_000

    private(set) var list: [Source] = []
    /// The number of each source; the first of equal ones.
    private var numbers: [Source: UInt16] = [:]
    /// The number of each name's source; the first of several.
    private var named: [String: UInt16] = [:]
    /// Those whose kind became known after they were met.
    private var improved: [UInt16] = []

    var count: Int { list.count }
    var isFull: Bool { list.count >= SourceTable.most }

    subscript(number: UInt16) -> Source { list[Int(number)] }

    /// The number of a source; nil if it is not in the table.
    func number(of source: Source) -> UInt16? { numbers[source] }

    /// The number of the first source with a name; nil if there is none.
    func number(called name: String) -> UInt16? { named[name] }

    /// Adds a source, even to a full table; the caller ensures that there are numbers left.
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

    /// Adopts the kind of a source with the same name, if the kind was unknown.
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

    /// Forgets all sources except the first `keeping`.
    mutating func forget(keeping: Int) {
        guard keeping < list.count else { return }
        list.removeLast(list.count - keeping)
        improved = []
        numbers = [:]
        named = [:]
        for number in list.indices { register(UInt16(number)) }
    }
}
