import Glibc

/// A language in one of its code pages: how rare its characters are in it.
struct WrittenLanguage: Sendable {
    let page: CodePage
    private let model: Model

    private enum Model: Sendable {
        /// A Latin language: ASCII with these letters among it.
        case latin(Set<Unicode.Scalar>)
        /// A language with an alphabet of its own: its common letters, and the range of all.
        case alphabet(common: Set<Unicode.Scalar>, all: ClosedRange<UInt32>)
        /// A language with thousands of characters, which have two bytes.
        case characters
    }

    /// How rare texts in the language are, in bits.
    var prior = 5.0

    private static func latin(
        _ page: CodePage, _ letters: String, prior: Double? = nil
    ) -> WrittenLanguage {
        WrittenLanguage(
            page: page,
            model: .latin(Set((letters + letters.uppercased()).unicodeScalars)),
            prior: prior ?? (page == .windows1252 ? 0 : 3))
    }

    private static func alphabet(
        _ page: CodePage, _ common: String, _ all: ClosedRange<UInt32>, prior: Double = 6
    ) -> WrittenLanguage {
        WrittenLanguage(
            page: page, model: .alphabet(common: Set(common.unicodeScalars), all: all),
            prior: prior)
    }

    /// The languages that are distinguished; those of Windows-1252 first.
    static let all: [WrittenLanguage] = [
        // German, French, Spanish, Portuguese, Italian, the Nordic languages, Dutch, Icelandic,
        // Estonian.
        latin(.windows1252, "äöüß"), latin(.windows1252, "éèàùâêîôûçëï"),
        latin(.windows1252, "áéíóúñü"), latin(.windows1252, "áâãàçéêíóôú"),
        latin(.windows1252, "àèéìòù"), latin(.windows1252, "åäöæøé"),
        latin(.windows1252, "ëéïè"), latin(.windows1252, "áéíóúýþæöð", prior: 5),
        latin(.windows1252, "äöüõ", prior: 5),
        // Polish, Czech, Slovak, Hungarian, Romanian, Croatian.
        latin(.windows1250, "ąćęłńóśźż"), latin(.windows1250, "áčďéěíňóřšťúůýž"),
        latin(.windows1250, "áäčďéíĺľňóôŕšťúýž"), latin(.windows1250, "áéíóöőúüű"),
        latin(.windows1250, "ăâîşţ"), latin(.windows1250, "čćđšž"),
        latin(.windows1254, "çğıöşüİ"),
        // Russian and Ukrainian.
        alphabet(.windows1251, "оеаинтсрвлкм", 0x400...0x45f, prior: 5),
        alphabet(.windows1251, "оанівитерслк", 0x400...0x491, prior: 5),
        alphabet(.windows1253, "αοιετσνηυρπκά", 0x384...0x3ce),
        alphabet(.windows1255, "יוהלאתרמשבנ", 0x5b0...0x5ea),
        alphabet(.windows1256, "اليمنوترهبعد", 0x621...0x652),
        alphabet(.windows874, "นรากเองยลวทตมส่้ีั", 0xe01...0xe5b),
        WrittenLanguage(page: .shiftJIS, model: .characters),
        WrittenLanguage(page: .eucJP, model: .characters),
        WrittenLanguage(page: .gbk, model: .characters),
        WrittenLanguage(page: .big5, model: .characters),
        WrittenLanguage(page: .eucKR, model: .characters),
    ]

    /// The number of bits of the stretches of a text in this language; it stops above `most`.
    func bits(of text: [UInt8], _ places: [Range<Int>], atMost most: Double) -> Double {
        var bits = prior
        let table = page.table
        for place in places {
            if bits >= most { break }
            switch model {
            case .characters: bits += pairBits(text, place, table)
            default: bits += wordBits(text[place].map { WrittenLanguage.scalar($0, table) })
            }
        }
        return bits
    }

    private static func scalar(_ byte: UInt8, _ table: CodeTable) -> Unicode.Scalar? {
        if byte < 0x80 { return Unicode.Scalar(byte) }
        let code = table.single(byte)
        return code == 0 ? nil : Unicode.Scalar(UInt32(code))
    }

    // MARK: One byte for each character

    /// The bits of a stretch without blanks; nil is a byte without a character.
    private func wordBits(_ word: [Unicode.Scalar?]) -> Double {
        var bits = 0.0
        for (index, scalar) in word.enumerated() {
            guard let scalar else {
                bits += 20
                continue
            }
            if scalar.value < 0x80 { continue }
            let before = index > 0 ? word[index - 1] : nil
            let behind = index + 1 < word.count ? word[index + 1] : nil
            bits += isUsual(scalar, before: behind) ? 7 : letterBits(scalar)
            // No word changes from a small letter to a capital.
            if scalar.properties.isUppercase, before?.properties.isLowercase == true { bits += 6 }
            guard case .alphabet = model, scalar.properties.isAlphabetic else { continue }
            if [before, behind].contains(where: { $0.map(WrittenLanguage.isLatin) ?? false }) {
                bits += 10
            }
        }
        if case .latin = model { bits += crowdBits(word) }
        return bits
    }

    /// Whether a letter is usual only before another: `cœur`, `opções`.
    ///
    /// Alone their bytes are the more usual letters ś and ő of other languages.
    private func isUsual(_ scalar: Unicode.Scalar, before behind: Unicode.Scalar?) -> Bool {
        guard page == .windows1252 else { return false }
        return scalar == "œ" && behind == "u" || scalar == "õ" && behind == "e"
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 && scalar.properties.isAlphabetic
    }

