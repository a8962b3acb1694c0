import ChartCore
import HealthData
import Testing

/// Expects that both imports agree in everything: samples, sources, labels, workouts, counts,
/// refusals, notes.
func expectSame(
    _ a: ImportResult, _ b: ImportResult, _ comment: @autoclosure () -> Comment,
    _ location: SourceLocation = #_sourceLocation
) {
    let difference = ResultInvariants.difference(between: a, and: b)
    #expect(difference == nil, comment(), sourceLocation: location)
}

/// A table with many usual and many unusual cells.
struct RandomTable {
    private static let dates = [
        "2024-02-29", "2026-03-29", "2026-10-25", "2026-02-30", "1899-12-31", "2100-12-31",
        "2101-01-01", "0000-01-01", "2026-13-01", "2026-1-05", "x026-01-05",
    ]
    private static let times = [
        "T08:15:30Z", "T23:59:59Z", " 02:30:00", "t00:00:00z", "T24:00:00Z", "T23:59:60Z",
        "T08:15", "T08:15:30.25Z", "T08:15:30+01:00", "T08:15:3aZ", "T08;15:30Z", "", "T25:00:00Z",
        "T08:60:00Z", "T08:15:61Z", "\tT08:15:30Z", "T08:15:30 Z",
    ]
    private static let numbers = [
        "72.5", "-72.5", "0", "-0", "-0.0", ".5", "5.", ".", "-", "+3", "1e3", "2E-2", "1e999",
        "12345678", "1234567.1", "1234567.12345678", "12345678.1234567", "0.00000001",
        "9007199254740993", "123456789012345678901234567890", "1234567.1234567", "NaN", "inf", "",
        " 7.25", "7.25 ", "7,25", "1 234", "72 kg", "7x", "00012.500", "0.1", "0.30000000000000004",
    ]

    var random: SplitMix64

    /// One row, which is plain nine times in ten.
    mutating func row(_ index: Int) -> String {
        let second = index * 37
        let day = "2026-01-\(two(1 + second / 86_400 % 28))"
        let clock =
            "T\(two(second / 3600 % 24)):\(two(second / 60 % 60)):\(two(second % 60))Z"
        var date = day
        var time = clock
        var number = "\(Int.random(in: -9999...9999, using: &random)).\(random.next() % 10_000)"
        if chance(10) { date = pick(RandomTable.dates) }
        if chance(10) { time = pick(RandomTable.times) }
        if chance(5) { number = pick(RandomTable.numbers) }
        return "\(date)\(time),\(number)"
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// True once in the given number of times, on average.
    mutating func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

    mutating func pick(_ list: [String]) -> String { list.randomElement(using: &random) ?? "" }

    /// A row with one byte changed, inserted or removed.
    mutating func mutated(_ row: String) -> [UInt8] {
        var bytes = Array(row.utf8)
        let alphabet = Array("0123456789-:.,TZ +eE\"\r#\u{0}\u{7f}\t;/".utf8)
        let byte = alphabet.randomElement(using: &random) ?? 0
        let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where !bytes.isEmpty: bytes[place] = byte
        case 1 where !bytes.isEmpty: bytes.remove(at: place)
        default: bytes.insert(byte, at: min(place, bytes.count))
        }
        return bytes
    }
}
