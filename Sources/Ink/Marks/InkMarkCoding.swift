// Marks as bytes, for whatever stores them.
//
// Layout, numbers with the lowest byte first, and texts as a byte for their length and as UTF-8:
//     version      1 byte, now 1
//     content      1 byte: 0 a stroke, else a figure, see `figures`
//     brush        1 byte: 0 pen, 1 marker; 8 bytes: the size in points
//     colour       1 byte: 0, and 4 bytes: red, green, blue, alpha; or 1, and a text: its name
//     basis        a text, empty for none
//     x, y         each 1 byte for the way, and its numbers of 8 bytes
//     the rest     a stroke's nodes, see `InkNodeCoding`; a figure's ends, 4 numbers of 8 bytes
// A later version may add ways, brushes, figures and colours; a mark that has one of those, or a
// version above 1, is not read and stays as it is.

import ChartCore
import Geometry

/// Why a stored mark cannot be read.
public enum InkMarkError: Error, Hashable, Sendable {
    /// The bytes are damaged.
    case damaged
    /// A later version of the program has written it.
    case newer(version: Int)
}

/// Marks as bytes, without their numbers.
public enum InkMarkCoding {
    /// The version that is written.
    public static let version: UInt8 = 1

    /// The figures, by their bytes: the first is 1.
    private static let figures: [InkFigure.Kind] = [
        .line, .arrow, .ellipse, .rectangle, .trendLine, .level, .rangeBox, .measure, .span,
        .moment,
    ]

    /// A mark as bytes.
    public static func bytes(_ mark: InkMark) -> [UInt8] {
        var bytes: [UInt8] = [version]
        switch mark.content {
        case .stroke: bytes.append(0)
        case .figure(let figure):
            bytes.append(UInt8((figures.firstIndex(of: figure.kind) ?? 0) + 1))
        }
        bytes.append(mark.brush.kind == .pen ? 0 : 1)
        append(mark.brush.size, to: &bytes)
        switch mark.color {
        case .fixed(let color):
            bytes.append(0)
            for part in [color.red, color.green, color.blue, color.alpha] {
                bytes.append(UInt8((min(max(part, 0), 1) * 255).rounded()))
            }
        case .named(let name):
            bytes.append(1)
            append(name.rawValue, to: &bytes)
        }
        append(mark.basis?.rawValue ?? "", to: &bytes)
        append(mark.x, to: &bytes)
        append(mark.y, to: &bytes)
        switch mark.content {
        case .stroke(let stroke): bytes += stroke.packed
        case .figure(let figure):
            for number in [figure.start.x, figure.start.y, figure.end.x, figure.end.y] {
                append(number, to: &bytes)
            }
        }
        return bytes
    }

    /// The mark of bytes, under a number.
    public static func mark(_ bytes: [UInt8], id: InkMark.ID) throws(InkMarkError) -> InkMark {
        var rest = bytes[...]
        let version = try byte(&rest)
        guard version > 0 else { throw .damaged }
        guard version <= Self.version else { throw .newer(version: Int(version)) }
        let content = Int(try byte(&rest))
        guard content <= figures.count else { throw .damaged }
        let brush = try brush(&rest)
        let color = try color(&rest)
        let basis = try text(&rest)
        let (x, y) = (try axis(&rest), try axis(&rest))
        return InkMark(
            id: id,
            content == 0
                ? .stroke(try stroke(brush, rest))
                : .figure(try figure(figures[content - 1], brush, rest)),
            color: color, x: x, y: y, basis: basis.isEmpty ? nil : InkBasis(rawValue: basis))
    }

    private static func brush(_ rest: inout ArraySlice<UInt8>) throws(InkMarkError) -> InkBrush {
        let kind = try byte(&rest)
        guard kind <= 1 else { throw .damaged }
        let size = try number(&rest)
        guard InkBrush.sizes.contains(size) else { throw .damaged }
        return InkBrush(kind == 0 ? .pen : .marker, size: size)
    }