    private func letterBits(_ scalar: Unicode.Scalar) -> Double {
        guard scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
        else { return WrittenLanguage.signBits(scalar) }
        switch model {
        case .latin(let letters):
            // One letter in twenty has an accent.
            return letters.contains(scalar) ? 4 + log2(Double(letters.count) / 2) : 14
        case .alphabet(let common, let all):
            if common.contains(scalar) { return log2(Double(common.count) / 0.7) }
            return all.contains(scalar.value) ? log2(Double(all.count) / 0.25) : 14
        case .characters: return 14
        }
    }

    /// The bits of what is no letter; they are the same in all languages.
    private static func signBits(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "\u{a0}", "°", "²", "–", "’", "€", "µ", "·": 8
        case "³", "£", "—", "‘", "“", "”", "„", "…", "«", "»", "½", "¼", "±", "×", "®", "©", "¹",
            "º", "ª", "§", "№":
            11
        default: 16
        }
    }

    /// What a word costs in which most letters have accents: Latin languages have none of more than
    /// three letters.
    private func crowdBits(_ word: [Unicode.Scalar?]) -> Double {
        var bits = 0.0
        var letters = 0
        var accents = 0
        for scalar in word + [nil] {
            if let scalar, scalar.properties.isAlphabetic {
                letters += 1
                if scalar.value >= 0x80 { accents += 1 }
                continue
            }
            if accents >= 3, accents * 3 > letters * 2 { bits += 4 * Double(accents) }
            letters = 0
            accents = 0
        }
        return bits
    }

    // MARK: Two bytes for each character

    /// The pairs of characters in words that headers of health records often have.
    private static let usualPairs: [CodePage: Set<UInt32>] = {
        func pairs(_ words: String) -> Set<UInt32> {
            var pairs: Set<UInt32> = []
            for word in words.split(separator: " ") {
                let scalars = Array(word.unicodeScalars)
                for (a, b) in zip(scalars, scalars.dropFirst()) {
                    pairs.insert(a.value << 16 | b.value)
                }
            }
            return pairs
        }
        let japanese = pairs("日付 日時 時刻 時間 測定 計測 記録 体重 血圧 最高 最低 脈拍 心拍 歩数 体温 体脂肪 睡眠 血糖")
        return [
            .shiftJIS: japanese, .eucJP: japanese,
            .gbk: pairs("日期 时间 测量 体重 血压 高压 低压 收缩 舒张 心率 脉搏 步数 体温 体脂 睡眠 血糖"),
            .big5: pairs("日期 時間 測量 體重 血壓 高壓 低壓 收縮 舒張 心率 脈搏 步數 體溫 體脂 睡眠 血糖"),
            .eucKR: pairs("날짜 시간 일시 측정 체중 혈압 수축 이완 맥박 심박 걸음 체온 체지방 수면 혈당"),
        ]
    }()

    private func pairBits(_ text: [UInt8], _ place: Range<Int>, _ table: CodeTable) -> Double {
        let usual = WrittenLanguage.usualPairs[page] ?? []
        var bits = 0.0
        var before: UInt32 = 0
        var index = place.lowerBound
        while index < place.upperBound {
            let byte = text[index]
            index += 1
            guard byte >= 0x80, table.single(byte) == 0 else {
                if byte >= 0x80 { bits += page == .shiftJIS ? 14 : 8 }
                before = 0
                continue
            }
            guard index < text.count, table.pair(byte, text[index]) != 0 else {
                bits += 24
                before = 0
                continue
            }
            let code = table.pair(byte, text[index])
            // The second character of a known word is hardly a surprise.
            bits +=
                usual.contains(before << 16 | UInt32(code))
                ? 4 : pairBits(Int(byte), Int(text[index]), code)
            before = UInt32(code)
            index += 1
        }
        return bits
    }

    /// The bits of a character: the number of characters that are about as common, and how much of
    /// a text they are.
    private func pairBits(_ lead: Int, _ trail: Int, _ code: UInt16) -> Double {
        switch page {
        case .shiftJIS, .eucJP:
            switch code {
            case 0x3041...0x3096: return 8.4
            case 0x30a1...0x30fc: return 8.7
            case 0x3000...0x30ff, 0xff01...0xff5e: return 12.3
            default: break
            }
            let row =
                page == .eucJP
                ? lead - 0xa0
                : ((lead < 0xa0 ? lead - 0x81 : lead - 0xe0 + 31) * 2 + (trail < 0x9f ? 1 : 2))
            // The common 2,965 characters are in rows 16 to 47, the rare ones behind them.
            return (16...47).contains(row) ? 12.7 : (48...84).contains(row) ? 16.8 : 18
        case .gbk:
            if trail < 0xa1 { return 20 }
            switch lead {
            case 0xb0...0xd7: return 12
            case 0xa1, 0xa3: return 12.3
            case 0xd8...0xf7: return 16.6
            default: return 18
            }
        case .big5:
            switch lead {
            case 0xa4...0xc6: return 12.5
            case 0xa1...0xa3: return 13
            default: return 17
            }
        case .eucKR:
            if trail < 0xa1 { return 17 }
            switch lead {
            case 0xb0...0xc8: return 11.3
            case 0xa1...0xa3: return 12.5
            default: return 17
            }
        default: return 20
        }
    }
}
