import ChartInteraction
import ChartScene

/// A screen that fills the content of the window.
@MainActor
protocol ContentScreen: Screen {
    /// Its part of the window's title; empty for none.
    var title: String { get }
    /// The displayed chart; nil if there is none that gestures could move.
    var chart: (any ChartSurface)? { get }
    /// The tools for input that no control takes, in order, before gestures are recognised.
    var tools: [any InputTool] { get }
    /// Whether it covers the chart, so that no gesture reaches the chart.
    var coversChart: Bool { get }
    /// The message shown instead of the content, or over it; nil for none.
    var notice: PlaceholderModel? { get }
    /// The parts of the window whose keys work regardless of the focus.
    var keyAreas: [ControlArea] { get }
    /// Changes whenever the output of `encodeGround` does.
    var groundStamp: [Int] { get }
    /// Adds the background, which is under everything else and changes seldom: its picture is
    /// cached.
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

    /// Records the revisions of the parts, and counts a change.
    mutating func note(_ stamp: [Int]) {
        guard stamp != self.stamp else { return }
        self.stamp = stamp
        revision += 1
    }
}
