import ChartCore
import Foundation
import Localization

/// A person's own words about a moment or a span of time: "began lisinopril 5 mg", "flu".
package struct LibraryNote: Sendable, Hashable, Identifiable {
    /// The longest text that a note may have, in Unicode scalars.
    package static let longestText = 1000

    package let id: Int64
    /// When it begins, in seconds since 1970.
    package var start: Double
    /// When it ends; the same as `start` for a moment.
    package var end: Double
    /// The metric whose chart it is for; nil for all charts.
    package var metric: MetricID?
    /// One line.
    package var text: String
    /// When it was written, in seconds since 1970.
    package let created: Double
    /// When it was last changed; the same as `created` if it never was.
    package let changed: Double

    /// Creates a note as a library would hold it.
    package init(
        id: Int64, start: Double, end: Double, metric: MetricID? = nil, text: String,
        created: Double, changed: Double
    ) {
        (self.id, self.start, self.end) = (id, start, end)
        (self.metric, self.text) = (metric, text)
        (self.created, self.changed) = (created, changed)
    }

    /// Whether it is about a moment, not a span.
    package var isMoment: Bool { end == start }

    /// Whether it belongs on the chart of a metric.
    package func concerns(_ metric: MetricID) -> Bool { self.metric ?? metric == metric }
}

/// The notes of a library.
package struct LibraryNoteList: Sendable {
    /// All that can be read, in the order of their times.
    package let all: [LibraryNote]
    /// The damaged ones that are missing from the list, a sentence each.
    package let damages: [String]
}

extension LibraryNote {
    /// The note as it is kept: without blanks around its text.
    ///
    /// - Throws: why it cannot be kept.
    func sound() throws(LibraryError) -> LibraryNote {
        func refusal(_ problem: String, _ remedy: String) -> LibraryError {
            LibraryError(place: tr("note"), problem: problem, remedy: remedy, isRefusal: true)
        }
        var note = self
        note.text = note.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !note.text.isEmpty else {
            throw refusal(tr("nothing is written in it"), tr("write what it is to say"))
        }
        let count = note.text.unicodeScalars.count
        guard count <= LibraryNote.longestText else {
            throw refusal(
                tr(
                    "has {1} characters, and may have {2}", "\(count)", "\(LibraryNote.longestText)"
                ),
                tr("say it in fewer words, or in two notes"))
        }
        guard note.text.unicodeScalars.allSatisfy({ !$0.properties.breaksLine }) else {
            throw refusal(tr("has several lines"), tr("write it in one line"))
        }
        guard note.end >= note.start else {
            throw refusal(SoundTime.backwards, tr("give the times the other way round"))
        }
        guard SoundTime.contains(from: note.start, to: note.end) else {
            throw refusal(SoundTime.reason, tr("give another date"))
        }
        if let metric = note.metric {
            guard Metric(metric) != nil else {
                throw refusal(
                    tr("there is no metric '{1}'", metric.rawValue),
                    tr("leave it out, so that the note is on all charts"))
            }
        }
        return note
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it is a control character or the end of a line.
    fileprivate var breaksLine: Bool {
        switch generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
