import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import HealthData
import Testing
import Text

@testable import Viewer

extension FramePacing: CustomTestStringConvertible {
    /// The rates at which everything has to be the same: four screens, and one that drops every
    /// third frame.
    static let all = [
        FramePacing(rate: 24), FramePacing(rate: 30), FramePacing(rate: 60), FramePacing(rate: 144),
        FramePacing(rate: 60, dropped: 1.0 / 3, seed: 7),
    ]

    public var testDescription: String { dropped > 0 ? "\(rate) Hz, some dropped" : "\(rate) Hz" }

    /// The longest time between two frames, in seconds.
    var longestInterval: Double {
        let drawn = (0..<3000).filter { draws($0) }
        return zip(drawn, drawn.dropFirst()).map { Double($1 - $0) / rate }.max() ?? 1 / rate
    }
}

/// The viewer over the sample records, without a window, on the test's clock.
@MainActor
final class ReplayStage {
    /// A label, its place and its opacity.
    struct Label: Hashable {
        var axis: String
        var value: Double
        var text: String
        var placement: LabelPlacement
        var rect: Rect
        var opacity: Double

        /// The identity of a label across frames.
        struct Identity: Hashable {
            var axis: String
            var value: Double
            var text: String
            var placement: LabelPlacement
        }

        var identity: Identity {
            Identity(axis: axis, value: value, text: text, placement: placement)
        }
    }

    /// The contents of a frame.
    struct Moment {
        var frame: TracePlayer.Frame
        var x: Extent
        /// Its target, if it is moving.
        var xTarget: Extent
        /// Whether a command moves it there, rather than momentum.
        var isGliding: Bool
        var y: Extent
        /// The target of the values.
        var yTarget: Extent
        var plot: Rect
        /// The projection as drawn.
        var projection: Projection
        var labels: [Label]
        /// The text next to the axes: pills of months, the word at the average.
        var annotations: [AnnotationLabel]
        /// The place of the average line, in points, and its opacity.
        var mean: [Double]
        /// The visible marks.
        var marks: [String]
        /// The opacity of the crosshair, and the frame of its board.
        var crosshair: Double
        var board: Rect?

        /// Whether the other one looks the same.
        func isAlike(_ other: Moment) -> Bool {
            x == other.x && y == other.y && plot == other.plot && labels == other.labels
                && annotations == other.annotations && mean == other.mean
                && marks == other.marks && crosshair == other.crosshair && board == other.board
        }
    }

    /// The time of the first event of a replay, in seconds of the frame clock.
    static let start = 10.0

    let trace: ReplayTrace
    let viewer: OffscreenViewer
    /// The screen before the gesture.
    let plot: ReplayPlot
    let first: Extent

    private static var snapshot: ImportSnapshot?
    private static var resources: PaneResources?

    init(_ trace: ReplayTrace) throws {
        self.trace = trace
        var options = ViewerOptions(
            files: SampleFiles.all, metric: trace.metric, theme: .light,
            size: Size(width: 1100, height: 720), library: ":memory:")
        switch trace.view {
        case .window(let window): options.range = window
        case .page(let period, let date):
            options.period = Period(rawValue: period)
            options.date = date
        }
        if Self.snapshot == nil {
            Self.snapshot = DocumentLoader(
                .files(options.files), zone: .utc, assumptions: options.assumptions,
                calendar: CivilCalendar(zone: .utc)
            ).load()
        }
        viewer = try OffscreenViewer(
            options, scale: 1, reducesMotion: false, snapshot: Self.snapshot,
            resources: Self.resources)
        Self.resources = viewer.scene.resources
        let chart = try #require(viewer.model.chart)
        plot = ReplayPlot(
            rect: chart.plot, bounds: try #require(viewer.model.x.panZoom.limits.bounds),
            domain: viewer.model.dates.domain,
            overview: try #require(viewer.scene.area?.frames.overview))
        first = viewer.model.x.range
    }

    /// The hand's movement here, as recorded in the file.
    func recorded() throws -> InputTrace {
        try InputTrace(
            text: String(contentsOf: trace.file, encoding: .utf8), name: trace.name)
    }

    /// The expected outcome, as recorded in the file.
    func notes() throws -> RecordedTrace.Notes {
        try JSONDecoder().decode(
            RecordedTrace.Notes.self, from: Data(contentsOf: trace.notesFile))
    }

    /// The notes as derived from the events.
    func workedOut(_ input: InputTrace) -> RecordedTrace.Notes {
        let outcome = trace.outcome(input, plot, first)
        var notes = RecordedTrace.Notes(
            gesture: trace.gesture, metric: trace.metric, zone: "UTC", size: [1100, 720],
            expected: .init(outcome.window), rule: outcome.rule)
        switch trace.view {
        case .window(let window): notes.window = .init(window)
        case .page(let period, let date):
            notes.period = period
            notes.at = date
        }
        notes.settled = outcome.rest.map { $0 - (input.frames.first?.time ?? 0) }
        return notes
    }

    /// Plays the trace; `body` receives every frame.
    @discardableResult
    func play(
        _ pacing: FramePacing, body: (TracePlayer.Frame) throws -> Void = { _ in }
    ) throws -> TracePlayer.Outcome {
        try TracePlayer(viewer).play(recorded(), from: Self.start, pacing: pacing, body: body)
    }

    /// Everything visible in every frame, the one before the gesture first.
    func moments(_ pacing: FramePacing) throws -> [Moment] {
        let still = TracePlayer.Frame(time: 0, clock: Self.start, number: 0, moves: false)
        var moments = [try moment(still)]
        try play(pacing) { moments.append(try moment($0)) }
        return moments
    }

    private func moment(_ frame: TracePlayer.Frame) throws -> Moment {
        let chart = try #require(viewer.model.chart)
        let placed = chart.placedLabels(viewer.scene.resources.typesetter)
        func labels(_ axis: String, _ labels: [ReportedLabel]) -> [Label] {
            labels.map {
                Label(
                    axis: axis, value: $0.value, text: $0.text, placement: $0.placement,
                    rect: $0.rect, opacity: $0.opacity)
            }
        }
        let axis = viewer.model.x.panZoom
        let mean = viewer.model.metricChart?.bars?.mean
        return Moment(
            frame: frame, x: viewer.model.x.range, xTarget: axis.target,
            isGliding: axis.isMoving && !axis.isCoasting, y: chart.y.range,
            yTarget: chart.y.target,
            plot: chart.plot, projection: chart.projection,
            labels: labels("x", placed.x) + labels("y", placed.y),
            annotations: chart.annotations.flatMap { $0.placedLabels(in: chart) },
            mean: mean.map { $0.opacity > 0 ? [chart.projection.py($0.place), $0.opacity] : [] }
                ?? [],
            marks: chart.marks.filter { !$0.isHidden }.map(\.id),
            crosshair: viewer.scene.area?.crosshair.line.opacity ?? 0,
            board: viewer.scene.area?.crosshair.frame)
    }
}
