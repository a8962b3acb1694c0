// A stroke as it is kept.
//
// Nodes are stored as differences in 64ths of a point, and widths in 16ths, each as a number of
// variable length: seven bits to a byte, the sign in the lowest bit. That is five bytes a node, and
// none is too far from the one before. Fixed sixteen bits would have a longest distance.

import Geometry

/// A stroke: the brush, and the nodes in the points of the view in which it was drawn.
public struct InkStroke: Hashable, Sendable {
    /// What it was drawn with.
    public var brush: InkBrush
    /// Its nodes as they are kept, a fifth of their size.
    let packed: [UInt8]
    /// How many nodes it has; at least one.
    public let nodeCount: Int
    /// The smallest rectangle around the places of its nodes, in points.
    let places: Rect
    /// The largest width of its nodes, in points.
    let widest: Double

    /// Its nodes, in 64ths of a point and widths in 16ths.
    ///
    /// Cost: linear in the nodes.
    public var nodes: [InkNode] { InkNodeCoding.trusted(packed) }

    /// A stroke from its nodes, each moved to the nearest place that is kept.
    public init(_ brush: InkBrush, _ nodes: [InkNode]) {
        precondition(!nodes.isEmpty, "a stroke has a place")
        let packed = InkNodeCoding.bytes(nodes)
        self.init(brush, packed, InkNodeCoding.trusted(packed))
    }

    /// A stroke from its nodes as they were kept.
    init(_ brush: InkBrush, packed: [UInt8]) throws(InkNodeError) {
        self.init(brush, packed, try InkNodeCoding.nodes(packed))
    }

    private init(_ brush: InkBrush, _ packed: [UInt8], _ nodes: [InkNode]) {
        (self.brush, self.packed, nodeCount) = (brush, packed, nodes.count)
        var (low, high, widest) = (nodes[0].position, nodes[0].position, nodes[0].width)
        for node in nodes {
            low = Point(x: min(low.x, node.position.x), y: min(low.y, node.position.y))
            high = Point(x: max(high.x, node.position.x), y: max(high.y, node.position.y))
            widest = max(widest, node.width)
        }
        places = Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
        self.widest = widest
    }

    /// The stroke of a finished model, with no more nodes than its curve needs; nil if the model has
    /// no sample.
    public init?(_ model: StrokeModel) {
        guard !model.nodes.isEmpty else { return nil }
        self.init(
            model.brush, StrokeSimplifier.simplified(model.nodes, within: Self.tolerance))
    }

    /// How far the kept curve may be from the one that was drawn, in points.
    public static let tolerance = 0.05

    /// The smooth curve.
    public var curve: InkCurve { InkCurve(nodes) }

    /// A rectangle around its nodes with the largest of their widths, in points.
    ///
    /// Curves may be outside of it by a fraction of a point.
    public var bounds: Rect { places.inset(by: -widest / 2) }
}

/// Why stored nodes cannot be read.
public enum InkNodeError: Error, Hashable, Sendable {
    /// The bytes end before the nodes do.
    case cutOff
    /// A number is larger than any that a stroke has.
    case tooLarge
    /// There are bytes after the last node, or no node.
    case wrongCount
}

/// The nodes of strokes as bytes.
public enum InkNodeCoding {
    /// The parts of a point that a place is kept in.
    public static let placesPerPoint = 64.0
    /// The parts of a point that a width is kept in.
    public static let widthsPerPoint = 16.0

    /// The nodes as bytes.
    public static func bytes(_ nodes: [InkNode]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(nodes.count * 5 + 4)
        append(UInt64(nodes.count), to: &bytes)
        var last = (x: 0, y: 0, width: 0)
        for node in nodes {
            let next = (
                x: whole(node.position.x * placesPerPoint),
                y: whole(node.position.y * placesPerPoint),
                width: whole(node.width * widthsPerPoint)
            )
            append(next.x - last.x, to: &bytes)
            append(next.y - last.y, to: &bytes)
            append(next.width - last.width, to: &bytes)
            last = next
        }
        return bytes
    }

