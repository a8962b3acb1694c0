import Foundation

/// What the maker of a map says of it.
public struct MapMetadata: Hashable, Sendable {
    /// What the map is called.
    public var name: String?
    /// Whose data it is, without markup; it must be visible wherever the map is.
    public var attribution: String?
    /// The names of the layers of vector tiles, in the order of the file; empty if they are not named.
    public var layers: [String] = []

    /// Nothing.
    public init() {}

    /// Reads what MBTiles has in rows: a name, whose data it is, and JSON with the layers.
    init(name: String?, attribution: String?, json: String?) {
        self.init(json: Array((json ?? "").utf8))
        if let name, !name.isEmpty { self.name = name }
        if let attribution = attribution.map(Self.plain), !attribution.isEmpty {
            self.attribution = attribution
        }
    }

    /// Reads the JSON of a map; what is not as expected is left out.
    public init(json bytes: [UInt8]) {
        guard
            let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { return }
        name = (object["name"] as? String).flatMap { $0.isEmpty ? nil : $0 }
        attribution = (object["attribution"] as? String).map(Self.plain).flatMap {
            $0.isEmpty ? nil : $0
        }
        layers = (object["vector_layers"] as? [[String: Any]] ?? []).compactMap {
            $0["id"] as? String
        }
    }

    /// A text without the tags of HTML, and with its most usual characters in place of their names.
    static func plain(_ text: String) -> String {
        var plain = ""
        var rest = text[...]
        while let first = rest.first {
            // What is no tag begins with another character.
            if first == "<", let next = rest.dropFirst().first,
                next.isLetter || "/!".contains(next),
                let end = rest.firstIndex(of: ">")
            {
                rest = rest[rest.index(after: end)...]
                continue
            }
            if first == "&", let (name, character) = names.first(where: { rest.hasPrefix($0.0) }) {
                plain += character
                rest = rest.dropFirst(name.count)
                continue
            }
            plain.append(first)
            rest.removeFirst()
        }
        // Markup is often on lines of its own.
        return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let names = [
        ("&copy;", "©"), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""),
        ("&#39;", "'"), ("&nbsp;", " "), ("&#169;", "©"),
    ]
}
