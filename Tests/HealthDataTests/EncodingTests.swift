import ChartCore
import Foundation
import Streams
import Testing

@testable import HealthData

/// Text in encodings older than Unicode.
@Suite("Encodings")
struct EncodingTests {
    /// Texts in code pages, with their bytes as another program (Python's codecs) writes them.
    private static let texts: [(text: String, page: CodePage, hex: String)] = [
        ("Datum;Größe;Übung", .windows1252, "446174756d3b4772f6df653bdc62756e67"),
        (
            "Date;Fréquence cœur;Température", .windows1252,
            "446174653b4672e97175656e636520639c75723b54656d70e9726174757265"
        ),
        ("Fecha;Presión;Año", .windows1252, "46656368613b5072657369f36e3b41f16f"),
        ("Data;Ciśnienie;Tętno", .windows1250, "446174613b43699c6e69656e69653b54ea746e6f"),
        ("Datum;Tělesný tuk;Výška", .windows1250, "446174756d3b54ec6c65736efd2074756b3b56fd9a6b61"),
        (
            "Dátum;Vérnyomás;Testsúly őrző", .windows1250,
            "44e174756d3b56e9726e796f6de1733b5465737473fa6c7920f5727af5"
        ),
        ("Дата;Вес", .windows1251, "c4e0f2e03bc2e5f1"),
        (
            "Дата;Систолическое;Пульс", .windows1251,
            "c4e0f2e03bd1e8f1f2eeebe8f7e5f1eaeee53bcff3ebfcf1"
        ),
        ("Дата;Вага;Тиск верхній", .windows1251, "c4e0f2e03bc2e0e3e03bd2e8f1ea20e2e5f0f5edb3e9"),
        ("Ημερομηνία;Βάρος", .windows1253, "c7ece5f1efece7eddfe13bc2dcf1eff2"),
        ("Tarih;Ağırlık;Nabız", .windows1254, "54617269683b41f0fd726cfd6b3b4e6162fd7a"),
        ("תאריך;משקל", .windows1255, "fae0f8e9ea3beef9f7ec"),
        ("التاريخ;الوزن", .windows1256, "c7e1cac7d1edce3bc7e1e6d2e4"),
        ("วันที่;น้ำหนัก", .windows874, "c7d1b9b7d5e83bb9e9d3cbb9d1a1"),
        ("日付,体重,メモ", .shiftJIS, "93fa95742c91cc8f642c83818382"),
        ("測定日,最高血圧,最低血圧", .shiftJIS, "91aa92e893fa2c8dc58d828c8c88b32c8dc592e18c8c88b3"),
        ("日付,体重,夕食のあと", .eucJP, "c6fcc9d52cc2cebdc52ccdbcbfa9a4cea4a2a4c8"),
        ("日付,歩数", .eucJP, "c6fcc9d52ccae2bff4"),
        ("日付,脈拍", .shiftJIS, "93fa95742c96ac948f"),
        ("时间,步数", .gbk, "cab1bce42cb2bdcafd"),
        ("日期,步數", .big5, "a4e9b4c12ca842bcc6"),
        ("日期,体重", .gbk, "c8d5c6da2ccce5d6d8"),
        ("日期,收缩压,舒张压,心率", .gbk, "c8d5c6da2ccad5cbf5d1b92ccae6d5c5d1b92cd0c4c2ca"),
        ("日期,體重", .big5, "a4e9b4c12cc5e9adab"),
        ("日期,收縮壓,舒張壓", .big5, "a4e9b4c12ca6acc159c0a32cb5ceb169c0a3"),
        ("날짜,체중", .eucKR, "b3afc2a52cc3bcc1df"),
        ("날짜,수축기,이완기,심박수", .eucKR, "b3afc2a52cbcf6c3e0b1e22cc0ccbfcfb1e22cbdc9b9dabcf6"),
    ]

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { Int($0 < 0x3a ? $0 - 0x30 : $0 - 0x57) }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }

    private static func decoded(_ bytes: [UInt8], _ page: CodePage) -> String {
        var decoder = CodePageDecoder(page)
        var text: [UInt8] = []
        // In pieces, whose borders fall into characters.
        for start in stride(from: 0, to: bytes.count, by: 3) {
            decoder.convert(bytes[start..<min(start + 3, bytes.count)], into: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test("A header alone shows its encoding", arguments: texts)
    func recognised(text: String, page: CodePage, hex: String) {
        let bytes = EncodingTests.bytes(hex)
        #expect(TextEncoding(bytes + [0x0a], isWhole: true) == .codePage(page))
        #expect(EncodingTests.decoded(bytes, page) == text)
    }

    @Test(
        "Rare characters of each table",
        arguments: [
            ("①髙﨑纊", CodePage.shiftJIS, "8740eee0ed95ed40"), ("ｶﾅ", .shiftJIS, "b6c5"),
            ("髪薔", .eucJP, "c8b1e9ac"), ("镕喆囍€", .gbk, "e94686b487d680"),
            ("碁恒裏", .big5, "f9d6f9daf9d8"), ("똠펲쌰갂", .eucKR, "8c63bc849b588141"),
            ("€“”", .windows1252, "809394"), ("ŁĄ", .windows1250, "a3a5"),
            ("Ёё№", .windows1251, "a8b8b9"),
        ])
    func rare(text: String, page: CodePage, hex: String) {
        #expect(EncodingTests.decoded(EncodingTests.bytes(hex), page) == text)
    }

    @Test("Bytes that are no characters lose neither a line end nor a delimiter")
    func damaged() {
        #expect(EncodingTests.decoded([0x81, 0x0a, 0x41], .shiftJIS) == "\u{fffd}\nA")
        #expect(EncodingTests.decoded([0xff, 0x2c, 0x41], .gbk) == "\u{fffd},A")
    }

    @Test("A UTF-8 text with one bad byte stays UTF-8")
    func damagedUTF8() {
        let text = Array("Größe;Gewicht;Übung;für;Füße;Ärzte;öfter;Öl;süß".utf8)
        #expect(TextEncoding(text + [0xe4, 0x0a], isWhole: true) == .utf8(skip: 0))
    }

    @Test("A Japanese cuff's table in Shift-JIS: pressures, and times before and after noon")
    func japanese() throws {
        let files = try TestFiles()
        // 日付,時刻,最高血圧,最低血圧 / 午前7:30 / 午後9:05
        let header = "93fa95742c8e9e8d8f2c8dc58d828c8c88b32c8dc592e18c8c88b30d0a"
        let first = "323032342f322f32372c8cdf914f373a33302c3132382c38320d0a"
        let second = "323032342f322f32372c8cdf8ce3393a30352c3133352c38360d0a"
        let path = try files.write(
            EncodingTests.bytes(header + first + second), "bp.csv")
        let result = load(path)
        let columns = try #require(result.records[.bloodPressure]).columns
        #expect(columns.values == [128, 135] && columns.secondaryValues == [82, 86])
        #expect(
            columns.starts == [
                utc(2024, 2, 27) + 7.5 * 3600, utc(2024, 2, 27) + 21 * 3600 + 300,
            ])
        let reasons = result.report.files[0].evidence.map(\.reason)
        #expect(reasons.contains { $0.contains("Shift-JIS") }, "\(reasons)")
    }
}
