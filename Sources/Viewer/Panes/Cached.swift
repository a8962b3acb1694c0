/// A value that is made again only when its key has changed.
struct Cached<Key: Equatable, Value> {
    private var last: (key: Key, value: Value)?

    /// The value that was made last; nil if none was.
    var value: Value? { last?.value }

    /// The value for a key.
    ///
    /// Cost: a comparison of keys, if the key is that of the last call.
    mutating func callAsFunction(_ key: Key, _ make: () -> Value) -> Value {
        if let last, last.key == key { return last.value }
        let value = make()
        last = (key, value)
        return value
    }
}
