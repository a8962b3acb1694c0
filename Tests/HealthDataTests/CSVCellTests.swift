import HealthData
import Testing

@Suite("A formula for a spreadsheet is text in a table")
struct CSVCellTests {
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("=cmd|x!A1", "'=cmd|x!A1"), ("@SUM(A1)", "'@SUM(A1)"),
        ("+1+1", "'+1+1"), ("-2+3", "'-2+3"), ("\t=1", "'\t=1"), ("\r=1", "'\\x0d=1"),
        ("\"=1\"", "\"'\"\"=1\"\"\""), ("'=1", "''=1"), (" =1", "' =1"), ("=a,b", "\"'=a,b\""),
        ("-", "'-"), ("+", "'+"), ("-1.5.2", "'-1.5.2"), ("-1e", "'-1e"), ("+49 30", "'+49 30"),
        ("\u{FF1D}1", "'\u{FF1D}1"), ("-\u{1B}", "'-\\x1b"),
    ])
    func itIsGuarded(_ text: String, _ cell: String) { #expect(CSVCell.text(text) == cell) }

    @Test(arguments: [
        ("", ""), ("a", "a"), ("-1.5", "-1.5"), ("+3", "+3"), ("-1,5", "\"-1,5\""),
        ("-1e-07", "-1e-07"), ("-.5", "-.5"), ("a=b", "a=b"), ("a,b", "\"a,b\""),
        ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("1-2", "1-2"), ("'a", "'a"),
        ("2026-01-02", "2026-01-02"), ("体重 @ home", "体重 @ home"),
    ])
    func theRestStaysAsItIs(_ text: String, _ cell: String) { #expect(CSVCell.text(text) == cell) }
}
