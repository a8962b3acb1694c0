/// Writes the classes a client uses: a method for every request, an enum case for every event.
struct ClientEmitter {
    let tables: Tables

    func source(_ description: ProtocolDescription) -> String {
        var out = Source()
        out.line("// Generated from the protocol description \(description.name); do not edit.")
        out.line("import CWaylandClient")
        for interface in description.interfaces {
            out.line()
            write(interface, &out)
        }
        return out.text
    }

    private func write(_ interface: Interface, _ out: inout Source) {
        let coding = Coding(side: .client, interface: interface)
        // libwayland handles the display's events.
        let events = interface.name == "wl_display" ? [] : interface.events
        out.line(
            "/// `\(interface.name)`: \(Names.sentence(interface.summary, orElse: interface.name))")
        out.line("@MainActor")
        out.line("public final class \(Names.type(interface.name)): WaylandProxy {")
        if !events.isEmpty {
            out.line("/// The events of this object.")
            coding.writeIncoming("Event", events, &out)
        }
        coding.writeEnumerations(&out)
        out.line("public override class var interfaceName: String { \"\(interface.name)\" }")
        out.line("public override class var knownVersion: UInt32 { \(interface.version) }")
        out.line("override class var interface: UnsafePointer<wl_interface> {")
        out.line("InterfaceTables.all + \(tables.position(of: interface.name))")
        out.line("}")
        for (opcode, request) in interface.requests.enumerated() {
            out.line()
            write(request, opcode, coding, &out)
        }
        writeDestroy(interface, &out)
        if !events.isEmpty { writeDelivery(events, coding, &out) }
        out.line("}")
    }

    private func write(_ request: Message, _ opcode: Int, _ coding: Coding, _ out: inout Source) {
        let name = Names.member(request.name)
        let constructed = request.arguments.first { $0.kind == .newID }
        out.line("/// \(Names.sentence(request.summary, orElse: request.name))")
        out.line("///")
        out.line("/// The protocol's `\(request.name)`, since version \(request.since).")
        let overrides =
            request.isDestructor && request.name == "destroy" && request.arguments.isEmpty
        let access = overrides ? "public override" : "public"
        let parameters = coding.parameters(request)
        let check = "require(\(request.since), \"\(coding.interface.name).\(request.name)\")"
        if let constructed, constructed.interface == nil {
            let list = parameters + (parameters.isEmpty ? "" : ", ")
            out.line("public func \(name)<Object: WaylandProxy>(")
            out.line("\(list)to type: Object.Type, version: UInt32")
            out.line(") -> Object {")
            if request.since > 1 { out.line(check) }
            let before = request.arguments.prefix { $0.kind != .newID }
                .map { coding.encoded($0, Names.member($0.name)) }.joined(separator: ", ")
            out.line("return bind(type, version: version, opcode: \(opcode), [\(before)])")
            out.line("}")
            return
        }
        let result = constructed.map { " -> \(Side.client.className($0.interface))" } ?? ""
        if constructed != nil { out.line("@discardableResult") }
        out.line("\(access) func \(name)(\(parameters))\(result) {")
        if overrides { out.line("guard isAlive else { return }") }
        if request.since > 1 { out.line(check) }
        let depth = coding.open(request, returns: constructed != nil, &out)
        let arguments = coding.argumentList(request)
        if let constructed {
            let type = Side.client.className(constructed.interface)
            out.line(
                (depth == 0 ? "return " : "")
                    + "create(\(type).self, opcode: \(opcode), \(arguments))"
            )
        } else {
            out.line(
                "send(\(opcode), \(arguments)\(request.isDestructor ? ", destroying: true" : ""))")
        }
        for _ in 0..<depth { out.line("}") }
        out.line("}")
    }

    /// An object without a `destroy` request uses its other destructor, if it has one.
    private func writeDestroy(_ interface: Interface, _ out: inout Source) {
        guard !interface.requests.contains(where: { $0.name == "destroy" }),
            let release = interface.requests.first(where: {
                $0.isDestructor && $0.arguments.isEmpty && $0.name == "release"
            })
        else { return }
        out.line()
        out.line(
            "/// Ends the object with `release` if the bound version has it, else on this side only."
        )
        out.line("public override func destroy() {")
        out.line("guard isAlive else { return }")
        out.line("if version >= \(release.since) { release() } else { discard() }")
        out.line("}")
    }

    private func writeDelivery(_ events: [Message], _ coding: Coding, _ out: inout Source) {
        out.line()
        out.line(
            "/// Called with every event, on the main actor. Cleared when the object is destroyed.")
        out.line("public var events: (@MainActor (Event) -> Void)?")
        out.line()
        out.line("override func forgetHandler() { events = nil }")
        out.line()
        out.line(
            "override func deliver("
                + "_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {"
        )
        out.line("switch opcode {")
        for (opcode, event) in events.enumerated() {
            out.line("case \(opcode):")
            let name = Names.member(event.name)
            var parts: [String] = []
            for (index, argument) in event.arguments.enumerated() {
                let label = Names.member(argument.name)
                if argument.kind == .newID {
                    out.line("let \(label) = \(coding.decoded(argument, at: index))")
                    parts.append("\(Names.label(argument.name)): \(label)")
                } else {
                    parts.append(
                        "\(Names.label(argument.name)): \(coding.decoded(argument, at: index))")
                }
            }
            let payload = parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
            if event.isDestructor {
                out.line("let handler = events")
                out.line("discard()")
                out.line("handler?(.\(name)\(payload))")
                continue
            }
            let unclaimed = event.arguments.enumerated().compactMap { index, argument -> String? in
                switch argument.kind {
                case .newID: "\(Names.member(argument.name)).destroy()"
                case .fd: "closeUnclaimed(arguments[\(index)].h)"
                default: nil
                }
            }
            if unclaimed.isEmpty {
                out.line("events?(.\(name)\(payload))")
            } else {
                out.line("if let events {")
                out.line("events(.\(name)\(payload))")
                out.line("} else {")
                for line in unclaimed { out.line(line) }
                out.line("}")
            }
        }
        out.line("default: break")
        out.line("}")
        out.line("}")
    }
}
