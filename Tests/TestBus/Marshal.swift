/// The bytes of a message under construction, little-endian, aligned from its start.
struct Marshal {
    var bytes: [UInt8] = []

    mutating func align(_ n: Int) { while bytes.count % n != 0 { bytes.append(0) } }

    mutating func unsigned(_ value: UInt32) {
        align(4)
        for i in 0..<4 { bytes.append(UInt8(value >> (8 * UInt32(i)) & 255)) }
    }

    mutating func double(_ value: Double) {
        align(8)
        for i in 0..<8 { bytes.append(UInt8(value.bitPattern >> (8 * UInt64(i)) & 255)) }
    }

    mutating func text(_ text: String) {
        unsigned(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func signature(_ text: String) {
        bytes.append(UInt8(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func array(alignment: Int, _ fill: (inout Marshal) -> Void) {
        unsigned(0)
        let length = bytes.count - 4
        align(alignment)
        let start = bytes.count
        fill(&self)
        let count = UInt32(bytes.count - start)
        for i in 0..<4 { bytes[length + i] = UInt8(count >> (8 * UInt32(i)) & 255) }
    }

    mutating func variant(_ value: FakeBus.Value) {
        switch value {
        case .unsigned(let number):
            signature("u")
            unsigned(number)
        case .signed(let number):
            signature("i")
            unsigned(UInt32(bitPattern: number))
        case .boolean(let flag):
            signature("b")
            unsigned(flag ? 1 : 0)
        case .text(let string):
            signature("s")
            text(string)
        case .color(let red, let green, let blue):
            signature("(ddd)")
            align(8)
            for part in [red, green, blue] { double(part) }
        case .nested(let inner):
            signature("v")
            variant(inner)
        }
    }
}
