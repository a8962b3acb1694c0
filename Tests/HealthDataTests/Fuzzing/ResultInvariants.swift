import ChartCore

@testable import HealthData

/// The invariants of an import of any bytes, and the comparison of two imports.
enum ResultInvariants {
    typealias Violation = FuzzReader.Violation

    /// Checks the balance of every file and the samples of every metric.
    static func check(_ result: ImportResult) throws(Violation) {
        for file in result.report.files { try check(file) }
        for samples in result.records.samples {
            try check(samples, samples.columns, result.records.sources)
            try check(samples, result.records.merged(samples.metric.id), result.records.sources)
        }
        for track in result.records.workouts.compactMap(\.track) {
            let points = track.points
            try Violation.unless(
                points.count == track.count && points.first?.beginsSegment == true
                    && points.contains { $0.latitude != nil }, "a track of \(points.count) points")
        }
    }

    private static func check(_ file: FileReport) throws(Violation) {
        try Violation.unless(
            file.read == file.used + file.merged + file.refused,
            "\(file.read) records, \(file.used) used, \(file.merged) merged, \(file.refused) refused"
        )
        try Violation.unless(
            file.used >= 0 && file.merged >= 0 && file.refused >= 0,
            "fewer than none: \(file.used) used, \(file.merged) merged, \(file.refused) refused")
        let reasons = file.refusals.reduce(0) { $0 + $1.count }
        try Violation.unless(
            reasons == file.refused, "\(file.refused) refused, for reasons \(reasons)")
        let inMembers = file.members.reduce(0) { $0 + $1.read }
        try Violation.unless(
            file.members.isEmpty || inMembers == file.read,
            "\(file.read) records, \(inMembers) in members")
    }

    private static func check(
        _ samples: MetricSamples, _ columns: SampleColumns, _ sources: [Source]
    ) throws(Violation) {
        let metric = samples.metric
        let count = columns.count
        let lengths = [columns.values.count, columns.sources.count]
        let isPair = metric.aggregation == .pair || metric.aggregation == .named
        try Violation.unless(
            lengths.allSatisfy { $0 == count } && [0, count].contains(columns.ends.count)
                && [0, count].contains(columns.marks.count)
                && columns.secondaryValues.count == (isPair ? count : 0),
            "\(metric.id): columns of different length")
        var before = -Double.infinity
        for index in 0..<count {
            let (start, end) = (columns.starts[index], columns.end(at: index))
            let value = columns.values[index]
            try Violation.unless(start >= before, "\(metric.id): \(start) behind \(before)")
            before = start
            try Violation.unless(end >= start, "\(metric.id): from \(start) to \(end)")
            try Violation.unless(value.isFinite, "\(metric.id): the value \(value)")
            try Violation.unless(
                sources.indices.contains(Int(columns.sources[index])), "\(metric.id): no source")
            if metric.aggregation != .named {
                try Violation.unless(
                    SoundTime.contains(start) && end <= SoundTime.end,
                    "\(metric.id): from \(start) to \(end)")
            }
            switch metric.aggregation {
            case .category: try checkLabel(value, samples)
            case .named: try checkLabel(columns.secondaryValues[index], samples)
            case .pair:
                try Violation.unless(
                    columns.secondaryValues[index].isFinite, "\(metric.id): a second value")
            case .sum, .mean: break
            }
        }
    }

    private static func checkLabel(
        _ number: Double, _ samples: MetricSamples
    ) throws(Violation) {
        let place = Int(exactly: number) ?? -1
        try Violation.unless(
            samples.labels.indices.contains(place), "\(samples.metric.id): no label \(number)")
    }

    // MARK: Two imports

    /// The first difference between two imports of the same files; nil if samples, sources, labels,
    /// counts, refusals and notes are equal.
    ///
    /// `wordForWord` means that notes and failures must have equal words, not only equal places.
    static func difference(
        between a: ImportResult, and b: ImportResult, wordForWord: Bool = true
    ) -> String? {
        func told(_ what: String, _ a: Any, _ b: Any) -> String { "\(what): \(a) and \(b)" }
        if a.records.sources != b.records.sources {
            return told("sources", a.records.sources, b.records.sources)
        }
        let (metrics, others) = (a.records.metrics.map(\.id), b.records.metrics.map(\.id))
        if metrics != others { return told("metrics", metrics, others) }
        for (left, right) in zip(a.records.samples, b.records.samples) {
            let id = left.metric.id
            if left.labels != right.labels {
                return told("labels of \(id)", left.labels, right.labels)
            }
            // Equal zeros may differ in their sign.
            if left.columns != right.columns
                || left.columns.values.map(\.bitPattern) != right.columns.values.map(\.bitPattern)
            {
                return told(
                    "samples of \(id)", rows(left.columns), rows(right.columns))
            }
            if a.records.merged(id) != b.records.merged(id) {
                return told("merged samples of \(id)", a.records.merged(id), b.records.merged(id))
            }
        }
        if a.records.workouts != b.records.workouts {
            return told("workouts", a.records.workouts, b.records.workouts)
        }
        guard a.report.files.count == b.report.files.count else { return "files" }
        for (left, right) in zip(a.report.files, b.report.files) {
            if left.format != right.format { return told("formats", left.format, right.format) }
            if left.bytes != right.bytes { return told("sizes", left.bytes, right.bytes) }
            let counts = [left, right].map { [$0.read, $0.used, $0.merged, $0.refused] }
            if counts[0] != counts[1] {
                return told("counts (read, used, merged, refused)", counts[0], counts[1])
            }
            if left.refusals != right.refusals {
                return told("refusals", left.refusals, right.refusals)
            }
            let areSame =
                wordForWord
                ? left.notes == right.notes : left.notes.map(\.place) == right.notes.map(\.place)
            if !areSame { return told("notes", left.notes, right.notes) }
            if left.questions != right.questions {
                return told("questions", left.questions, right.questions)
            }
            if wordForWord
                ? left.failure != right.failure : left.failure?.place != right.failure?.place
            {
                return told("failures", "\(left.failure as Any)", "\(right.failure as Any)")
            }
        }
        return nil
    }

    /// A few samples, for a message.
    private static func rows(_ columns: SampleColumns) -> [[Double]] {
        (0..<min(columns.count, 20)).map {
            [columns.starts[$0], columns.end(at: $0), columns.values[$0]]
        }
    }
}
