import Foundation

/// The loading instructions of a 64-bit little-endian ELF file.
///
/// Source: elf(5), and the System V ABI.
struct ELFFile {
    struct Segment {
        var type: UInt32
        var flags: UInt32
        var offset: Int
        var address: UInt64
        var size: Int
    }

    /// 2 for a program at a fixed address, 3 for one at any address.
    let type: UInt16
    let segments: [Segment]
    /// The entries of the dynamic section, by their tags.
    let entries: [UInt64: [UInt64]]
    /// The names of symbols that it imports or exports.
    let symbols: Set<String>

    struct Broken: Error {}

    init(_ file: URL) throws {
        let bytes = try Data(contentsOf: file, options: .alwaysMapped)
        func number<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type = Value.self) -> Value {
            let size = MemoryLayout<Value>.size
            guard offset >= 0, offset + size <= bytes.count else { return 0 }
            return (0..<size).reduce(0) { $0 | Value(bytes[offset + $1]) << Value(8 * $1) }
        }
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { throw Broken() }
        type = number(16)
        let (first, size) = (Int(number(32, UInt64.self)), Int(number(54, UInt16.self)))
        let segments = (0..<Int(number(56, UInt16.self))).map { index in
            let place = first + index * size
            return Segment(
                type: number(place), flags: number(place + 4),
                offset: Int(number(place + 8, UInt64.self)), address: number(place + 16),
                size: Int(number(place + 32, UInt64.self)))
        }
        self.segments = segments
        func offset(of address: UInt64) -> Int? {
            segments.first {
                $0.type == 1 && address >= $0.address && address < $0.address + UInt64($0.size)
            }.map { $0.offset + Int(address - $0.address) }
        }
        var entries: [UInt64: [UInt64]] = [:]
        if let dynamic = segments.first(where: { $0.type == 2 }) {
            for place in stride(from: dynamic.offset, to: dynamic.offset + dynamic.size, by: 16) {
                let tag: UInt64 = number(place)
                if tag == 0 { break }
                entries[tag, default: []].append(number(place + 8))
            }
        }
        self.entries = entries
        // The table of symbols ends where the names or the versions begin, whichever comes first
        // after it.
        var symbols: Set<String> = []
        if let table = entries[6]?.first, let names = entries[5]?.first,
            let start = offset(of: table), let texts = offset(of: names)
        {
            let after = [names, entries[0x6FFF_FFF0]?.first, entries[0x6FFF_FEF5]?.first]
                .compactMap(\.self).filter { $0 > table }.min()
            let count = Int((after ?? table) - table) / 24
            for index in 0..<count {
                let name = texts + Int(number(start + index * 24, UInt32.self))
                guard name < bytes.count else { continue }
                symbols.insert(String(decoding: bytes[name...].prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        self.symbols = symbols
    }

    /// Properties that make bugs easier to exploit, one clause each; empty if there are none.
    var weaknesses: [String] {
        func has(_ tag: UInt64) -> Bool { entries[tag] != nil }
        func flag(_ tag: UInt64, _ bit: UInt64) -> Bool {
            entries[tag]?.contains { $0 & bit != 0 } ?? false
        }
        var found: [String] = []
        if type != 3 || !flag(0x6FFF_FFFB, 0x0800_0000) {
            found.append("it is loaded at a fixed address")
        }
        if !flag(30, 8) && !flag(0x6FFF_FFFB, 1) && !has(24) {
            found.append("symbols are resolved while it runs")
        }
        if !segments.contains(where: { $0.type == 0x6474_E552 && $0.size > 0 }) {
            found.append("what the linker has resolved is writable")
        }
        let stack = segments.first { $0.type == 0x6474_E551 }
        if stack.map({ $0.flags & 1 != 0 }) ?? true { found.append("code can run on its stack") }
        if segments.contains(where: { $0.type == 1 && $0.flags & 3 == 3 }) {
            found.append("memory is both writable and executable")
        }
        if has(22) || flag(30, 4) { found.append("its code is changed when it is loaded") }
        if has(15) || has(29) { found.append("libraries are searched for in its own folders") }
        if !symbols.contains("__stack_chk_fail") { found.append("its stack is not protected") }
        return found
    }

    /// Whether the relocations that depend on its address are packed.
    var isPacked: Bool { (entries[35]?.first ?? 0) > 0 }
}
