// The characters of a code page.
//
// Layout: one array for single bytes from 80 on, and for encodings with two bytes a grid of 126
// first bytes (81...FE) and 191 second bytes (40...FE), in 16 bits for each place; 0 where there is
// none. So a character is one look-up, whatever the encoding. The sources are texts that list the
// characters in the order of their places, which take a third of the room of numbers and can be
// read; a grid is made from one in a millisecond, and only for the encoding of a file that is read.
// The C library has the same tables, but as modules in files of their own: they may be missing
// (Debian installs them separately), and a process in a sandbox could not load them.

/// The table of one code page.
struct CodeTable: Sendable {
    private static let leads = 0x81...0xfe
    private static let trails = 0x40...0xfe

    /// The characters of the single bytes 80...FF; 0 for none.
    private var singles = [UInt16](repeating: 0, count: 128)
    /// The characters of two bytes; empty if the page has none.
    private var pairs: [UInt16] = []

    init(_ page: CodePage) {
        if let half = UpperHalf.of(page) {
            singles = half.map { $0 == 0xfffd ? 0 : $0 }
            return
        }
        pairs = [UInt16](
            repeating: 0, count: CodeTable.leads.count * CodeTable.trails.count)
        switch page {
        case .shiftJIS:
            for (row, cell, code) in CodeTable.places(JapaneseCharacters.rows) {
                let lead = (row - 1) / 2
                let isOdd = row % 2 == 1
                let trail = isOdd ? 0x40 + cell + (cell < 63 ? 0 : 1) : 0x9f + cell
                set(lead < 31 ? 0x81 + lead : 0xe0 + lead - 31, trail, code)
            }
            addHalfWidth()
        case .eucJP:
            for (row, cell, code) in CodeTable.places(JapaneseCharacters.rows) where row <= 94 {
                set(0xa0 + row, 0xa1 + cell, code)
            }
            // A half-width letter has the first byte 8E.
            for byte in 0xa1...0xdf { set(0x8e, byte, UInt16(0xff61 + byte - 0xa1)) }
        case .gbk:
            for (lead, cell, code) in CodeTable.places(ChineseCharacters.rows, part: 85) {
                set(lead, 0x40 + cell + (cell < 63 ? 0 : 1), code)
            }
            singles[0] = 0x20ac
        case .big5:
            for (lead, cell, code) in CodeTable.places(
                TraditionalChineseCharacters.rows, part: 79)
            {
                set(lead, cell < 63 ? 0x40 + cell : 0xa1 + cell - 63, code)
            }
        case .eucKR:
            for (row, cell, code) in CodeTable.places(KoreanCharacters.rows) {
                set(0xa0 + row, 0xa1 + cell, code)
            }
            addSyllables()
        default: break
        }
    }

    /// The character of a single byte from 80 on; 0 if it begins one of two bytes or has none.
    @inline(__always)
    func single(_ byte: UInt8) -> UInt16 { singles[Int(byte & 0x7f)] }

    /// The character of two bytes; 0 if they have none.
    @inline(__always)
    func pair(_ lead: UInt8, _ trail: UInt8) -> UInt16 {
        guard !pairs.isEmpty, CodeTable.leads.contains(Int(lead)),
            CodeTable.trails.contains(Int(trail))
        else { return 0 }
        return pairs[CodeTable.place(Int(lead), Int(trail))]
    }

    /// Whether characters may have two bytes.
    var hasPairs: Bool { !pairs.isEmpty }

    private static func place(_ lead: Int, _ trail: Int) -> Int {
        (lead - leads.lowerBound) * trails.count + trail - trails.lowerBound
    }

    private mutating func set(_ lead: Int, _ trail: Int, _ code: UInt16) {
        guard CodeTable.leads.contains(lead), CodeTable.trails.contains(trail) else { return }
        pairs[CodeTable.place(lead, trail)] = code
    }

    /// The characters of a text of rows, each with its row and its place in it, from 0.
    ///
    /// - Parameter part: the number of characters in a line that another line of its row follows.
    private static func places(
        _ rows: String, part: Int = 94
    ) -> [(row: Int, cell: Int, code: UInt16)] {
        var found: [(row: Int, cell: Int, code: UInt16)] = []
        for line in rows.unicodeScalars.split(separator: "\n") {
            guard let row = Int(String(String.UnicodeScalarView(line.prefix(2))), radix: 16),
                let number = line.dropFirst(2).first
            else { continue }
            var cell = Int(number.value & 0x0f) * part
            for scalar in line.dropFirst(4) {
                if scalar != "\u{fffd}" {
                    found.append((row, cell, UInt16(truncatingIfNeeded: scalar.value)))
                }
                cell += 1
            }
        }
        return found
    }

    /// Adds the half-width letters of Shift-JIS, which are single bytes.
    private mutating func addHalfWidth() {
        for byte in 0xa1...0xdf { singles[byte - 0x80] = UInt16(0xff61 + byte - 0xa1) }
    }

    /// Adds the syllables of Windows code page 949 that KS X 1001 lacks: they fill the places
    /// before those of KS X 1001 in the order of Unicode.
    private mutating func addSyllables() {
        let known = Set(pairs)
        var rest = (UInt16(0xac00)...0xd7a3).filter { !known.contains($0) }[...]
        for lead in 0x81...0xc6 {
            for trail in 0x41...(lead <= 0xa0 ? 0xfe : 0xa0) {
                let isGap = (0x5b...0x60).contains(trail) || (0x7b...0x80).contains(trail)
                if isGap { continue }
                guard let code = rest.popFirst() else { return }
                set(lead, trail, code)
            }
        }
    }
}
