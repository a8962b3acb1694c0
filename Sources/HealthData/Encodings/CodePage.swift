/// An encoding of text from the time before Unicode.
enum CodePage: Sendable, Hashable, CaseIterable {
    /// Latin-1 with additions; it comes first because it is assumed if the text shows nothing.
    case windows1252
    /// Central European.
    case windows1250
    /// Cyrillic.
    case windows1251
    /// Greek.
    case windows1253
    /// Turkish.
    case windows1254
    /// Hebrew.
    case windows1255
    /// Arabic.
    case windows1256
    /// Thai.
    case windows874
    /// Japanese.
    case shiftJIS
    /// Japanese, of Unix.
    case eucJP
    /// Simplified Chinese.
    case gbk
    /// Traditional Chinese.
    case big5
    /// Korean.
    case eucKR

    /// The common name.
    var name: String {
        switch self {
        case .windows1252: "Windows-1252 (Latin-1)"
        case .windows1250: "Windows-1250"
        case .windows1251: "Windows-1251"
        case .windows1253: "Windows-1253"
        case .windows1254: "Windows-1254"
        case .windows1255: "Windows-1255"
        case .windows1256: "Windows-1256"
        case .windows874: "Windows-874 (TIS-620)"
        case .shiftJIS: "Shift-JIS"
        case .eucJP: "EUC-JP"
        case .gbk: "GBK"
        case .big5: "Big5"
        case .eucKR: "EUC-KR"
        }
    }

    /// Its table, which is made when it is first needed.
    var table: CodeTable {
        switch self {
        case .windows1252: Tables.windows1252
        case .windows1250: Tables.windows1250
        case .windows1251: Tables.windows1251
        case .windows1253: Tables.windows1253
        case .windows1254: Tables.windows1254
        case .windows1255: Tables.windows1255
        case .windows1256: Tables.windows1256
        case .windows874: Tables.windows874
        case .shiftJIS: Tables.shiftJIS
        case .eucJP: Tables.eucJP
        case .gbk: Tables.gbk
        case .big5: Tables.big5
        case .eucKR: Tables.eucKR
        }
    }

    private enum Tables {
        static let windows1252 = CodeTable(.windows1252)
        static let windows1250 = CodeTable(.windows1250)
        static let windows1251 = CodeTable(.windows1251)
        static let windows1253 = CodeTable(.windows1253)
        static let windows1254 = CodeTable(.windows1254)
        static let windows1255 = CodeTable(.windows1255)
        static let windows1256 = CodeTable(.windows1256)
        static let windows874 = CodeTable(.windows874)
        static let shiftJIS = CodeTable(.shiftJIS)
        static let eucJP = CodeTable(.eucJP)
        static let gbk = CodeTable(.gbk)
        static let big5 = CodeTable(.big5)
        static let eucKR = CodeTable(.eucKR)
    }
}
