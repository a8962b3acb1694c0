/// Text for a terminal: what is written in the program's source has its lines, and what is put into it
/// has none.
///
/// A value that is interpolated is shown on one line, whatever it holds (`ControlCharacters.visible`), so
/// no name of a file can begin a line that looks like one of the program's:
///
///     text.append("\(file.path): \(count) records\n")
public struct TerminalText: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text; it has no control characters but newlines and tabs.
    public private(set) var text: String

    /// No text yet.
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

    /// A value by itself, on one line.
    public init(value: String) { text = ControlCharacters.visible(value) }

    /// Puts more behind it.
    public mutating func append(_ more: TerminalText) { text += more.text }

    /// One text behind another.
    public static func + (a: TerminalText, b: TerminalText) -> TerminalText {
        var both = a
        both.append(b)
        return both
    }

    /// How the parts of an interpolation are taken.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        /// An interpolation without parts yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// What stands in the source is the program's own.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// A text that was made like this one keeps its lines.
        public mutating func appendInterpolation(_ part: TerminalText) { text += part.text }

        /// A value is shown on one line.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += ControlCharacters.visible(value.description)
        }
    }
}
