import Foundation

/// A folder with a small input in the shape of files that people have, and its right answer.
///
/// `expect.json` is a list of checks on what `oresen info --json` and `oresen table --format json`
/// print for the files of the folder; all of them have to hold. Its form is in `Tests/FieldCases/README.md`.
struct FieldCase: Sendable, CustomStringConvertible {
    let name: String

    var description: String { name }

    /// The folder of all cases.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "FieldCases")

    /// All cases, in the order of their names.
    static var all: [FieldCase] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter {
            FileManager.default.fileExists(
                atPath: folder.appending(path: "\($0)/expect.json").path)
        }.map(FieldCase.init)
    }

    private var place: URL { FieldCase.folder.appending(path: name) }

    /// The files of the input.
    var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: place.path)
                .filter { $0 != "case.md" && $0 != "expect.json" }.sorted()
        }
    }

    func path(_ file: String) -> String { place.appending(path: file).path }

    /// The checks that do not hold, as their JSON.
    func failures() throws -> [String] {
        let text = try Data(contentsOf: place.appending(path: "expect.json"))
        let checks = try JSONDecoder().decode([JSONValue].self, from: text)
        var run = FieldCaseRun(self)
        return try checks.filter { try !run.holds($0) }.map(\.text)
    }
}

/// A value of JSON.
enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        if box.decodeNil() {
            self = .null
        } else if let value = try? box.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? box.decode(Double.self) {
            self = .number(value)
        } else if let value = try? box.decode(String.self) {
            self = .string(value)
        } else if let value = try? box.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try box.decode([String: JSONValue].self))
        }
    }

    subscript(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var number: Double? { if case .number(let value) = self { value } else { nil } }
    var list: [JSONValue]? { if case .list(let value) = self { value } else { nil } }
    var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

    /// A list as it is; anything else as a list of one.
    var alternatives: [JSONValue] { list ?? [self] }

    /// The value as text, with the keys of objects in order.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .list(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.text)" }
                .joined(separator: ", ") + "}"
        }
    }

    /// A text that is an instant in ISO 8601, in seconds since 1970; nil for anything else.
    var instant: Double? {
        guard let string, string.count >= 19 else { return nil }
        // A formatter drops the fractions that not every instant has.
        var whole = string
        var fraction = 0.0
        if let dot = string.firstIndex(of: ".") {
            let end = string[dot...].dropFirst().firstIndex { !$0.isNumber } ?? string.endIndex
            fraction = Double("0" + string[dot..<end]) ?? 0
            whole.removeSubrange(dot..<end)
        }
        let parser = ISO8601DateFormatter()
        return parser.date(from: whole).map { $0.timeIntervalSince1970 + fraction }
    }
}

/// The checks of one case, with the output of each command that they need.
struct FieldCaseRun {
    private let field: FieldCase
    private var outcomes: [[String]: Program.Outcome] = [:]

    init(_ field: FieldCase) { self.field = field }

    private mutating func run(_ arguments: [String]) throws -> Program.Outcome {
        if let known = outcomes[arguments] { return known }
        let outcome = try Program.run(arguments)
        outcomes[arguments] = outcome
        return outcome
    }

    private func inputs(_ check: JSONValue) throws -> (zone: [String], files: [String]) {
        let zone = check["zone"]?.string ?? "Europe/Berlin"
        let files = try check["files"]?.list?.compactMap(\.string) ?? field.files
        return (["--zone", zone], files.map(field.path))
    }

    private mutating func info(_ check: JSONValue) throws -> Program.Outcome {
        let (zone, files) = try inputs(check)
        return try run(["info", "--json"] + zone + files)
    }

    private mutating func report(_ check: JSONValue) throws -> JSONValue? {
        try? JSONDecoder().decode(JSONValue.self, from: info(check).output)
    }

    private mutating func metrics(_ check: JSONValue) throws -> [JSONValue] {
        try report(check)?["metrics"]?.list ?? []
    }

    /// Whether an id is one of some patterns.
    private static func isNamed(_ metric: JSONValue, _ patterns: JSONValue) -> Bool {
        guard let id = metric["id"]?.string else { return false }
        return patterns.alternatives.compactMap(\.string).contains {
            $0 == id || fnmatch($0, id, 0) == 0
        }
    }

    /// Whether a text has all words; a word may be a list, of which one is enough.
    private static func has(_ text: String, _ words: JSONValue?) -> Bool {
        let text = text.lowercased()
        return (words?.list ?? []).allSatisfy { word in
            word.alternatives.compactMap(\.string).contains { text.contains($0.lowercased()) }
        }
    }

    /// How exactly a check compares.
    private struct Comparison {
        var tolerance: Double
        var seconds: Double

        init(_ check: JSONValue) {
            tolerance = check["tolerance"]?.number ?? 1e-6
            seconds = check["seconds"]?.number ?? 1
        }

        func equal(_ wanted: JSONValue, _ found: JSONValue?) -> Bool {
            switch (wanted, found) {
            case (.null, _): true
            case (.number(let a), .number(let b)?): abs(a - b) <= tolerance * max(1, abs(a))
            case (.string, .string?):
                if let a = wanted.instant, let b = found?.instant {
                    abs(a - b) <= seconds
                } else {
                    wanted == found
                }
            case (.list(let a), .list(let b)?):
                a.count == b.count && zip(a, b).allSatisfy { equal($0, $1) }
            case (.object(let a), .object(let b)?): a.allSatisfy { equal($1, b[$0]) }
            default: wanted == found
            }
        }
    }

