/// The root element of a document in XML.
enum XMLRoot {
    /// The name of the first element, with its prefix; nil if the head ends before it.
    ///
    /// Declarations, comments and a document type are passed over.
    static func name(_ head: DocumentHead) -> String? {
        let text = Array(head.bytes)
        var index = 0
        while let open = text[index...].firstIndex(of: UInt8(ascii: "<")), open + 1 < text.count {
            let rest = text[(open + 1)...]
            if rest.starts(with: "!--".utf8) {
                guard let end = end(of: "-->", in: text, from: open + 4) else { return nil }
                index = end
            } else if rest.first == UInt8(ascii: "?") {
                guard let end = end(of: "?>", in: text, from: open + 2) else { return nil }
                index = end
            } else if rest.first == UInt8(ascii: "!") {
                // A document type may have a subset of its own in brackets.
                let close = rest.firstIndex(of: UInt8(ascii: ">")) ?? text.count
                let bracket = rest.firstIndex(of: UInt8(ascii: "[")) ?? text.count
                let end =
                    bracket < close
                    ? end(of: "]>", in: text, from: bracket) : min(close + 1, text.count)
                guard let end else { return nil }
                index = end
            } else {
                let name = rest.prefix { byte in
                    byte > 0x20 && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
                }
                return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
            }
        }
        return nil
    }

    /// The index behind the next occurrence of a text.
    private static func end(of mark: String, in text: [UInt8], from: Int) -> Int? {
        let mark = Array(mark.utf8)
        guard from + mark.count <= text.count else { return nil }
        return (from...text.count - mark.count).first {
            text[$0..<$0 + mark.count].elementsEqual(mark)
        }
        .map { $0 + mark.count }
    }
}
