// Values from the rows of one table for the rows of another table, by key.
//
// Layout: two columns, the keys and the numbers of their values, sorted by key; each distinct value
// is stored once. Method: rows mostly come in the order of their keys, so sorting is usually only a
// check; a key is found by bisection. Cost: sixteen bytes a row, whatever the values. Rejected: a
// dictionary, which takes three times the memory; a join by SQLite, which gives the product of both
// tables if keys repeat.

/// Values by the keys of their rows.
struct DatabaseParents<Value: Hashable> {
    /// No real file has more distinct values; the rows of further values count as missing.
    static var mostValues: Int { 65_000 }

    private var entries: [(key: Int, value: Int)] = []
    private var values: [Value] = []
    private var numbers: [Value: Int] = [:]
    private var isSorted = true
    /// The number of rows whose key an earlier row has; known after `settle()`.
    private(set) var repeats = 0

    /// Adds a row at the end.
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

    /// Prepares it for look-ups.
    mutating func settle() {
        numbers = [:]
        guard !isSorted else { return }
        let count = entries.count
        // Rows with the same key keep their order, so that the first of them stays the first.
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

    /// The value of the row with a key; nil if there is none.
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