    /// The nodes of bytes.
    public static func nodes(_ bytes: [UInt8]) throws(InkNodeError) -> [InkNode] {
        var rest = bytes[...]
        let count = try number(&rest)
        // A node has at least three bytes.
        guard count > 0 else { throw .wrongCount }
        guard count <= UInt64(bytes.count) / 3 else { throw .cutOff }
        var nodes: [InkNode] = []
        nodes.reserveCapacity(Int(count))
        var (x, y, width) = (0, 0, 0)
        for _ in 0..<count {
            x += try difference(&rest)
            y += try difference(&rest)
            width += try difference(&rest)
            guard abs(x) <= farthest, abs(y) <= farthest, (0...farthest).contains(width) else {
                throw .tooLarge
            }
            nodes.append(
                InkNode(
                    Point(x: Double(x) / placesPerPoint, y: Double(y) / placesPerPoint),
                    width: Double(width) / widthsPerPoint))
        }
        guard rest.isEmpty else { throw .wrongCount }
        return nodes
    }

    /// The nodes of bytes that were made by `bytes`.
    fileprivate static func trusted(_ bytes: [UInt8]) -> [InkNode] {
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            func number() -> Int {
                var number: UInt64 = 0
                var shift: UInt64 = 0
                while place < bytes.count {
                    let byte = bytes[place]
                    place += 1
                    number |= UInt64(byte & 0x7F) &<< shift
                    if byte < 0x80 { break }
                    shift += 7
                }
                return Int(truncatingIfNeeded: number)
            }
            func difference() -> Int {
                let number = number()
                return (number >> 1) ^ -(number & 1)
            }
            let count = number()
            var (x, y, width) = (0, 0, 0)
            return [InkNode](unsafeUninitializedCapacity: count) { nodes, made in
                for index in 0..<count {
                    x += difference()
                    y += difference()
                    width += difference()
                    nodes.initializeElement(
                        at: index,
                        to: InkNode(
                            Point(
                                x: Double(x) / placesPerPoint, y: Double(y) / placesPerPoint),
                            width: Double(width) / widthsPerPoint))
                }
                made = count
            }
        }
    }

    /// The largest number that is kept.
    private static let farthest = 1 << 40

    private static func whole(_ value: Double) -> Int {
        guard value.isFinite else { return 0 }
        return Int(min(max(value.rounded(), -Double(farthest)), Double(farthest)))
    }

    private static func append(_ difference: Int, to bytes: inout [UInt8]) {
        append(UInt64(bitPattern: Int64((difference << 1) ^ (difference >> 63))), to: &bytes)
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func difference(_ rest: inout ArraySlice<UInt8>) throws(InkNodeError) -> Int {
        let number = try number(&rest)
        return Int(bitPattern: UInt(number >> 1)) ^ -Int(number & 1)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) throws(InkNodeError) -> UInt64 {
        var number: UInt64 = 0
        // Six bytes have 42 bits, more than any number that is kept.
        for place in 0..<6 {
            guard let byte = rest.popFirst() else { throw .cutOff }
            number |= UInt64(byte & 0x7F) << UInt64(7 * place)
            if byte < 0x80 { return number }
        }
        throw .tooLarge
    }
}

extension InkStroke {
    /// Whether it looks like handwriting: it is lower than large letters, goes up and down more than
    /// once, and turns often for its length.
    public var looksLikeWriting: Bool {
        let nodes = nodes
        guard bounds.height < Turns.height, let first = nodes.first?.position else { return false }
        var (length, last) = (0.0, first)
        var (x, y) = (Turns(first.x), Turns(first.y))
        for place in nodes.dropFirst().map(\.position) {
            length += (place - last).length
            last = place
            x.add(place.x)
            y.add(place.y)
        }
        // A ring around something goes up and down once.
        return y.count >= 3 && Double(x.count + y.count) > Turns.share * length
    }
}

/// How often a stroke turns along an axis.
private struct Turns {
    /// The height of handwriting and how far it goes back after a turn at least, in points, and how
    /// many turns there are for each point of its length.
    static let (height, least, share) = (60.0, 2.0, 0.03)
    private(set) var count = 0
    /// Where it was last farthest on its way.
    private var farthest: Double
    /// -1 or 1; 0 at the beginning.
    private var way = 0.0

    init(_ start: Double) { farthest = start }

    mutating func add(_ place: Double) {
        let step = place - farthest
        if way != 0, step * way > 0 {
            farthest = place
        } else if abs(step) >= Self.least {
            if way != 0 { count += 1 }
            (farthest, way) = (place, step > 0 ? 1 : -1)
        }
    }
}
