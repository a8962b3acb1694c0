import ChartInteraction
import ChartScene

/// A screen that fills the content of the window.
@MainActor
protocol ContentScreen: Screen {
    /// What it shows, as the title of the window has it; empty for nothing.
    var title: String { get }
    /// The chart on show; nil where there is none that gestures could move.
    var chart: (any ChartSurface)? { get }
    /// What input goes to that no control takes, in order, before gestures are recognised.
    var tools: [any InputTool] { get }
    /// Whether it lies over the chart, so that no gesture reaches that.
    var coversChart: Bool { get }
    /// What is said in the place of the content, or over it; nil for nothing.
    var notice: StateModel? { get }
    /// The parts of the window whose keys work wherever the focus is.
    var keyAreas: [ControlArea] { get }
    /// Whether it will look different in the next frame without anything happening.
    var isMoving: Bool { get }
    /// Changes whenever what `encodeGround` adds does.
    var groundStamp: [Int] { get }
    /// Adds what lies under everything else and changes seldom: a picture of it is kept.
    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags)
}

extension ContentScreen {
    var title: String { "" }
    var chart: (any ChartSurface)? { nil }
    var tools: [any InputTool] { [] }
    var coversChart: Bool { false }
    var keyAreas: [ControlArea] { [] }
    var groundStamp: [Int] { [] }
    func encodeGround(into scene: SceneBuilder, _ tags: ViewerTags) {}
}

/// Counts how often the parts of something changed.
struct RevisionCounter {
    private(set) var revision = 0
    private var stamp: [Int] = []

    /// Takes note of the revisions of the parts.
    mutating func note(_ stamp: [Int]) {
        guard stamp != self.stamp else { return }
        self.stamp = stamp
        revision += 1
    }
}
