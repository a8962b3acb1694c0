import ChartCore
import Foundation
import HealthData
import Testing

@Suite("Electrocardiograms of Apple Health exports")
struct AppleECGTests {
    /// The lines before the voltages of an English export.
    private static let english = """
        Name,Jo Quimby
        Date of Birth,"Jan 1, 1980"
        Recorded Date,2026-03-02 14:33:22 +0100
        Classification,Sinus Rhythm
        Symptoms,
        Software Version,1.90
        Device,"Watch6,2"
        Sample Rate,512 hertz


        Lead,Lead I
        Unit,µV


        """

    /// The same in Chinese, with an invalid rate.
    private static let chinese = """
        姓名,"样本"
        出生日期,1980年1月1日
        记录日期,2026-03-02 14:33:22 +0100
        分类,窦性心律
        症状,
        软件版本,1.90
        设备,"Watch6,2"
        采样速率,2赫兹


        导联,导联 I
        单位,µV


        """

    private let start = utc(2026, 3, 2, 13, 33) + 22

    private func values(_ result: ImportResult) -> [Double] {
        result.records[.electrocardiogram].map { Array($0.columns.values) } ?? []
    }

    /// Expects that neither name nor birth date is anywhere in the results of an import.
    private func expectNobody(
        _ result: ImportResult, _ location: SourceLocation = #_sourceLocation
    ) {
        var said = result.records.sources.map(\.name) + result.records.metrics.map(\.title)
        said += result.records.samples.flatMap(\.labels)
        for file in result.report.files {
            said += file.notes.map(\.text) + file.refusals.map(\.reason)
            said += file.evidence.map(\.reason) + file.members.compactMap(\.failure)
            said += file.members.flatMap { $0.evidence.map(\.reason) }
            if let failure = file.failure { said += [failure.problem, failure.remedy] }
        }
        for word in ["Quimby", "1980", "样本", "Muster"] {
            #expect(!said.contains { $0.contains(word) }, "\(word)", sourceLocation: location)
        }
    }

    @Test("Voltages at 512 a second from the time of the recording on")
    func english() throws {
        let files = try TestFiles()
        let count = 15_360
        var random = SplitMix64(seed: 4)
        let numbers = (0..<count).map { _ in Int.random(in: -900_000...900_000, using: &random) }
        let text = numbers.map { number in
            let digits = String(abs(number) % 1000)
            let fraction = String(repeating: "0", count: 3 - digits.count) + digits
            return (number < 0 ? "-" : "") + "\(abs(number) / 1000).\(fraction)\n"
        }.joined()
        let zip = try files.zip(
            [
                (
                    "apple_health_export/electrocardiograms/ecg_2026-03-02.csv",
                    Self.english + text
                )
            ], "export.zip")
        let result = load(zip)
        let columns = try #require(result.records[.electrocardiogram]).columns
        #expect(columns.count == count)
        #expect(columns.areInstants && columns.isStrictlyRising)
        #expect(columns.values.elementsEqual(numbers.map { Double($0) / 1000 }))
        #expect(columns.starts[0] == start && columns.starts[512] == start + 1)
        #expect(columns.starts[count - 1] == start + Double(count - 1) / 512)
        #expect(result.records.sources.map(\.name) == ["Watch6,2"])
        #expect(result.records.sources.map(\.kind) == [.watch])
        let file = result.report.files[0]
        #expect(file.format == "apple-ecg.zip" && file.notes.isEmpty)
        #expect([file.read, file.used] == [count, count] as [Int])
        expectBalanced(result.report)
        expectNobody(result)
    }

    @Test("Keys, numbers and units of other languages")
    func languages() throws {
        let files = try TestFiles()
        let chinese = load(
            try files.write(Self.chinese + "1.5\n-2.25\n", "ecg_2026-03-02_1.csv"))
        #expect(values(chinese) == [1.5, -2.25])
        #expect(chinese.records[.electrocardiogram]?.columns.starts == [start, start + 1.0 / 512])
        #expect(chinese.report.files[0].notes.contains { $0.text.contains("512 a second") })
        expectNobody(chinese)

        let german =
            "Name,\"Jo Muster\"\nGeburtsdatum,01.01.1980\nAufgezeichnet,2026-03-02 14:33:22 +0100\n"
            + "Klassifizierung,Sinusrhythmus\nSymptome,\"Schwindel, Herzklopfen\"\n"
            + "Messrate,\"500,0 Hertz\"\n\n\nAbleitung,Ableitung I\nEinheit,mV\n\n"
            + "\"-0,125\"\n0,5\n1,25\n\"0,001\"\n"
        // Whatever the file name.
        for name in ["ecg_2026-03-02.csv", "ECG_2026-03-02_12.csv", "herz.txt"] {
            let result = load(try files.write(german, name))
            #expect(values(result) == [-125, 500, 1250, 1])
            #expect(
                result.records[.electrocardiogram]?.columns.starts
                    == [start, start + 0.002, start + 0.004, start + 0.006])
            #expect(result.report.files[0].notes.isEmpty)
            #expect(result.records.sources.map(\.isFile) == [true])
            expectNobody(result)
        }

