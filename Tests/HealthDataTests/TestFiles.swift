import ChartCore
import Foundation
import HealthData
import Streams
import Testing

/// The files of one test, in a folder that is removed afterwards.
final class TestFiles {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "oresen-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    func write(_ bytes: [UInt8], _ name: String = "file.csv") throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    func write(_ text: String, _ name: String = "file.csv") throws -> String {
        try write(Array(text.utf8), name)
    }

    /// A zip with these members.
    func zip(_ members: [(name: String, bytes: [UInt8])], _ name: String) throws -> String {
        let writer = try ArchiveWriter(path: path(name))
        for member in members {
            try writer.begin(member: member.name)
            try writer.write(member.bytes)
        }
        try writer.finish()
        return path(name)
    }

    /// A zip with these texts.
    func zip(_ members: [(name: String, text: String)], _ name: String) throws -> String {
        try zip(members.map { ($0.name, Array($0.text.utf8)) }, name)
    }

    /// Runs a program of the system on a file, such as `gzip -k`.
    func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }
}

func zone(_ name: String) throws -> ZoneRules { try ZoneRules.named(name) }

func load(
    _ paths: String..., in zone: ZoneRules = .utc, assume: DateOrder? = nil,
    merge: MergeMode = .overlap
) -> ImportResult {
    Importer(
        files: paths,
        options: ImportOptions(
            zone: zone, assumptions: Assumptions(dateOrder: assume), merge: merge)
    ).run()
}

/// Expects that every record is used, merged or refused, and that the reasons account for all
/// refused ones.
func expectBalanced(_ report: ImportReport, _ location: SourceLocation = #_sourceLocation) {
    for file in report.files {
        #expect(file.read == file.used + file.merged + file.refused, sourceLocation: location)
        #expect(
            file.refusals.map(\.count).reduce(0, +) == file.refused, sourceLocation: location)
        #expect(file.used >= 0 && file.merged >= 0, sourceLocation: location)
    }
}

/// Whether computed numbers are close to the expected ones.
func areNear(_ numbers: [Double]?, _ wanted: [Double], within step: Double = 1e-6) -> Bool {
    guard let numbers, numbers.count == wanted.count else { return false }
    return zip(numbers, wanted).allSatisfy { abs($0 - $1) <= step }
}

/// The counted amount of each day that has any, in the order of time.
func dailySums(
    _ records: HealthRecords, _ id: MetricID, in zone: ZoneRules = .utc,
    mode: MergeMode = .overlap
) -> [Double] {
    BucketTable.rows(
        records, metric: id, unit: .day, calendar: CivilCalendar(zone: zone), mode: mode
    ).compactMap(\.components[0].sum)
}

/// The instant of a UTC date, by the C library.
func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Double {
    var time = tm()
    time.tm_year = Int32(year - 1900)
    time.tm_mon = Int32(month - 1)
    time.tm_mday = Int32(day)
    time.tm_hour = Int32(hour)
    time.tm_min = Int32(minute)
    return Double(timegm(&time))
}

/// An export with these elements in it.
func export(_ elements: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData ANY>\n]>\n"
        + "<HealthData locale=\"en\">\n\(elements)</HealthData>\n"
}

/// A record of a quantity.
func record(
    _ type: String = "StepCount", _ unit: String = "count", _ value: String, _ start: String,
    _ end: String? = nil, source: String = "iPhone"
) -> String {
    " <Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"\(source)\" unit=\"\(unit)\" "
        + "startDate=\"\(start)\" endDate=\"\(end ?? start)\" value=\"\(value)\"/>\n"
}

extension ImportResult {
    /// The values of a metric in the order in which they are kept; nil if there is none.
    func values(_ id: MetricID) -> [Double]? { records[id].map { Array($0.columns.values) } }
}
