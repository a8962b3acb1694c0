// Marks as bytes, for whatever stores them.
//
// Layout, numbers with the lowest byte first:
//     version      1 byte, now 1
//     brush        1 byte: 0 pen, 1 marker; 8 bytes: the size in points
//     colour       1 byte: 0; 4 bytes: red, green, blue, alpha
//     x, y         each 1 byte for the way, and its numbers of 8 bytes
//     nodes        the rest: see `InkNodeCoding`
// A later version may add ways, brushes and colours; a mark that has one of those, or a version
// above 1, is not read and stays as it is.

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

    /// A mark as bytes.
    public static func bytes(_ mark: InkMark) -> [UInt8] {
        var bytes: [UInt8] = [version, mark.stroke.brush.kind == .pen ? 0 : 1]
        append(mark.stroke.brush.size, to: &bytes)
        bytes.append(0)
        for part in [mark.color.red, mark.color.green, mark.color.blue, mark.color.alpha] {
            bytes.append(UInt8((min(max(part, 0), 1) * 255).rounded()))
        }
        append(mark.x, to: &bytes)
        append(mark.y, to: &bytes)
        return bytes + InkNodeCoding.bytes(mark.stroke.nodes)
    }

    /// The mark of bytes, under a number.
    public static func mark(_ bytes: [UInt8], id: InkMark.ID) throws(InkMarkError) -> InkMark {
        var rest = bytes[...]
        let version = try byte(&rest)
        guard version > 0 else { throw .damaged }
        guard version <= Self.version else { throw .newer(version: Int(version)) }
        let kind: InkBrush.Kind
        switch try byte(&rest) {
        case 0: kind = .pen
        case 1: kind = .marker
        default: throw .damaged
        }
        let size = try number(&rest)
        guard InkBrush.sizes.contains(size), try byte(&rest) == 0 else { throw .damaged }
        var parts: [Float] = []
        for _ in 0..<4 { parts.append(Float(try byte(&rest)) / 255) }
        let (x, y) = (try axis(&rest), try axis(&rest))
        let nodes: [InkNode]
        do {
            nodes = try InkNodeCoding.nodes(Array(rest))
        } catch {
            throw .damaged
        }
        return InkMark(
            id: id, stroke: InkStroke(InkBrush(kind, size: size), nodes),
            color: Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]), x: x,
            y: y)
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

    // MARK: Numbers

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
