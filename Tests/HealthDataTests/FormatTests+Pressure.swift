import ChartCore
import HealthData
import Testing

/// Cuffs: more forms of their tables, and how those break.
extension TableFormatTests {
    private func diastolic(_ result: ImportResult) -> [Double] {
        result.records[.bloodPressure].map { Array($0.pairs.lower) } ?? []
    }

    @Test("Omron Connect through a spreadsheet: semicolons, twelve-hour clocks, single readings")
    func omronSpreadsheet() throws {
        let files = try TestFiles()
        let text = """
            Date;Time;Systolic (mmHg);Diastolic (mmHg);Pulse (bpm);Symptoms;Consumed;TruRead;Notes
            Mar 1 2025;7:05 am;131;86;71;-;-;1;-
            Mar 1 2025;7:06 am;127;82;69;-;-;2;-
            Mar 1 2025;12:07 am;125;81;68;-;-;3;"tired; late"

            """
        let result = load(try files.write(text, "omron.csv"))
        #expect(format(result) == "omron")
        // Twelve at night comes before seven in the morning.
        #expect(
            starts(result, .bloodPressure) == [
                utc(2025, 3, 1, 0, 7), utc(2025, 3, 1, 7, 5), utc(2025, 3, 1, 7, 6),
            ])
        #expect(values(result, .bloodPressure) == [125, 131, 127])
        #expect(diastolic(result) == [81, 86, 82])
        #expect(values(result, .heartRate) == [68, 71, 69])
        expectBalanced(result.report)
    }

    @Test("Omron Connect: failed measurements, impossible dates and a truncated row")
    func omronBroken() throws {
        let files = try TestFiles()
        let text = """
            Measurement Date,Time Zone,SYS(mmHg),DIA(mmHg),Pulse(bpm),Device,Irregular heartbeat detected,Body Movement,Cuff Wrap Guide,Measurement Mode
            2025/01/12 08:15,Asia/Tokyo,121,79,61,HEM-7600T,,,O,
            2025/01/12 21:05,Asia/Tokyo,126,-,64,HEM-7600T,,,O,
            2025/01/13 08:10,Asia/Tokyo,,,,HEM-7600T,,,,Error
            2025/13/01 08:10,Asia/Tokyo,121,79,61,HEM-7600T,,,O,
            2025/01/14 08:1
            """
        let result = load(try files.write(text, "omron.csv"), in: try zone("Asia/Tokyo"))
        #expect(format(result) == "omron")
        #expect(values(result, .bloodPressure) == [121] && diastolic(result) == [79])
        // Tokyo is nine hours ahead.
        #expect(
            starts(result, .heartRate) == [utc(2025, 1, 11, 23, 15), utc(2025, 1, 12, 12, 5)])
        #expect(values(result, .heartRate) == [61, 64])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [5, 2, 3] as [Int])
        #expect(file.refusals.map(\.place) == ["line 4", "line 5", "line 6"])
        #expect(file.refusals.map(\.count) == [1, 1, 1])
        expectBalanced(result.report)
    }

    @Test("Blood pressure monitor: notes over two lines, halves of readings, a cut row")
    func bloodPressureMonitorBroken() throws {
        let files = try TestFiles()
        let text = """
            timestampUnixMs,systolic,diastolic,pulse,color,notes,intakes
            1736668800000,121,79,61,4285887861,"after coffee,
            two cups",
            1736755200000,125,82,null,null,"said ""wait""\",aspirin(81.0)
            1736841600000,118,null,66,null,,
            1736841700000,null,75,null,null,,
            1736928000000,300x,79,61,null,,
            17369
            """
        let result = load(try files.write(text, "bp.csv"))
        #expect(format(result) == "blood-pressure-monitor")
        #expect(values(result, .bloodPressure) == [121, 125])
        #expect(diastolic(result) == [79, 82])
        // A pulse next to half a pressure counts.
        #expect(values(result, .heartRate) == [61, 66, 61])
        #expect(
            starts(result, .heartRate) == [1_736_668_800, 1_736_841_600, 1_736_928_000])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [6, 4, 2] as [Int])
        // The note adds a line.
        #expect(file.refusals.map(\.place) == ["line 6", "line 8"])
        expectBalanced(result.report)
    }

    @Test("Tables of cuffs are cut anywhere without harm")
    func cuffsCut() throws {
        let files = try TestFiles()
        let omron = """
            "Date","Time","Systolic (mmHg)","Diastolic (mmHg)","Pulse (bpm)","Symptoms","Consumed","TruRead","Notes"
            "Jul 6 2023","10:43 pm","128","84","66","-","-","-","-"
            "Jan 12 2025","08:15","121","79","-","-","-","-","after, coffee"

            """
        let monitor = """
            timestampUnixMs;systolic;diastolic;pulse;notes;color;intakes;bodyweight
            1736668800000;121;79;61;"a note; two";;;80.5
            1736755200000;125;82;null;;;;

            """
        for (text, name) in [(omron, "omron.csv"), (monitor, "bp.csv")] {
            for count in stride(from: 1, to: text.utf8.count, by: 3) {
                let result = load(try files.write(Array(text.utf8.prefix(count)), name))
                expectBalanced(result.report)
                #expect(values(result, .bloodPressure).count <= 2)
            }
        }
    }
}
