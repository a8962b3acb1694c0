// The features of a vector tile (Mapbox Vector Tile Specification 2.1).
//
// Layout: a message of protocol buffers. A layer has a name, the length of its side in units, lists of
// keys and values, and features, whose tags are pairs of indices into the lists and whose geometry is a
// list of commands: move, line, close, with differences as zigzag numbers.
// Each number is checked before it is used: a length against the bytes that are left, an index against
// its list, a count against the numbers that follow. Coordinates are kept within 32 bits.
// A feature that is damaged costs itself alone; a layer whose bytes end too early costs the tile.

/// A vector tile.
public struct VectorTile: Hashable, Sendable {
    /// A property of a feature.
    public enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A number of any kind.
        case number(Double)
        /// True or false.
        case flag(Bool)
    }

    /// What the geometry of a feature is.
    public enum Kind: Hashable, Sendable {
        /// Places, each for itself.
        case points
        /// Lines of two places or more.
        case lines
        /// Areas within rings; those within others are holes.
        case polygons
    }

    /// A place in a tile, in units of its layer, from the upper left corner on.
    public struct Place: Hashable, Sendable {
        /// To the right.
        public var x: Int32
        /// Downwards.
        public var y: Int32

        /// A place at coordinates of a tile.
        public init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }
    }

    /// A thing on the map.
    public struct Feature: Hashable, Sendable {
        /// What its geometry is.
        public var kind: Kind
        /// Its properties, by their names.
        public var properties: [String: Value]
        /// Its points, lines or rings; a ring ends where it begins, and has that point once.
        public var parts: [[Place]]
    }

    /// Features of one subject.
    public struct Layer: Hashable, Sendable {
        /// What it is called, as `roads`.
        public var name: String
        /// The side of the tile, in units.
        public var extent: Int
        /// In drawing order.
        public var features: [Feature]
        /// The number of features that were left out because they are damaged.
        public var damaged = 0
    }

    /// In the order of the tile.
    public private(set) var layers: [Layer] = []

    /// Vertices of a tile at most: a hundred times as many as a dense city has.
    public static let most = 5_000_000

    /// Reads the bytes of a tile, which are not compressed any more.
    public init(_ bytes: [UInt8]) throws(TileArchiveError) {
        var reader = MessageReader(bytes[...])
        var left = Self.most
        while let field = try reader.next() {
            guard field.number == 3, case .bytes(let layer) = field.value else { continue }
            layers.append(try Layer(layer, &left))
        }
    }
}

extension VectorTile.Layer {
    fileprivate init(_ bytes: ArraySlice<UInt8>, _ left: inout Int) throws(TileArchiveError) {
        (name, extent, features) = ("", 4096, [])
        var keys: [String] = []
        var values: [VectorTile.Value] = []
        var raw: [ArraySlice<UInt8>] = []
        var reader = MessageReader(bytes)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): name = String(decoding: bytes, as: UTF8.self)
            case (2, .bytes(let bytes)): raw.append(bytes)
            case (3, .bytes(let bytes)): keys.append(String(decoding: bytes, as: UTF8.self))
            case (4, .bytes(let bytes)): values.append(try VectorTile.Value(bytes))
            case (5, .number(let number)):
                guard (1...1 << 20).contains(number) else { throw .isDamaged }
                extent = Int(number)
            default: break
            }
        }
        for bytes in raw {
            do throws(TileArchiveError) {
                if let feature = try VectorTile.Feature(bytes, keys, values, &left) {
                    features.append(feature)
                }
            } catch {
                if error == .isTooLarge { throw error }
                damaged += 1
            }
        }
    }
}

extension VectorTile.Value {
    fileprivate init(_ bytes: ArraySlice<UInt8>) throws(TileArchiveError) {
        var value = VectorTile.Value.flag(false)
        var reader = MessageReader(bytes)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): value = .text(String(decoding: bytes, as: UTF8.self))
            case (2, .fixed32(let bits)): value = .number(Double(Float(bitPattern: bits)))
            case (3, .fixed64(let bits)): value = .number(Double(bitPattern: bits))
            case (4, .number(let bits)): value = .number(Double(Int64(bitPattern: bits)))
            case (5, .number(let number)): value = .number(Double(number))
            case (6, .number(let bits)): value = .number(Double(MessageReader.signed(bits)))
            case (7, .number(let bits)): value = .flag(bits != 0)
            default: break
            }
        }
        self = value
    }
}

extension VectorTile.Feature {
    /// A feature; nil if its geometry has no kind that is known.
    fileprivate init?(
        _ bytes: ArraySlice<UInt8>, _ keys: [String], _ values: [VectorTile.Value],
        _ left: inout Int
    ) throws(TileArchiveError) {
        var (tags, geometry) = (bytes.prefix(0), bytes.prefix(0))
        var kind: VectorTile.Kind?
        var reader = MessageReader(bytes)
        while let field = try reader.next() {
            switch (field.number, field.value) {
            case (2, .bytes(let bytes)): tags = bytes
            case (3, .number(let number)):
                kind = number == 1 ? .points : number == 2 ? .lines : number == 3 ? .polygons : nil
            case (4, .bytes(let bytes)): geometry = bytes
            default: break
            }
        }
        guard let kind else { return nil }
        self.kind = kind
        properties = [:]
        var numbers = MessageReader(tags)
        while !numbers.isAtEnd {
            let (key, value) = (try numbers.varint(), try numbers.varint())
            guard key < keys.count, value < values.count else { throw .isDamaged }
            properties[keys[Int(key)]] = values[Int(value)]
        }
        parts = try Self.parts(geometry, kind, &left)
    }

    private static func parts(
        _ bytes: ArraySlice<UInt8>, _ kind: VectorTile.Kind, _ left: inout Int
    ) throws(TileArchiveError) -> [[VectorTile.Place]] {
        var parts: [[VectorTile.Place]] = []
        var part: [VectorTile.Place] = []
        var (x, y) = (Int64(0), Int64(0))
        var reader = MessageReader(bytes)
        func finish() {
            // What a kind needs at least; one point of a line cannot be seen.
            let least = kind == .points ? 1 : kind == .lines ? 2 : 3
            if part.count >= least { parts.append(part) }
            part = []
        }
        while !reader.isAtEnd {
            let command = try reader.varint()
            let count = command >> 3
            switch command & 7 {
            case 1, 2:
                // Two numbers of a byte at least for each.
                guard count > 0, count <= reader.left / 2 else { throw .isDamaged }
                let isMove = command & 7 == 1
                for _ in 0..<count {
                    // Differences have 32 bits, and so do their sums.
                    guard let dx = try reader.varint(atMost: 0xFFFF_FFFF),
                        let dy = try reader.varint(atMost: 0xFFFF_FFFF)
                    else { throw .isDamaged }
                    x += MessageReader.signed(dx)
                    y += MessageReader.signed(dy)
                    guard let px = Int32(exactly: x), let py = Int32(exactly: y) else {
                        throw .isDamaged
                    }
                    if isMove, kind != .points { finish() }
                    part.append(VectorTile.Place(x: px, y: py))
                }
                left -= Int(count)
                guard left >= 0 else { throw .isTooLarge }
                if !isMove, kind == .points { throw .isDamaged }
            case 7:
                guard kind == .polygons, count == 1 else { throw .isDamaged }
                finish()
            default: throw .isDamaged
            }
        }
        finish()
        return parts
    }
}