    private static func color(_ rest: inout ArraySlice<UInt8>) throws(InkMarkError) -> InkColor {
        switch try byte(&rest) {
        case 0:
            var parts: [Float] = []
            for _ in 0..<4 { parts.append(Float(try byte(&rest)) / 255) }
            return .fixed(Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]))
        case 1:
            guard let name = InkColor.Name(rawValue: try text(&rest)) else { throw .damaged }
            return .named(name)
        default: throw .damaged
        }
    }

    private static func stroke(
        _ brush: InkBrush, _ rest: ArraySlice<UInt8>
    ) throws(InkMarkError) -> InkStroke {
        do {
            return try InkStroke(brush, packed: Array(rest))
        } catch {
            throw .damaged
        }
    }

    private static func figure(
        _ kind: InkFigure.Kind, _ brush: InkBrush, _ rest: ArraySlice<UInt8>
    ) throws(InkMarkError) -> InkFigure {
        var rest = rest
        let start = Point(x: try number(&rest), y: try number(&rest))
        let end = Point(x: try number(&rest), y: try number(&rest))
        guard rest.isEmpty else { throw .damaged }
        return InkFigure(kind, from: start, to: end, brush: brush)
    }

    // MARK: Axes

    /// The ways of an axis, by their bytes.
    private enum Way {
        static let values: UInt8 = 0
        static let logarithmic: UInt8 = 1
        static let symmetric: UInt8 = 2
        static let pinned: UInt8 = 3
        static let fractions: UInt8 = 4
    }

    private static func append(_ axis: InkAxis, to bytes: inout [UInt8]) {
        switch axis {
        case .values(let origin, let perPoint, let transform):
            let way =
                transform.isIdentity
                ? Way.values : transform.linearTo == nil ? Way.logarithmic : Way.symmetric
            bytes.append(way)
            for value in [origin, perPoint] + (transform.linearTo.map { [$0] } ?? []) {
                append(value, to: &bytes)
            }
        case .pinned(let value, let point):
            bytes.append(Way.pinned)
            for number in [value, point] { append(number, to: &bytes) }
        case .fractions(let origin, let perPoint):
            bytes.append(Way.fractions)
            for number in [origin, perPoint] { append(number, to: &bytes) }
        }
    }

    private static func axis(_ rest: inout ArraySlice<UInt8>) throws(InkMarkError) -> InkAxis {
        let way = try byte(&rest)
        let (first, second) = (try number(&rest), try number(&rest))
        switch way {
        case Way.values: return .values(origin: first, perPoint: second)
        case Way.logarithmic: return .values(origin: first, perPoint: second, .logarithmic)
        case Way.symmetric:
            let size = try number(&rest)
            guard size > 0 else { throw .damaged }
            return .values(
                origin: first, perPoint: second, .symmetricLogarithmic(linearTo: size))
        case Way.pinned: return .pinned(value: first, point: second)
        case Way.fractions: return .fractions(origin: first, perPoint: second)
        default: throw .damaged
        }
    }

    // MARK: Numbers and texts

    /// Texts longer than 255 bytes are cut off at a letter.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        var letters: [UInt8] = []
        for letter in text {
            guard letters.count + letter.utf8.count <= 255 else { break }
            letters += Array(letter.utf8)
        }
        bytes.append(UInt8(letters.count))
        bytes += letters
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) throws(InkMarkError) -> String {
        let count = Int(try byte(&rest))
        guard count <= rest.count, let text = String(validating: rest.prefix(count), as: UTF8.self)
        else { throw .damaged }
        rest = rest.dropFirst(count)
        return text
    }

    private static func append(_ number: Double, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)))
        }
    }

    private static func byte(_ rest: inout ArraySlice<UInt8>) throws(InkMarkError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .damaged }
        return byte
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) throws(InkMarkError) -> Double {
        var bits: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 8) {
            bits |= UInt64(try byte(&rest)) << UInt64(shift)
        }
        let number = Double(bitPattern: bits)
        guard number.isFinite else { throw .damaged }
        return number
    }
}
