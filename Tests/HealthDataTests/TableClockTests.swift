import ChartCore
import Testing

@testable import HealthData

/// Which columns are the times of a table, and what their texts say.
@Suite("Times of tables")
struct TableClockTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private func read(
        _ text: String, _ metric: MetricID, in zone: ZoneRules = .utc
    ) throws -> (starts: [Double], values: [Double], file: FileReport) {
        let result = load(try files.write(text), in: zone)
        expectBalanced(result.report)
        let columns = result.records[metric]?.columns
        return (
            columns.map { Array($0.starts) } ?? [], columns.map { Array($0.values) } ?? [],
            result.report.files[0]
        )
    }

    @Test(
        "Dates in the order, the words and the zones of other programs",
        arguments: [
            "Mon Jan  5 08:06:00 GMT 2026", "Mon Jan 5 09:06:00 CET 2026",
            "Mon, 05 Jan 2026 03:06:00 EST", "2026. január 5. 8:06", "2026 Jan 5, 8:06 AM",
            "2026-Jan-05 08:06:00", "Mo., 5. Januar 2026, 08:06 Uhr", "5.1.2026 klo 8.06",
            "5 Jan 2026 08.06", "5. ledna 2026 8:06", "lundi 5 janvier 2026 à 08:06",
            "lunedì 5 gennaio 2026 alle ore 8:06", "понедельник, 5 января 2026 г., 08:06",
            "maandag 5 januari 2026 08:06", "5 जनवरी 2026 8:06 पूर्वाह्न",
            "segunda-feira, 5 de janeiro de 2026 08:06", "5 січ 2026 08:06",
        ])
    func otherForms(date: String) throws {
        let found = try read("date;pulse\n\(date);61\n\(date);62\n", .heartRate)
        #expect(found.values == [61, 62])
        #expect(found.starts == [utc(2026, 1, 5, 8, 6), utc(2026, 1, 5, 8, 6)])
    }

    @Test("A date that cannot be read is refused, and is no name")
    func unknownForms() throws {
        let result = load(
            try files.write("date;steps\n5 Xyzuary 2026 8:05;61\n6 Xyzuary 2026 9:05;64\n"))
        #expect(result.records.isEmpty)
        #expect(result.report.files[0].failure?.problem.contains("5 Xyzuary 2026 8:05") == true)
    }

    @Test("Whole numbers of eight digits and more are no readings")
    func codes() throws {
        let found = try read(
            "reading,user,at,heart rate\n12345678901,10000007,2026-01-05 08:00,61\n"
                + "12345678902,10000007,2026-01-05 09:00,62\n", .heartRate)
        #expect(found.values == [61, 62])
        #expect(found.file.notes.count { $0.text.contains("only numbers the rows") } == 2)
    }

    @Test("What only numbers the rows is not said to be passed over if it is what is shown")
    func shownCodes() throws {
        let result = load(
            try files.write("at,code\n2026-01-05 08:00,12345678\n2026-01-05 09:00,12345679\n"))
        #expect(result.records.samples.map(\.columns.count) == [2])
        #expect(result.report.files[0].notes.allSatisfy { !$0.text.contains("passed over") })
    }

    // MARK: Numbers that are no times

    @Test(
        "A column that numbers the rows is not the time, however like Unix times its numbers are",
        arguments: [
            "Record ID,Taken,Heart rate\n1400000001,\"Oct 6, 2014, 4:05:20 PM\",61\n"
                + "1400000002,\"Oct 7, 2014, 4:05:20 PM\",62\n14000000030,\"Oct 8, 2014, 4:05:20 PM\",63\n",
            "sid,start,heart rate\n1500000001,1412611520000,61\n1500000002,1412697920000,62\n"
                + "1500000003,1412784320000,63\n",
            "ticket,moment,heart rate\n1450000000,06.10.2014 16:05:20,61\n"
                + "1398765432,07.10.2014 16:05:20,62\n1412345678,08.10.2014 16:05:20,63\n",
            "timestamp,moment,heart rate\n3900000001,2014-10-06T16:05:20Z,61\n"
                + "3900000002,2014-10-07T16:05:20Z,62\n3900000003,2014-10-08T16:05:20Z,63\n",
            "Nr;Zeitpunkt;Puls\n201400001;06.10.2014 16:05:20;61\n201400002;07.10.2014 16:05:20;62\n"
                + "201400003;08.10.2014 16:05:20;63\n",
        ])
    func identifiers(text: String) throws {
        let found = try read(text, .heartRate)
        let first = utc(2014, 10, 6, 16, 5) + 20
        #expect(found.starts == [first, first + 86_400, first + 172_800])
        #expect(found.values == [61, 62, 63])
    }

    @Test("The column that numbers the rows is no metric")
    func noMetric() throws {
        let result = load(
            try files.write("id,date,steps\n7,2026-01-05,100\n8,2026-01-06,200\n9,2026-01-07,300\n")
        )
        #expect(result.records.metrics.map(\.id) == [.steps])
    }

    @Test("A number that is named as a time and agrees with the date has the time of day")
    func moreExact() throws {
        let found = try read(
            "date,timestamp,heart rate\n2024-03-01,1709278200000,61\n2024-03-02,1709366400000,62\n",
            .heartRate)
        #expect(found.starts == [utc(2024, 3, 1, 7, 30), utc(2024, 3, 2, 8)])
    }

    @Test("Unix times in seconds, with and without a header")
    func unixTimes() throws {
        let headed = try read(
            "time,heart rate\n1709278200,61\n1709278260,62\n1709278100,63\n", .heartRate)
        #expect(headed.starts == [1_709_278_100, 1_709_278_200, 1_709_278_260])
        let bare = try read("1709278200;61.5\n1709278201;62.5\n1709278202;63.5\n", .column("value"))
        #expect(bare.starts == [1_709_278_200, 1_709_278_201, 1_709_278_202])
    }

    // MARK: Texts

    /// 2024-02-27 21:05 in many ways.
    @Test(
        "Dates and times in the words, digits and blanks of other languages",
        arguments: [
            "2024-02-27 9:05\u{202f}PM", "2024-02-27 21:05\u{a0}",
            "\u{200e}2024-02-27\u{2009}21:05",
            "27/02/2024 9:05 p.\u{a0}m.", "27/02/2024 9:05 p. m.", "27.2.2024 21.05",
            "2024/02/27 午後9:05", "2024年2月27日 21時05分", "2024年2月27日(火)午後9時5分",
            "令和6年2月27日 21:05", "R6/2/27 21:05", "R06.02.27 21:05", "２０２４／２／２７　２１：０５",
            "2024/2/27 下午9:05", "2024年2月27日下午9:05", "民國113年2月27日 晚上9:05",
            "2024. 2. 27. 오후 9:05", "2024년 2월 27일 오후 9시 5분",
            "٢٧/٠٢/٢٠٢٤ ٩:٠٥ م", "27/02/2024 9:05 μ.μ.", "27/02/2024, 9:05 अपराह्न",
            "27 février 2024 à 21:05", "27 févr. 2024 21h05", "27. Februar 2024, 21:05 Uhr",
            "27 de febrero de 2024, 9:05 p. m.", "27 lutego 2024 21:05",
            "27 февраля 2024 г. в 21:05",
            "Feb 27, 2024, 9:05\u{202f}PM", "27 Şub 2024 21:05", "27 ก.พ. 2567 21:05",
            "Tuesday, 27 February 2024 21:05", "2024-02-27T21:05:00+00:00:00",
            "2024-02-27T16:08:58-04:56:02",
        ])
    func texts(cell: String) throws {
        let found = try read(
            "date;heart rate\n\(cell);61\n", .heartRate)
        #expect(found.starts == [utc(2024, 2, 27, 21, 5)])
        #expect(found.file.refused == 0)
    }

    @Test("Noon and midnight in clocks of twelve hours")
    func noon() throws {
        let clocks = [
            ("12:10 a. m.", 600.0), ("12:10 p. m.", 43_800), ("午前0:10", 600), ("午後0:10", 43_800),
            ("午前12:10", 600), ("上午 7:30", 27_000), ("7:30 ص", 27_000), ("오전 12:10", 600),
            ("11:59 π.μ.", 43_140),
        ]
        for (clock, seconds) in clocks {
            let found = try read("date;time;weight (kg)\n2024-02-27;\(clock);70.5\n", .weight)
            #expect(found.starts == [utc(2024, 2, 27) + seconds], "\(clock)")
        }
    }

    @Test("A row whose time of day cannot be read is not a reading at midnight")
    func unreadableTimes() throws {
        let some = try read(
            "date;time;weight (kg)\n2024-02-27;7:30;70.5\n2024-02-28;half past 7;70.6\n", .weight)
        #expect(some.values == [70.5])
        #expect(some.file.refusals.map(\.reason) == ["its time of day cannot be read"])
        let all = try read(
            "date;time;weight (kg)\n2024-02-27;7½ quarter;70.5\n2024-02-28;8½ quarter;70.6\n",
            .weight)
        #expect(all.values == [70.5, 70.6])
        #expect(all.file.notes.contains { $0.text.contains("7½ quarter") })
    }

    // MARK: Years

    @Test("Years of the Buddhist calendar, with its leap days, are noted")
    func buddhist() throws {
        for (first, second) in [
            ("2567-02-29 07:30:00", "2567-03-01 07:30:00"),
            ("29/02/2567 07:30", "01/03/2567 07:30"),
            ("25670229073000", "25670301073000"), ("29 Feb 2567 07:30", "1 Mar 2567 07:30"),
        ] {
            let found = try read(
                "date,weight (kg)\n\(first),70.5\n\(second),70.25\n", .weight)
            #expect(found.starts == [utc(2024, 2, 29, 7, 30), utc(2024, 3, 1, 7, 30)], "\(first)")
            #expect(found.file.notes.contains { $0.text.contains("Buddhist") })
        }
        let short = try read("วันที่,น้ำหนัก (กก.)\n29/02/67,70.5\n13/03/67,70.25\n", .weight)
        #expect(short.starts == [utc(2024, 2, 29), utc(2024, 3, 13)])
    }

    @Test("A single year from 2400 on is a mistake, not another calendar")
    func notBuddhist() throws {
        let found = try read(
            "date,weight (kg)\n2024-02-29,70.5\n2624-03-01,70.2\n2024-03-02,70.1\n", .weight)
        #expect(found.values == [70.5, 70.1])
        #expect(found.file.refused == 1)
    }

    // MARK: The doubled hour

    /// The end of summer time in Berlin in 2025.
    private static let change = 1_761_440_400.0

    /// Readings at equal intervals around the end of summer time, in local time and from the
    /// oldest.
    private func around(every step: Double, hours: Double) -> [(instant: Double, local: Double)] {
        stride(
            from: TableClockTests.change - hours * 3600, to: TableClockTests.change + hours * 3600,
            by: step
        ).map { ($0, $0 + ($0 < TableClockTests.change ? 7200 : 3600)) }
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A local time of 2025-10-24 to 28.
    private func text(_ local: Double, isPlain: Bool) -> String {
        let seconds = Int(local) - 1_761_264_000
        let day = 24 + Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - (day - 24) * 86_400
        let clock = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
        return isPlain ? "2025-10-\(two(day)) \(clock)" : "\(two(day)).10.2025 \(clock)"
    }

    @Test(
        "The order of the rows distinguishes the first hour from the second",
        arguments: [300.0, 600, 1800, 3600], [true, false])
    func doubledHour(step: Double, isDescending: Bool) throws {
        let berlin = try zone("Europe/Berlin")
        var readings = around(every: step, hours: 30)
        if isDescending { readings.reverse() }
        for isPlain in [true, false] {
            var text = "time;heart rate\n"
            for (index, reading) in readings.enumerated() {
                text += "\(self.text(reading.local, isPlain: isPlain));\(50 + index % 90)\n"
            }
            let path = try files.write(text)
            for blockSize in [1 << 19, 300, 100] {
                var options = ImportOptions(zone: berlin, workers: blockSize > 1000 ? 1 : 3)
                options.blockSize = blockSize
                if blockSize < 1000 { options.windowSize = 128 }
                let result = Importer(files: [path], options: options).run()
                let starts = Array(try #require(result.records[.heartRate]).columns.starts)
                #expect(starts == readings.map(\.instant).sorted(), "blocks of \(blockSize)")
            }
        }
    }

    @Test("A single reading in the doubled hour is in the first one, and days are whole")
    func single() throws {
        let berlin = try zone("Europe/Berlin")
        let one = try read(
            "time,heart rate\n2025-10-25 08:00,60\n2025-10-26 02:30,61\n2025-10-26 09:00,62\n",
            .heartRate, in: berlin)
        #expect(one.starts[1] == TableClockTests.change - 1800)
        let span = try read(
            "start,end,steps\n2025-10-26 02:45,2025-10-26 02:15,61\n", .steps, in: berlin)
        #expect(span.starts == [TableClockTests.change - 900] && span.file.refused == 0)
    }
}
