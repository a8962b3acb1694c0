import Geometry

/// The values of reports of scenes: those of JSON.
public indirect enum SceneValue: Hashable, Sendable {
    /// A number; one that is not finite is written as null.
    case number(Double)
    /// A text.
    case string(String)
    /// True or false.
    case boolean(Bool)
    /// Values in their order.
    case array([SceneValue])
    /// Values with names, in their order.
    case object([Field])

    /// A value with its name.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: SceneValue
    }

    /// Values with names, in their order.
    public static func object(_ fields: [(String, SceneValue)]) -> SceneValue {
        .object(fields.map { Field(name: $0.0, value: $0.1) })
    }

    /// A whole number.
    public static func count(_ number: Int) -> SceneValue { .number(Double(number)) }

    /// A rectangle.
    public static func rect(_ rect: Rect) -> SceneValue {
        .object([
            ("x", .number(rect.x)), ("y", .number(rect.y)), ("width", .number(rect.width)),
            ("height", .number(rect.height)),
        ])
    }

    /// A rectangle of device pixels.
    public static func pixels(_ rect: PixelRect) -> SceneValue {
        .object([
            ("x", .count(rect.x)), ("y", .count(rect.y)), ("width", .count(rect.width)),
            ("height", .count(rect.height)),
        ])
    }

    /// A point.
    public static func point(_ point: Point) -> SceneValue {
        .array([.number(point.x), .number(point.y)])
    }

    /// A range.
    public static func range(_ range: ClosedRange<Double>) -> SceneValue {
        .array([.number(range.lowerBound), .number(range.upperBound)])
    }

    /// A colour, as `#RRGGBB`, or `#RRGGBBAA` if it is translucent.
    public static func color(_ color: Color) -> SceneValue {
        guard color.alpha < 1 else { return .string(color.hexString) }
        let alpha = Int((min(max(color.alpha, 0), 1) * 255).rounded())
        let digits = String(alpha, radix: 16, uppercase: true)
        return .string(color.hexString + (digits.count < 2 ? "0" : "") + digits)
    }

    /// As JSON, in one line.
    public var json: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .number(let number): text += Self.words(number)
        case .string(let string): Self.quote(string, &text)
        case .boolean(let flag): text += flag ? "true" : "false"
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let fields):
            text += "{"
            for (index, field) in fields.enumerated() {
                if index > 0 { text += "," }
                Self.quote(field.name, &text)
                text += ":"
                field.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func words(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
        return "\(number)"
    }

    private static func quote(_ string: String, _ text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case let control where control.value < 0x20 || control.value == 0x7F:
                let digits = String(control.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
