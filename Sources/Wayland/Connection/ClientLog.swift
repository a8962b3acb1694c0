import CWaylandClient
import Glibc
import Synchronization

/// The last line that libwayland wrote to its log, which contains the compositor's error message.
///
/// libwayland would print it on standard error; here it becomes part of the displayed sentence.
enum ClientLog {
    private static let line = Mutex("")

    /// The last line, without the object and number before the message.
    static var lastMessage: String {
        let text = line.withLock { $0 }
        // "xdg_surface@12: error 3: message"
        guard let range = text.firstRange(of: ": error ") else { return text }
        let rest = text[range.upperBound...].drop { $0.isNumber }
        return rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : text
    }

    /// Starts capturing the lines.
    static func install() {
        line.withLock { $0 = "" }
        wl_log_set_handler_client { format, arguments in
            guard let format, let arguments else { return }
            var buffer = [CChar](repeating: 0, count: 1024)
            vsnprintf(&buffer, buffer.count, format, arguments)
            let text = buffer.withUnsafeBufferPointer { pointer in
                pointer.baseAddress.map { String(cString: $0) } ?? ""
            }
            let trimmed = text.last == "\n" ? String(text.dropLast()) : text
            ClientLog.line.withLock { $0 = trimmed }
        }
    }
}
