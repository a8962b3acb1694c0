import Foundation
import Testing

/// A hundred thousand records through the program, against the independent reader.
@Suite("A generated export through info and table", .serialized)
struct ExportAgreementTests {
    private static let variants: [(name: String, type: String)] = [
        ("good.xml", "good"), ("ios16.xml", "ios16"), ("good.zip", "good"), ("ios16.zip", "ios16"),
    ]

    @Test("info and table agree exactly, plain and zipped, with intact and broken document types")
    func agreement() throws {
        let folder = try Folder()
        for (name, type) in ExportAgreementTests.variants {
            let outcome = try Program.run([
                "generate", "apple-health", "--records", "100000", "--seed", "5", "--dtd", type,
                "--output", folder.path + "/" + name,
            ])
            #expect(outcome.code == 0)
        }
        let text = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/good.xml")),
            as: UTF8.self)
        let reference = ReferenceExport(text)
        #expect(
            reference.records.count + reference.workouts + reference.summaries == 100_000)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let steps = reference.stepsByDay(calendar)
        for (name, _) in ExportAgreementTests.variants {
            let path = folder.path + "/" + name
            let info = try Program.json(["info", "--json", "--zone", "Europe/Berlin", path])
            try compare(info, reference, steps)
        }
        for name in ["good.xml", "ios16.zip"] {
            let table = try Program.run([
                "table", folder.path + "/" + name, "--metric", "steps", "--bucket", "day", "--zone",
                "Europe/Berlin",
            ])
            #expect(table.code == 0)
            try compare(table.rows, steps.totals)
        }
    }

    private func compare(
        _ info: [String: Any], _ reference: ReferenceExport,
        _ steps: (totals: [Date: Double], covered: Int)
    ) throws {
        let file = try #require((info["files"] as? [[String: Any]])?.first)
        let copies = reference.records.count - Set(reference.records).count
        #expect(file["read"] as? Int == 100_000)
        #expect(file["refused"] as? Int == 0)
        #expect(file["merged"] as? Int == copies + steps.covered)
        #expect(file["used"] as? Int == 100_000 - copies - steps.covered)
        let metrics = try #require(info["metrics"] as? [[String: Any]])
        let byID = Dictionary(
            uniqueKeysWithValues: metrics.map { ($0["id"] as? String ?? "", $0) })
        let total = try #require(byID["steps"]?["sum"] as? Double)
        #expect(abs(total - steps.totals.values.reduce(0, +)) < 1e-6)
        for (id, type, convert) in ExportAgreementTests.quantities {
            let metric = try #require(byID[id], "\(id)")
            let values = reference.distinct(type).map(convert)
            #expect(metric["samples"] as? Int == values.count, "\(id)")
            #expect(metric["minimum"] as? Double == values.min(), "\(id)")
            #expect(metric["maximum"] as? Double == values.max(), "\(id)")
            if id != "distance", id != "flights" {
                let sum = try #require(metric["sum"] as? Double)
                #expect(abs(sum - values.reduce(0, +)) <= 1e-10 * abs(sum), "\(id)")
            }
        }
        let pressure = try #require(byID["blood-pressure"]?["sum"] as? [String: Double])
        #expect(pressure["systolic"] == reference.sum("BloodPressureSystolic"))
        #expect(pressure["diastolic"] == reference.sum("BloodPressureDiastolic"))
        #expect(byID["workouts"]?["samples"] as? Int == reference.workouts)
        // There are no other records of standing, but the day's energy is that of its records.
        #expect(byID["stand.hours"]?["samples"] as? Int == reference.summaries)
        #expect(byID["sleep"]?["samples"] as? Int == reference.distinct("SleepAnalysis").count)
    }

    private typealias Conversion = @Sendable (ReferenceExport.Record) -> Double

    private static let quantities: [(String, String, Conversion)] = [
        ("heart-rate", "HeartRate", { Double($0.value) ?? .nan }),
        ("heart-rate.resting", "RestingHeartRate", { Double($0.value) ?? .nan }),
        ("heart-rate.variability", "HeartRateVariabilitySDNN", { Double($0.value) ?? .nan }),
        ("weight", "BodyMass", { (Double($0.value) ?? .nan) * ($0.unit == "lb" ? 0.45359237 : 1) }),
        ("energy.active", "ActiveEnergyBurned", { Double($0.value) ?? .nan }),
        ("energy.basal", "BasalEnergyBurned", { Double($0.value) ?? .nan }),
        // Percentages and metres with the file's decimals, moved by whole places.
        ("oxygen", "OxygenSaturation", { ReferenceExport.moved($0.value, 2) }),
        ("body.fat", "BodyFatPercentage", { ReferenceExport.moved($0.value, 2) }),
        ("distance", "DistanceWalkingRunning", { ReferenceExport.moved($0.value, 3) }),
        ("exercise.time", "AppleExerciseTime", { _ in 60 }),
        ("flights", "FlightsClimbed", { Double($0.value) ?? .nan }),
    ]

    private func compare(_ rows: [[String: String]], _ days: [Date: Double]) throws {
        #expect(rows.count == days.count)
        let format = ISO8601DateFormatter()
        for row in rows {
            let start = try #require(format.date(from: row["start"] ?? ""))
            let expected = try #require(days[start])
            let sum = try #require(row["sum"].flatMap(Double.init))
            #expect(abs(sum - expected) < 1e-7)
        }
    }
}
