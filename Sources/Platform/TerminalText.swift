/// Text for a terminal: text in the program's source may begin new lines, inserted values cannot.
///
/// An interpolated value is written on one line, whatever it contains
/// (`ControlCharacters.visible`). So no file name can begin a line that looks like one of the
/// program's:
///
///     text.append("\(file.path): \(count) records\n")
public struct TerminalText: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text; it has no control characters except newlines and tabs.
    public private(set) var text: String

    /// An empty text.
    public init() { text = "" }

    /// A text without values.
    public init(stringLiteral text: String) {
        self.text = ControlCharacters.visible(inLines: text)
    }

    /// A text with values.
    public init(stringInterpolation interpolation: StringInterpolation) {
        text = ControlCharacters.visible(inLines: interpolation.text)
    }

    /// Text whose lines are known to be the program's own, such as the help of a command.
    public init(ownLines text: String) { self.text = ControlCharacters.visible(inLines: text) }

    /// A single value, on one line.
    public init(value: String) { text = ControlCharacters.visible(value) }

    /// Appends a text.
    public mutating func append(_ more: TerminalText) { text += more.text }

    /// Concatenates two texts.
    public static func + (a: TerminalText, b: TerminalText) -> TerminalText {
        var both = a
        both.append(b)
        return both
    }

    /// How the parts of an interpolation are processed.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        /// An interpolation without parts yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// A literal is the program's own text.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Another `TerminalText` keeps its lines.
        public mutating func appendInterpolation(_ part: TerminalText) { text += part.text }

        /// A value is written on one line.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += ControlCharacters.visible(value.description)
        }
    }
}
