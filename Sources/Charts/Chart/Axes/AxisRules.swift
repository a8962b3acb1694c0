import ChartCore
import ChartScene
import Geometry

/// The positions of an axis at which grid lines and tick marks are drawn; grid lines fade with
/// their labels.
@MainActor
final class AxisRules {
    /// Grid lines, and the marks at ticks.
    let major = RuleBuffer()
    /// The marks between ticks.
    let minor = RuleBuffer()
    private var fades = LabelFades<Void>()
    private var isStale = false
    private var minorRevision: Revision?

    /// Whether lines are fading in or out.
    func isFading(at time: Double) -> Bool { fades.isFading(at: time) }

    /// Sets the values at which lines are drawn from now on.
    ///
    /// - Parameters:
    ///   - visible: the values whose lines are visible.
    ///   - isFading: whether changes fade.
    func show(
        _ values: some Sequence<Double>, at time: Double, over visible: Extent, isFading: Bool
    ) {
        fades.show(
            values.map { .init(.init(value: $0), at: $0, content: ()) }, at: time, over: visible,
            isFading: isFading)
        isStale = true
    }

    /// Advances the fades of lines; returns whether a line changed its look.
    ///
    /// - Parameter density: the number of points per unit of the data.
    func update(at time: Double, density: Double) -> Bool {
        let pales = fades.update(at: time, density: density)
        if pales || isStale {
            isStale = false
            major.replace(fades.labels.map(\.anchor), opacities: fades.labels.map(\.opacity))
        }
        return pales
    }

    /// Takes the marks between ticks, if they changed.
    func takeMinor(of ticker: AxisTicker) {
        guard minorRevision != ticker.revision else { return }
        minorRevision = ticker.revision
        minor.replace(ticker.minorTicks)
    }
}
