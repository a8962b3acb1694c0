import ChartCore
import Testing

@testable import HealthData

/// Tables with one reading in each row, whose kind is in a column.
@Suite("Long tables")
struct LongTableTests {
    @Test("Readings are divided by their kind, each row in its own unit")
    func kinds() throws {
        let files = try TestFiles()
        let text = """
            Measurement;Date;Value;Unit
            Weight;2026-01-05 08:00;70;kg
            Pulse;2026-01-05 08:00;61;bpm
            Weight;2026-01-06 08:00;154;lb
            Grip;2026-01-06 08:00;31;kg
            Grip;2026-01-07 08:00;52;N
            Blood glucose;2026-01-07 08:00;5;mmol/L
            """
        let result = load(try files.write(text))
        #expect(areNear(result.values(.weight), [70, 69.853_224_98]))
        #expect(result.values(.heartRate) == [61])
        #expect(areNear(result.values(.glucose), [90.08]))
        // Newtons are no kilograms.
        #expect(result.values(.column("Grip")) == [31])
        #expect(result.values(.column("Grip (N)")) == [52])
        #expect(result.report.files[0].merged == 0)
        expectBalanced(result.report)
    }

    @Test("Apple's names, halves of pressures, stages of sleep, shares and hours")
    func apple() throws {
        let files = try TestFiles()
        let text = """
            startDate,endDate,type,value,unit
            2026-01-05 08:00:00 +0100,2026-01-05 08:00:00 +0100,HKQuantityTypeIdentifierBloodPressureDiastolic,81,mmHg
            2026-01-05 08:00:00 +0100,2026-01-05 08:00:00 +0100,HKQuantityTypeIdentifierBloodPressureSystolic,122,mmHg
            2026-01-05 08:05:00 +0100,2026-01-05 08:05:00 +0100,HKQuantityTypeIdentifierOxygenSaturation,0.97,%
            2026-01-05 01:00:00 +0100,2026-01-05 02:30:00 +0100,HKCategoryTypeIdentifierSleepAnalysis,HKCategoryValueSleepAnalysisAsleepREM,
            2026-01-05 09:00:00 +0100,2026-01-05 09:20:00 +0100,HKQuantityTypeIdentifierStepCount,900,count
            2026-01-05 09:00:00 +0100,2026-01-05 09:00:00 +0100,HKQuantityTypeIdentifierDietaryCaffeine,80,mg
            2026-01-05 09:00:00 +0100,2026-01-05 09:00:00 +0100,HKQuantityTypeIdentifierBodyMass,,kg
            """
        let result = load(try files.write(text))
        let pressure = try #require(result.records[.bloodPressure]).columns
        #expect(Array(pressure.values) == [122] && Array(pressure.secondaryValues) == [81])
        #expect(areNear(result.values(.oxygen), [97]))
        let sleep = try #require(result.records[.sleep]).columns
        #expect(sleep.sleepStage(at: 0) == .rem)
        #expect(sleep.end(at: 0) - sleep.starts[0] == 5400)
        #expect(result.values(.steps) == [900])
        #expect(result.records[.column("DietaryCaffeine")]?.metric.unit == "mg")
        #expect(result.report.files[0].refusals.map(\.reason) == ["it has no value"])
        expectBalanced(result.report)
    }

    @Test("Kinds without number are refused beyond a thousand")
    func manyKinds() throws {
        let files = try TestFiles()
        var text = "date,type,value\n"
        for index in 0..<600 { text += "2026-01-05 08:00,Pulse,\(50 + index % 9)\n" }
        for index in 0..<1200 { text += "2026-01-06 08:00,thing \(index),1\n" }
        let result = load(try files.write(text))
        #expect(result.records.metrics.count == 1001)
        #expect(result.report.files[0].refused == 200)
        expectBalanced(result.report)
    }

    @Test("A kind in a wide table is no long table")
    func wide() throws {
        let files = try TestFiles()
        let text =
            "date,type,systolic,diastolic\n2026-01-05,pulse,120,80\n2026-01-06,pulse,121,81\n"
        #expect(load(try files.write(text)).records[.bloodPressure]?.columns.count == 2)
    }

    @Test("A long table of any size reads the same with any number of threads")
    func threads() throws {
        let files = try TestFiles()
        var text = "kind,time,value,unit\n"
        for index in 0..<4000 {
            let time =
                "2026-01-0\(1 + index / 1000)T\(index % 24 < 10 ? "0" : "")\(index % 24):00:00Z"
            text += index % 2 == 0 ? "Steps,\(time),\(index),count\n" : "Mood,\(time),\(index),\n"
        }
        let path = try files.write(text)
        var options = ImportOptions(zone: .utc, merge: .none, workers: 4)
        options.blockSize = 4096
        options.windowSize = 4096
        let parallel = Importer(files: [path], options: options).run()
        let single = Importer(
            files: [path], options: ImportOptions(zone: .utc, merge: .none, workers: 1)
        ).run()
        for id in [MetricID.steps, .column("Mood")] {
            #expect(parallel.values(id) == single.values(id))
            #expect(single.values(id)?.reduce(0, +) == (id == .steps ? 3_998_000 : 4_000_000))
        }
    }
}
