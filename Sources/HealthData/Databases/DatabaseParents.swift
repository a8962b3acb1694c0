// What the rows of one table say of the rows of another, by their keys.
//
// Layout: two columns, the keys and the numbers of their values, sorted by key; each different value
// is kept once. Method: rows mostly come in the order of their keys, so sorting is a check; a key is
// found by bisection. Sixteen bytes a row, whatever the rows say. Rejected: a dictionary, with three
// times the memory; a join by SQLite, which gives the product of both tables where keys repeat.

/// Values by the keys of the rows that have them.
struct DatabaseParents<Value: Hashable> {
    /// More different values are of no real file; their rows count as missing.
    static var mostValues: Int { 65_000 }

    private var entries: [(key: Int, value: Int)] = []
    private var values: [Value] = []
    private var numbers: [Value: Int] = [:]
    private var isSorted = true
    /// How many rows have a key that a row before them has; known once it is settled.
    private(set) var repeats = 0

    /// Adds a row behind those before it.
    mutating func add(_ key: Int, _ value: Value) {
        let number = numbers[value] ?? values.count
        if number == values.count {
            guard number < Self.mostValues else { return }
            numbers[value] = number
            values.append(value)
        }
        if let last = entries.last, last.key >= key { isSorted = false }
        entries.append((key, number))
    }

    /// Makes it ready to be asked.
    mutating func settle() {
        numbers = [:]
        guard !isSorted else { return }
        let count = entries.count
        // In their own order where keys are the same, so that the first is the first.
        let order = entries.indices.sorted {
            (entries[$0].key, $0) < (entries[$1].key, $1)
        }
        var kept: [(key: Int, value: Int)] = []
        for index in order where kept.last?.key != entries[index].key {
            kept.append(entries[index])
        }
        entries = kept
        repeats = count - kept.count
        isSorted = true
    }

    /// The value of the row with a key; nil where there is none.
    subscript(key: Int) -> Value? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count, entries[low].key == key else { return nil }
        return values[entries[low].value]
    }
}
