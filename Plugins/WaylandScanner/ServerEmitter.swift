/// Writes the classes a compositor uses: an enum case for every request, a method for every event.
struct ServerEmitter {
    let tables: Tables

    func source(_ description: ProtocolDescription) -> String {
        var out = Source()
        out.line("// Generated from the protocol description \(description.name); do not edit.")
        out.line("import CWaylandServer")
        for interface in description.interfaces where Side.server.hasClass(interface.name) {
            out.line()
            write(interface, &out)
        }
        return out.text
    }

    private func write(_ interface: Interface, _ out: inout Source) {
        let coding = Coding(side: .server, interface: interface)
        out.line(
            "/// `\(interface.name)`: \(Names.sentence(interface.summary, orElse: interface.name))")
        out.line(
            "public final class \(Side.server.className(interface.name)): "
                + "WaylandResource, @unchecked Sendable {"
        )
        if !interface.requests.isEmpty {
            out.line("/// The requests to this object.")
            coding.writeIncoming("Request", interface.requests, &out)
        }
        coding.writeEnumerations(&out)
        out.line("public override class var interfaceName: String { \"\(interface.name)\" }")
        out.line("public override class var knownVersion: UInt32 { \(interface.version) }")
        out.line("override class var interface: UnsafePointer<wl_interface> {")
        out.line("InterfaceTables.all + \(tables.position(of: interface.name))")
        out.line("}")
        for (opcode, event) in interface.events.enumerated() {
            out.line()
            write(event, opcode, coding, &out)
        }
        if !interface.requests.isEmpty { writeDelivery(interface.requests, coding, &out) }
        out.line("}")
    }

    private func write(_ event: Message, _ opcode: Int, _ coding: Coding, _ out: inout Source) {
        out.line("/// \(Names.sentence(event.summary, orElse: event.name))")
        out.line("///")
        out.line("/// The protocol's event `\(event.name)`, since version \(event.since).")
        let constructed = event.arguments.first { $0.kind == .newID }
        let result = constructed.map { " -> \(Side.server.className($0.interface))" } ?? ""
        if constructed != nil { out.line("@discardableResult") }
        let name = "send" + Names.type(event.name)
        out.line("public func \(name)(\(coding.parameters(event)))\(result) {")
        if event.since > 1 {
            out.line("require(\(event.since), \"\(coding.interface.name).\(event.name)\")")
        }
        if let constructed {
            let type = Side.server.className(constructed.interface)
            out.line("let object = \(type)(client: client, version: version, id: 0)")
        }
        let depth = coding.open(event, returns: false, &out)
        out.line("post(\(opcode), \(coding.argumentList(event, newObject: "object.livePointer")))")
        for _ in 0..<depth { out.line("}") }
        if event.isDestructor { out.line("destroy()") }
        if constructed != nil { out.line("return object") }
        out.line("}")
    }

    private func writeDelivery(_ requests: [Message], _ coding: Coding, _ out: inout Source) {
        out.line()
        out.line(
            "/// Called with every request, on the compositor's thread. Cleared when the object ends."
        )
        out.line("public var requests: ((Request) -> Void)?")
        out.line()
        out.line("override func forgetHandler() { requests = nil }")
        out.line()
        out.line(
            "override func deliver("
                + "_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {"
        )
        out.line("switch opcode {")
        for (opcode, request) in requests.enumerated() {
            out.line("case \(opcode):")
            var parts: [String] = []
            for (index, argument) in request.arguments.enumerated() {
                let label = Names.member(argument.name)
                switch argument.kind {
                case .object where !argument.allowsNull:
                    out.line(
                        "guard let \(label) = \(coding.decoded(argument, at: index)) "
                            + "else { return }"
                    )
                    parts.append("\(Names.label(argument.name)): \(label)")
                case .newID:
                    out.line("let \(label) = \(coding.decoded(argument, at: index))")
                    parts.append("\(Names.label(argument.name)): \(label)")
                default:
                    parts.append(
                        "\(Names.label(argument.name)): \(coding.decoded(argument, at: index))")
                }
            }
            let payload = parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
            let descriptors = request.arguments.enumerated().filter { $0.element.kind == .fd }
            if descriptors.isEmpty {
                out.line("requests?(.\(Names.member(request.name))\(payload))")
            } else {
                out.line("if let requests {")
                out.line("requests(.\(Names.member(request.name))\(payload))")
                out.line("} else {")
                for (index, _) in descriptors { out.line("closeUnclaimed(arguments[\(index)].h)") }
                out.line("}")
            }
            if request.isDestructor { out.line("destroy()") }
        }
        out.line("default: break")
        out.line("}")
        out.line("}")
    }
}
