import CWaylandServer

/// Observes every message: for the log, and for the errors sent to clients.
///
/// Protocol errors are caught here rather than where they are raised, so that those that libwayland
/// raises itself (an unknown object, a missing method) are recorded as well.
final class ProtocolLog {
    var isOn: Bool
    private(set) var lines: [String] = []
    private(set) var violations: [Violation] = []

    init(isOn: Bool) { self.isOn = isOn }

    func takeViolations() -> [Violation] {
        defer { violations = [] }
        return violations
    }

    /// Starts to listen; the log must outlive the display.
    func attach(to display: OpaquePointer) {
        wl_display_add_protocol_logger(
            display,
            { data, direction, message in
                guard let data, let message else { return }
                Unmanaged<ProtocolLog>.fromOpaque(data).takeUnretainedValue()
                    .hear(message.pointee, isEvent: direction == WL_PROTOCOL_LOGGER_EVENT)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func hear(_ message: wl_protocol_logger_message, isEvent: Bool) {
        guard let resource = message.resource, let name = message.message.pointee.name else {
            return
        }
        if isEvent, message.message_opcode == 0, Self.interface(resource) == "wl_display" {
            violations.append(Self.violation(message))
        }
        guard isOn else { return }
        let arguments = Self.arguments(message).joined(separator: ", ")
        let arrow = isEvent ? "->" : "<-"
        lines.append(
            "\(arrow) \(Self.interface(resource))#\(wl_resource_get_id(resource))."
                + "\(String(cString: name))(\(arguments))")
    }

    private static func violation(_ message: wl_protocol_logger_message) -> Violation {
        let object = message.arguments[0].o
        return Violation(
            interface: object.map { interface($0) } ?? "",
            objectID: object.map { wl_resource_get_id($0) } ?? 0, code: message.arguments[1].u,
            message: message.arguments[2].s.map { String(cString: $0) } ?? "")
    }

    private static func interface(_ resource: OpaquePointer) -> String {
        wl_resource_get_class(resource).map { String(cString: $0) } ?? "?"
    }

    private static func arguments(_ message: wl_protocol_logger_message) -> [String] {
        guard let signature = message.message.pointee.signature else { return [] }
        let kinds = String(cString: signature).filter { "iufsonah".contains($0) }
        return kinds.enumerated().prefix(Int(message.arguments_count)).map { index, kind in
            let argument = message.arguments[index]
            switch kind {
            case "i": return String(argument.i)
            case "u": return String(argument.u)
            case "f": return String(Double(argument.f) / 256)
            case "s": return argument.s.map { "\"\(String(cString: $0))\"" } ?? "nil"
            case "o":
                guard let object = argument.o else { return "nil" }
                return "\(interface(object))#\(wl_resource_get_id(object))"
            case "n": return "new #\(argument.n)"
            case "a": return "array of \(argument.a?.pointee.size ?? 0) bytes"
            default: return "fd"
            }
        }
    }
}
