// Files by URI, as from drops, portals and file managers.
//
// Sources: RFC 8089 (file URIs), RFC 3986 (percent encoding), RFC 2483 section 5 (text/uri-list).
// Lists are split at CR LF, and at LF alone, which some senders write; lines that begin with # are
// comments. Splitting comes before decoding, so a name may contain an encoded line break.

import Glibc

/// Files named by URIs.
public enum FileURI {
    /// The path of the local file that `uri` names.
    ///
    /// The host may be missing, `localhost` or this machine's name.
    ///
    /// - Throws: `DesktopError.notAFile` for other schemes and hosts, and for broken encoding.
    public static func path(_ uri: String) throws(DesktopError) -> String {
        func refuse(_ reason: String) -> DesktopError { .notAFile(uri: uri, reason: reason) }
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw refuse("this is not a URI")
        }
        guard uri[..<colon].lowercased() == "file" else {
            throw refuse("only files on this machine can be opened")
        }
        var rest = uri[uri.utf8.index(after: colon)...]
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || isLocal(String(host)) else {
                throw refuse("the file is on another machine (\(host))")
            }
            rest = rest[host.endIndex...]
        }
        guard rest.hasPrefix("/") else { throw refuse("the path in it is not absolute") }
        // A query or fragment is not part of the name; senders encode ? and # that are.
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        guard let bytes = decode(rest.utf8) else { throw refuse("its percent encoding is broken") }
        guard !bytes.contains(0) else { throw refuse("its name holds a zero byte") }
        guard let path = String(validating: bytes, as: UTF8.self) else {
            throw refuse("its name is not UTF-8")
        }
        return path
    }

    /// The URI of the file at `path`, which must be absolute.
    public static func uri(path: String) -> String {
        precondition(path.hasPrefix("/"), "a file URI needs an absolute path, not \(path)")
        var uri = "file://"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return uri
    }

    /// The files of a `text/uri-list`, in order, and errors for entries that are not files of this
    /// machine.
    public static func files(
        inList list: [UInt8]
    ) -> (paths: [String], refused: [DesktopError]) {
        var paths: [String] = []
        var refused: [DesktopError] = []
        for line in list.split(whereSeparator: { $0 == 10 || $0 == 13 || $0 == 0 }) {
            let text = String(decoding: line, as: UTF8.self)
            let uri = text.drop { $0 == " " || $0 == "\t" }
            guard !uri.isEmpty, !uri.hasPrefix("#") else { continue }
            do {
                paths.append(try path(String(uri)))
            } catch {
                refused.append(error)
            }
        }
        return (paths, refused)
    }

    private static func isLocal(_ host: String) -> Bool {
        if host.lowercased() == "localhost" { return true }
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return false }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).lowercased() == host.lowercased()
    }

    private static func decode(_ encoded: Substring.UTF8View) -> [UInt8]? {
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        var bytes: [UInt8] = []
        var iterator = encoded.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(digit),
                let low = iterator.next().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
