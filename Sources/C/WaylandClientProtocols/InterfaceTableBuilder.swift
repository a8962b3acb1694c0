import CWaylandClient

/// Builds `wl_interface` tables in memory that is never freed.
///
/// libwayland keeps pointers to them for the life of the process. It compares interfaces by name,
/// so the tables need not be its own.
struct InterfaceTableBuilder {
    typealias Row = (name: StaticString, signature: StaticString, types: [Int])

    let interfaces: UnsafeMutablePointer<wl_interface>

    init(count: Int) {
        interfaces = .allocate(capacity: count)
        interfaces.initialize(repeating: wl_interface(), count: count)
    }

    /// Fills the table at `index`; a message's types are indices of tables, or -1.
    func define(
        _ index: Int, _ name: StaticString, version: Int32, requests: [Row], events: [Row]
    ) {
        interfaces[index] = wl_interface(
            name: pointer(name), version: version, method_count: Int32(requests.count),
            methods: messages(requests), event_count: Int32(events.count), events: messages(events))
    }

    private func messages(_ rows: [Row]) -> UnsafePointer<wl_message>? {
        guard !rows.isEmpty else { return nil }
        let messages = UnsafeMutablePointer<wl_message>.allocate(capacity: rows.count)
        for (index, row) in rows.enumerated() {
            let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(
                capacity: max(1, row.types.count))
            for (place, type) in row.types.enumerated() {
                (types + place).initialize(to: type < 0 ? nil : UnsafePointer(interfaces + type))
            }
            (messages + index).initialize(
                to: wl_message(
                    name: pointer(row.name), signature: pointer(row.signature), types: types))
        }
        return UnsafePointer(messages)
    }

    private func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
