/// An XML reader that rejects everything that is not well-formed.
///
/// It supports the content of our documents: elements with attributes in double quotes, text, the
/// entities of XML and processing instructions. Anything else is an error. (With Foundation's
/// parser the tests would need a system library that differs from one distribution to the next.)
struct XMLReader {
    /// The content that was read, in order.
    enum Event: Equatable {
        case start(String, [String: String])
        case end(String)
        case text(String)
    }

    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    private(set) var events: [Event] = []
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var open: [String] = []
    private var hasRoot = false

    init(_ text: String) throws(Fault) {
        scalars = Array(text.unicodeScalars)
        for scalar in scalars where scalar.value < 0x20 && !["\n", "\t"].contains(scalar) {
            throw Fault(description: "the control character \(scalar.value)")
        }
        while at < scalars.count { try readNext() }
        guard open.isEmpty, hasRoot else { throw Fault(description: "\(open) is not closed") }
    }

    private mutating func readNext() throws(Fault) {
        if skip("<?") {
            while !skip("?>") {
                guard at < scalars.count else { throw fault("an endless instruction") }
                at += 1
            }
        } else if skip("</") {
            let name = try name()
            blanks()
            guard skip(">"), open.popLast() == name else { throw fault("the end of \(name)") }
            events.append(.end(name))
        } else if skip("<") {
            try readStart()
        } else {
            let text = try characters(until: "<")
            let isBlank = text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
            guard isBlank || !open.isEmpty else { throw fault("text outside of elements") }
            events.append(.text(text))
        }
    }

    private mutating func readStart() throws(Fault) {
        let element = try name()
        guard !open.isEmpty || !hasRoot else { throw fault("a second root") }
        hasRoot = true
        var attributes: [String: String] = [:]
        while true {
            let hasBlank = blanks()
            if skip("/>") {
                events += [.start(element, attributes), .end(element)]
                return
            }
            if skip(">") {
                open.append(element)
                events.append(.start(element, attributes))
                return
            }
            let name = try name()
            guard hasBlank, skip("=\""), attributes[name] == nil else { throw fault(name) }
            attributes[name] = try characters(until: "\"")
            guard skip("\"") else { throw fault("the value of \(name)") }
        }
    }

    private mutating func characters(until end: Unicode.Scalar) throws(Fault) -> String {
        var text = String.UnicodeScalarView()
        while at < scalars.count, scalars[at] != end {
            guard scalars[at] != "<" else { throw fault("a bare <") }
            if scalars[at] == "&" {
                let known: [(String, Unicode.Scalar)] = [
                    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""),
                ]
                guard let entity = known.first(where: { skip($0.0) }) else {
                    throw fault("a bare &")
                }
                text.append(entity.1)
            } else {
                text.append(scalars[at])
                at += 1
            }
        }
        return String(text)
    }

    private mutating func name() throws(Fault) -> String {
        var name = String.UnicodeScalarView()
        while at < scalars.count,
            scalars[at].properties.isAlphabetic || name.count > 0 && isInName(scalars[at])
        {
            name.append(scalars[at])
            at += 1
        }
        guard !name.isEmpty else { throw fault("no name") }
        return String(name)
    }

    private func isInName(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ["-", ":", "_", "."].contains(scalar)
    }

    @discardableResult private mutating func blanks() -> Bool {
        let start = at
        while at < scalars.count, [" ", "\n", "\t"].contains(scalars[at]) { at += 1 }
        return at > start
    }

    private mutating func skip(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard at + wanted.count <= scalars.count,
            scalars[at..<at + wanted.count].elementsEqual(wanted)
        else { return false }
        at += wanted.count
        return true
    }

    private func fault(_ what: String) -> Fault {
        let around = scalars[max(0, at - 30)..<min(scalars.count, at + 30)]
        return Fault(
            description: "\(what) near “\(String(String.UnicodeScalarView(around)))”")
    }
}
