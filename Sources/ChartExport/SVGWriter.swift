import Geometry
import Painting

/// Writes the parts of an SVG as bytes: numbers, colours, outlines and escaped text.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func write(_ other: SVGWriter) { bytes.append(contentsOf: other.bytes) }
    mutating func write(base64 data: [UInt8]) {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        bytes.reserveCapacity(bytes.count + data.count / 3 * 4 + 4)
        for start in stride(from: 0, to: data.count, by: 3) {
            let rest = min(3, data.count - start)
            var word = 0
            for offset in 0..<3 {
                word = word << 8 | (offset < rest ? Int(data[start + offset]) : 0)
            }
            for place in 0..<4 {
                bytes.append(
                    place <= rest ? digits[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
    }

    // MARK: Numbers

    /// A number with at most three decimals, without an exponent.
    mutating func write(_ value: Double) {
        let limit = 1e12
        var rest = Int64((min(max(value.isNaN ? 0 : value, -limit), limit) * 1000).rounded())
        if rest < 0 {
            bytes.append(UInt8(ascii: "-"))
            rest = -rest
        }
        write(digits: rest / 1000)
        var decimals = rest % 1000
        guard decimals > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var place: Int64 = 100
        while decimals > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(decimals / place))
            decimals %= place
            place /= 10
        }
    }

    private mutating func write(digits value: Int64) {
        var place: Int64 = 1
        while value / place >= 10 { place *= 10 }
        var rest = value
        while place > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / place))
            rest %= place
            place /= 10
        }
    }

    mutating func write(_ point: Point) {
        write(point.x)
        bytes.append(UInt8(ascii: " "))
        write(point.y)
    }

    /// ` name="1.5"`.
    mutating func attribute(_ name: StaticString, _ value: Double) {
        begin(name)
        write(value)
        endAttribute()
    }

    /// ` name="text"`, with the text escaped.
    mutating func attribute(_ name: StaticString, _ text: String) {
        begin(name)
        write(escaped: text)
        endAttribute()
    }

    mutating func attribute(_ name: StaticString, _ values: [Double]) {
        begin(name)
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: " ")) }
            write(value)
        }
        endAttribute()
    }

    mutating func begin(_ name: StaticString) {
        bytes.append(UInt8(ascii: " "))
        write(name)
        write("=\"" as StaticString)
    }

    mutating func endAttribute() { bytes.append(UInt8(ascii: "\"")) }

    // MARK: Texts

    /// Text as XML character data, without the characters that XML does not allow.
    mutating func write(escaped text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": write("&amp;" as StaticString)
            case "<": write("&lt;" as StaticString)
            case ">": write("&gt;" as StaticString)
            case "\"": write("&quot;" as StaticString)
            default:
                switch scalar.value {
                case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: bytes.append(UInt8(ascii: " "))
                default: bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
                }
            }
        }
    }

    // MARK: Colours

    /// A colour and its opacity, under the names of an attribute.
    mutating func attribute(_ name: StaticString, opacity: StaticString, _ color: Color) {
        begin(name)
        write(
            Color(
                red: Float(Self.share(color.red)), green: Float(Self.share(color.green)),
                blue: Float(Self.share(color.blue))
            ).hexString)
        endAttribute()
        if !color.isOpaque { attribute(opacity, Self.share(color.alpha)) }
    }

    /// A component of a colour within its bounds; 0 for NaN.
    static func share(_ value: Float) -> Double { value > 0 ? Double(min(value, 1)) : 0 }

    // MARK: Outlines

    /// The steps of outlines, in the format of the attribute `d`.
    mutating func write(_ outlines: [Outline]) {
        for outline in outlines {
            switch outline {
            case .rectangle(let rect, let corners):
                write(Path(rect, corners: corners))
            case .circle(let center, let radius): write(Path(circleAt: center, radius: radius))
            case .line(let points, let isClosed):
                for (index, point) in points.enumerated() {
                    bytes.append(
                        index == 0 ? UInt8(ascii: "M") : index == 1 ? UInt8(ascii: "L") : 0x20)
                    write(point)
                }
                if isClosed { bytes.append(UInt8(ascii: "Z")) }
            case .path(let path): write(path)
            }
        }
    }

    mutating func write(_ path: Path) {
        for step in path.steps {
            switch step {
            case .move(let point):
                bytes.append(UInt8(ascii: "M"))
                write(point)
            case .line(let point):
                bytes.append(UInt8(ascii: "L"))
                write(point)
            case .curve(let first, let second, let end):
                bytes.append(UInt8(ascii: "C"))
                write(first)
                bytes.append(UInt8(ascii: " "))
                write(second)
                bytes.append(UInt8(ascii: " "))
                write(end)
            case .close: bytes.append(UInt8(ascii: "Z"))
            }
        }
    }

    /// A map, in the format of the attribute `transform`.
    mutating func write(_ map: AffineTransform) {
        write("matrix(" as StaticString)
        for (index, value) in [map.a, map.b, map.c, map.d].enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: " ")) }
            write(precise: value)
        }
        for value in [map.tx, map.ty] {
            bytes.append(UInt8(ascii: " "))
            write(ExportLimits.clamped(value))
        }
        bytes.append(UInt8(ascii: ")"))
    }

    /// A factor with nine decimals: the last ones matter for positions far from the origin.
    private mutating func write(precise value: Double) {
        let limit = 1e6
        let parts = Int64((min(max(value, -limit), limit) * 1e9).rounded())
        if parts < 0 { bytes.append(UInt8(ascii: "-")) }
        write(digits: abs(parts) / 1_000_000_000)
        var decimals = String(1_000_000_000 + abs(parts) % 1_000_000_000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        if !decimals.isEmpty { write("." + decimals) }
    }
}