        // Thousands separators, line ends of Windows, a byte-order mark of UTF-8.
        let grouped = load(
            try files.write(
                "\u{feff}" + (Self.english + "\"1,012.345\"\n-3.5\n").replacing("\n", with: "\r\n"),
                "ecg_2026-03-02.csv"))
        #expect(values(grouped) == [1012.345, -3.5])
        expectNobody(grouped)
    }

    @Test("Hertz in further languages", arguments: ["512 herců", "512 Herca", "512 херца"])
    func hertz(rate: String) throws {
        let files = try TestFiles()
        let text = Self.english.replacing("512 hertz", with: rate).replacing("512", with: "500")
        let result = load(try files.write(text + "1.5\n2.5\n", "ecg_2026-03-02.csv"))
        #expect(result.records[.electrocardiogram]?.columns.starts == [start, start + 0.002])
        #expect(result.report.files[0].notes.isEmpty)
        expectNobody(result)
    }

    @Test("An export keeps its format, however many voltages its recordings have")
    func besideRecords() throws {
        let files = try TestFiles()
        let voltages = String(repeating: "1.5\n", count: 100)
        let path = try files.zip(
            [
                (
                    "apple_health_export/electrocardiograms/ecg_2026-03-02.csv",
                    Self.english + voltages
                ),
                (
                    "apple_health_export/export.xml",
                    export(
                        record("StepCount", "count", "100", "2026-03-02 10:00:00 +0100")
                            + record("StepCount", "count", "50", "2026-03-02 11:00:00 +0100"))
                ),
            ], "export.zip")
        let result = load(path)
        #expect(result.report.files[0].format == "apple-health.zip")
        #expect(result.report.files[0].read == 102)
        expectBalanced(result.report)
    }

    @Test("A file truncated anywhere gives the voltages before the end, and no name")
    func cut() throws {
        let files = try TestFiles()
        let numbers = (0..<40).map { "\($0 * 3 - 60).25\n" }.joined()
        let bytes = Array((Self.english + numbers).utf8)
        let header = Self.english.utf8.count
        let expected = (0..<40).map { index -> Double in
            let whole = Double(index * 3 - 60)
            return whole < 0 ? whole - 0.25 : whole + 0.25
        }
        for count in stride(from: 3, to: bytes.count, by: 7) {
            let result = load(try files.write(Array(bytes[..<count]), "ecg_2026-03-02.csv"))
            expectBalanced(result.report)
            expectNobody(result)
            let found = values(result)
            if count <= header {
                #expect(found.isEmpty)
                #expect(result.report.files[0].failure != nil, "\(count)")
            } else if found.count > 1 {
                // Only the last one may lack digits.
                #expect(expected.starts(with: found.dropLast()))
            }
        }
    }

    @Test("Lines without a voltage leave a gap, and a recording without a time is refused")
    func broken() throws {
        let files = try TestFiles()
        let result = load(
            try files.write(Self.english + "1.5\nnoise\nNaN\n\n4.5\n-", "ecg_2026-03-02.csv"))
        #expect(values(result) == [1.5, 4.5])
        #expect(
            result.records[.electrocardiogram]?.columns.starts
                == [start, start + 3.0 / 512])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [5, 2, 3] as [Int])
        #expect(file.refusals.first?.place == "line 15")
        expectBalanced(result.report)

        let timeless = Self.english.replacing(
            "Recorded Date,2026-03-02 14:33:22 +0100", with: "Recorded Date,yesterday")
        let refused = load(try files.write(timeless + "1.5\n2.5\n", "ecg_2026-03-02.csv"))
        #expect(refused.report.files[0].failure?.problem.contains("time") == true)
        #expect(refused.records.isEmpty)
        expectNobody(refused)
    }

    @Test("Tables with dates and units are not mistaken for one")
    func others() throws {
        let files = try TestFiles()
        let table = "date,weight (kg)\n2026-01-05 08:00,72.5\n2026-01-06 08:00,72.1\n"
        for name in ["weights.csv", "ecg_weights.csv"] {
            let result = load(try files.write(table, name))
            #expect(result.report.files[0].format == "csv")
            #expect(result.records[.weight]?.columns.values == [72.5, 72.1])
        }
    }
}
