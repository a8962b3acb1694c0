/// Writes the tables of `wl_interface` that libwayland uses.
struct Tables {
    let protocols: [ProtocolDescription]

    /// The file's text.
    ///
    /// `module` is the C module that declares `wl_interface`.
    func source(module: String) throws(ScanError) -> String {
        let interfaces = protocols.flatMap(\.interfaces)
        var index: [String: Int] = [:]
        for (position, interface) in interfaces.enumerated() { index[interface.name] = position }
        var out = Source()
        out.line("// Generated from the protocol descriptions; do not edit.")
        out.line("import \(module)")
        out.line()
        out.line(
            "/// The `wl_interface` of every protocol object, made once and never freed."
        )
        out.line("enum InterfaceTables {")
        out.line("nonisolated(unsafe) static let all: UnsafePointer<wl_interface> = {")
        out.line("let tables = InterfaceTableBuilder(count: \(interfaces.count))")
        for (position, interface) in interfaces.enumerated() {
            out.line("define\(position)(tables)  // \(interface.name)")
        }
        out.line("return UnsafePointer(tables.interfaces)")
        out.line("}()")
        for (position, interface) in interfaces.enumerated() {
            out.line()
            out.line("private static func define\(position)(_ tables: InterfaceTableBuilder) {")
            out.line("tables.define(")
            out.line("\(position), \"\(interface.name)\", version: \(interface.version),")
            try list("requests", interface.requests, index, of: interface, ending: "],", &out)
            try list("events", interface.events, index, of: interface, ending: "]", &out)
            out.line(")")
            out.line("}")
        }
        out.line("}")
        return out.text
    }

    /// The position of an interface in the table.
    func position(of name: String) -> Int {
        protocols.flatMap(\.interfaces).firstIndex { $0.name == name } ?? -1
    }

    private func list(
        _ label: String, _ messages: [Message], _ index: [String: Int], of interface: Interface,
        ending: String, _ out: inout Source
    ) throws(ScanError) {
        out.line("\(label): [")
        for message in messages {
            var types: [String] = []
            for type in message.types {
                guard let type else {
                    types.append("-1")
                    continue
                }
                guard let position = index[type] else {
                    throw ScanError(
                        file: interface.name, line: 1,
                        problem:
                            "\(message.name) refers to \(type), which no listed protocol describes")
                }
                types.append(String(position))
            }
            let row = types.joined(separator: ", ")
            out.line("(\"\(message.name)\", \"\(message.signature)\", [\(row)]),")
        }
        out.line(ending)
    }
}