    mutating func holds(_ check: JSONValue) throws -> Bool {
        if let some = check["any"]?.list {
            for one in some where try holds(one) { return true }
            return false
        }
        if let all = check["all"]?.list {
            for one in all where try !holds(one) { return false }
            return true
        }
        if let ids = check["not_metric"] {
            return try metrics(check).allSatisfy { !Self.isNamed($0, ids) }
        }
        if let id = check["asks"]?.string {
            return try report(check)?["files"]?.text.contains("\"\(id)\"") ?? false
        }
        if let words = check["told"] {
            guard case .object(var members)? = try report(check) else { return false }
            members["metrics"] = nil
            return Self.has(JSONValue.object(members).text, words)
        }
        if let span = check["within"]?.list {
            let (from, to) = (span[0].instant ?? .nan, span[1].instant ?? .nan)
            return try metrics(check).allSatisfy {
                ($0["first"]?.instant ?? from) >= from && ($0["last"]?.instant ?? to) <= to
            }
        }
        if case .bool(true)? = check["refused"] {
            let outcome = try info(check)
            var errors = outcome.errors
            for file in try inputs(check).files { errors = errors.replacing(file, with: "") }
            for file in try field.files { errors = errors.replacing(file, with: "") }
            return Double(outcome.code) == check["exit"]?.number ?? 1
                && Self.has(errors, check["says"])
        }
        if let table = check["table"] { return try holdsTable(check, table) }
        if let ids = check["metric"] { return try holdsMetric(check, ids) }
        return false
    }

    private mutating func holdsMetric(_ check: JSONValue, _ ids: JSONValue) throws -> Bool {
        let found = try metrics(check).filter { Self.isNamed($0, ids) }
        if found.isEmpty { return check["optional"] == .bool(true) }
        let comparison = Comparison(check)
        return found.contains { metric in
            (check.object ?? [:]).allSatisfy { key, wanted in
                switch key {
                case "metric", "tolerance", "seconds", "zone", "files", "optional", "why": true
                case "count": comparison.equal(wanted, metric["samples"])
                case "sources":
                    Self.areSources(wanted, metric["sources"], comparison)
                case "first", "last":
                    wanted.alternatives.contains { comparison.equal($0, metric[key]) }
                default: comparison.equal(wanted, metric[key])
                }
            }
        }
    }

    private static func areSources(
        _ wanted: JSONValue, _ found: JSONValue?, _ comparison: Comparison
    ) -> Bool {
        var sums = (found?.list ?? []).map { $0["sum"] }
        for sum in wanted.list ?? [] {
            guard let place = sums.firstIndex(where: { comparison.equal(sum, $0) }) else {
                return false
            }
            sums.remove(at: place)
        }
        return sums.isEmpty
    }

    private mutating func holdsTable(_ check: JSONValue, _ table: JSONValue) throws -> Bool {
        guard let ids = table["metric"], let bucket = table["bucket"]?.string else { return false }
        let found = try metrics(check).filter { Self.isNamed($0, ids) }
            .compactMap { $0["id"]?.string }
        if found.isEmpty { return check["optional"] == .bool(true) }
        let comparison = Comparison(check)
        let field = table["field"]?.string ?? (bucket == "none" ? "value" : "sum")
        for id in found {
            let (zone, files) = try inputs(check)
            let outcome = try run(
                ["table"] + files + ["--metric", id, "--bucket", bucket, "--format", "json"] + zone)
            guard
                let table = try? JSONDecoder().decode(JSONValue.self, from: outcome.output),
                let rows = table["rows"]?.list
            else { continue }
            if let wanted = check["rows"]?.list, wanted.count == rows.count,
                zip(wanted, rows).allSatisfy({ Self.isRow($0, $1, field, comparison) })
            {
                return true
            }
            if let wanted = check["has"]?.list,
                wanted.allSatisfy({ row in
                    rows.contains { Self.isRow(row, $0, field, comparison) }
                })
            {
                return true
            }
        }
        return false
    }

    private static func isRow(
        _ wanted: JSONValue, _ found: JSONValue, _ field: String, _ comparison: Comparison
    ) -> Bool {
        if let cells = wanted.list, cells.count == 2 {
            return comparison.equal(cells[0], found["start"])
                && comparison.equal(cells[1], value(found, field))
        }
        return (wanted.object ?? [:]).allSatisfy { key, cell in
            guard key == "length" else { return comparison.equal(cell, found[key]) }
            let length = found["end"]?.instant.flatMap { end in
                found["start"]?.instant.map { JSONValue.number(end - $0) }
            }
            return comparison.equal(cell, length) || comparison.equal(cell, found["activeDuration"])
        }
    }

    /// The field of a row; both values of a pair.
    private static func value(_ row: JSONValue, _ field: String) -> JSONValue? {
        if let value = row[field] { return value }
        guard field == "value", let upper = row["systolic"], let lower = row["diastolic"] else {
            return nil
        }
        return .list([upper, lower])
    }
}
