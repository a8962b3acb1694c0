import ChartCore
import ChartInteraction
import Foundation
import Geometry
import Platform

/// A trace from a file, with its notes: what it was recorded over, and where it ends.
///
/// The notes of `fling.jsonl` are in an optional `fling.json`; a trace without notes is played over
/// whatever is shown.
package struct RecordedTrace: Sendable {
    /// What a trace was recorded over, and the result that playing it must have.
    struct Notes: Codable, Equatable, Sendable {
        /// A visible range of time, in seconds since 1970.
        struct Window: Codable, Equatable, Sendable {
            var from: Double
            var to: Double

            init(_ extent: Extent) { (from, to) = (extent.min, extent.max) }

            /// Nil if it is reversed.
            var extent: Extent? {
                let extent = Extent(min: from, max: to)
                return extent.isProper ? extent : nil
            }
        }

        /// What the hand does, in a sentence.
        var gesture: String
        var metric: String?
        /// A calendar page of this length that holds `at`; without one, exactly `window`.
        var period: String?
        var at: Double?
        var window: Window?
        /// The time zone whose calendar defines the pages.
        var zone: String?
        /// Width and height of the viewer, in points.
        var size: [Double]?
        /// The range that is visible at the end.
        var expected: Window?
        /// When the visible range came to rest, in seconds after the first event.
        var settled: Double?
        /// How these figures follow from the events.
        var rule: String?
    }

    let name: String
    let trace: InputTrace
    let notes: Notes?

    /// Reads a trace and its notes.
    ///
    /// - Throws: `InputTraceError` with the position of the error.
    package init(path: String) throws(InputTraceError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw InputTraceError(
                place: path, problem: "the trace cannot be read", remedy: "name another file")
        }
        name = String(path.lastPathPart.prefix { $0 != "." })
        trace = try InputTrace(text: String(decoding: data, as: UTF8.self), name: path)
        let beside = Self.notesPath(path)
        guard let data = FileManager.default.contents(atPath: beside), beside != path else {
            notes = nil
            return
        }
        do {
            notes = try JSONDecoder().decode(Notes.self, from: data)
        } catch {
            throw InputTraceError(
                place: beside, problem: "the notes on the trace cannot be understood",
                remedy: "correct or remove them; a trace can be played without notes")
        }
    }

    private static func notesPath(_ path: String) -> String {
        let stem = path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path
        return stem + ".json"
    }

    /// The name of the time zone that the trace was recorded in, if it is known.
    package var zone: String? { notes?.zone }

    /// The options, completed with what the trace was recorded over.
    package func view(_ options: ViewerOptions) -> ViewerOptions {
        var options = options
        if options.files.isEmpty { options.files = SampleRecords.paths() }
        guard let notes else { return options }
        if let size = notes.size, size.count == 2, options.size == ViewerOptions().size {
            options.size = Size(width: size[0], height: size[1])
        }
        if options.metric == nil { options.metric = notes.metric }
        guard options.period == nil, options.date == nil, options.range == nil else {
            return options
        }
        options.period = notes.period.flatMap(Period.init(rawValue:))
        options.date = notes.at
        if notes.period == nil { options.range = notes.window?.extent }
        return options
    }
}
