import ChartCore
import ChartInteraction
import Foundation
import Geometry
import Glibc
import Testing

/// A named gesture: the view it is made over, the movement of the hand, and the required outcome.
struct ReplayTrace: Sendable, CustomTestStringConvertible {
    /// The required outcome.
    struct Outcome {
        var window: Extent
        /// The time at which the visible range is at rest, on the clock of the trace; nil if
        /// nothing moved it.
        var rest: Double?
        var rule: String
    }

    /// The view over which the gesture is made.
    enum View: Sendable {
        case window(Extent)
        case page(String, at: Double)
    }

    let name: String
    let gesture: String
    var metric = "weight"
    var view = View.window(ReplayTrace.june)
    let record: @Sendable (inout ReplayHand, ReplayPlot) -> Void
    let outcome: @Sendable (InputTrace, ReplayPlot, Extent) -> Outcome

    var testDescription: String { name }

    static let day = 86_400.0
    /// June 2025.
    static let june = Extent(min: 1_748_736_000, max: 1_751_328_000)
    /// Sixty days from before the first sample: at the lower end of the limits.
    static let beginning = Extent(min: 1_695_168_000, max: 1_700_352_000)

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Traces")

    var file: URL { Self.folder.appendingPathComponent("\(name).jsonl") }
    var notesFile: URL { Self.folder.appendingPathComponent("\(name).json") }

    func synthesize(_ plot: ReplayPlot) -> InputTrace {
        var hand = ReplayHand(name)
        record(&hand, plot)
        return hand.trace
    }

    static func named(_ name: String) -> ReplayTrace? { all.first { $0.name == name } }

    static let all: [ReplayTrace] =
        throwing + pinching + ends + paging + pointing + wheeling + scrolling + overviewing

    static func unchanged(
        _ rule: String
    )
        -> @Sendable (InputTrace, ReplayPlot, Extent) -> Outcome
    {
        { _, _, start in Outcome(window: start, rest: nil, rule: rule) }
    }

    static func lifted(_ trace: InputTrace) -> Double {
        trace.time { if case .touchEnded = $0 { true } else { false } }
    }
}
