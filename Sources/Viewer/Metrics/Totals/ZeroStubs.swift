import ChartCore
import ChartScene
import Charts
import Geometry

/// The stubs of bars of height zero, at the foot of the plot.
///
/// A day without a step is not a day without data: it has a stub as wide as its bar, and a missing
/// day has none.
@MainActor
final class ZeroStubs: Attachment {
    var isHidden = false
    var color: Color { didSet { if color != oldValue { revision = .next() } } }
    /// The width of a stub as a fraction of its slot.
    var fraction = 0.6 { didSet { if fraction != oldValue { revision = .next() } } }
    var opacity = 1.0 { didSet { if opacity != oldValue { revision = .next() } } }
    /// Changes whenever the picture of the stubs does.
    private(set) var revision: Revision? = .next()
    /// The slots of bars of height zero.
    private(set) var slots: [Extent] = []
    private let buffer = BarBuffer()

    /// In points.
    private static let height = 2.0

    init(color: Color) { self.color = color }

    /// Shows the stubs of some slots, in the order of time.
    func show(_ slots: [Extent]) {
        guard slots != self.slots else { return }
        self.slots = slots
        buffer.replace(slots.map { Bar(start: $0.min, end: $0.max, value: 1) })
        revision = .next()
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard !slots.isEmpty, opacity > 0 else { return }
        let height = max(1, (Self.height * scene.scale).rounded())
        let strip = PlotProjection(
            plot: Rect(
                x: projection.plot.x, y: projection.pixelY(0).rounded() - height,
                width: projection.plot.width, height: height), x: projection.x, y: 0...1)
        scene.bars(
            buffer, BarStyle(width: .fraction(fraction), colors: [color]), in: strip,
            alpha: opacity)
    }
}
