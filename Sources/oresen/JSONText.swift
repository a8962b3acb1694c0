import HealthData
import Platform

/// JSON under construction; commas are inserted automatically.
struct JSONText {
    private(set) var buffer = TextBuffer()
    private var needsComma = false
    private var depth = 0

    /// An object; `body` writes its members.
    mutating func object(_ body: (inout JSONText) -> Void) {
        separate()
        open("{", body, "}")
    }

    /// A member of an object.
    mutating func member(_ name: String, _ value: (inout JSONText) -> Void) {
        separate()
        line()
        write(name)
        buffer.append(": ")
        needsComma = false
        value(&self)
        needsComma = true
    }

    mutating func member(_ name: String, _ text: String) { member(name) { $0.string(text) } }

    mutating func member(_ name: String, _ number: Int) { member(name) { $0.number(number) } }

    mutating func member(_ name: String, _ flag: Bool) { member(name) { $0.boolean(flag) } }

    mutating func member(_ name: String, _ number: Double?) {
        member(name) { json in
            if let number { json.number(number) } else { json.null() }
        }
    }

    /// An array of elements.
    mutating func array<Elements: Sequence>(
        _ elements: Elements, _ body: (inout JSONText, Elements.Element) -> Void
    ) {
        separate()
        open(
            "[",
            { json in
                for element in elements {
                    if json.needsComma { json.buffer.append(",") }
                    json.needsComma = false
                    json.line()
                    body(&json, element)
                    json.needsComma = true
                }
            }, "]")
    }

    mutating func string(_ text: String) {
        separate()
        write(text)
        needsComma = true
    }

    mutating func number(_ number: Int) {
        separate()
        buffer.append(number)
        needsComma = true
    }

    /// A number in its shortest form; `null` if it is not finite.
    mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        separate()
        buffer.append(number)
        needsComma = true
    }

    mutating func boolean(_ flag: Bool) {
        separate()
        buffer.append(text: flag ? "true" : "false")
        needsComma = true
    }

    mutating func null() {
        separate()
        buffer.append("null")
        needsComma = true
    }

    private mutating func open(
        _ start: StaticString, _ body: (inout JSONText) -> Void, _ end: StaticString
    ) {
        buffer.append(start)
        depth += 1
        needsComma = false
        let before = buffer.count
        body(&self)
        depth -= 1
        if buffer.count > before { line() }
        buffer.append(end)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { buffer.append(",") }
        needsComma = false
    }

    private mutating func line() {
        buffer.append("\n")
        for _ in 0..<depth { buffer.append("  ") }
    }

    private mutating func write(_ text: String) {
        buffer.append(text: ControlCharacters.quotedForJSON(text))
    }
}
