import ChartCore
import ChartScene
import Geometry

/// The places of an axis at which grid lines and tick marks stand; grid lines come and go with their
/// labels.
@MainActor
final class AxisRules {
    /// Grid lines, and the marks at ticks.
    let major = RuleBuffer()
    /// The marks between ticks.
    let minor = RuleBuffer()
    private var fades = LabelFades<Void>()
    private var isStale = false
    private var minorRevision: Revision?

    /// Whether lines are coming or going.
    func isFading(at time: Double) -> Bool { fades.isFading(at: time) }

    /// Tells at which values lines stand from now on.
    ///
    /// - Parameters:
    ///   - visible: the values whose lines can be seen.
    ///   - isFading: whether what changes takes its time.
    func show(
        _ values: some Sequence<Double>, at time: Double, over visible: Extent, isFading: Bool
    ) {
        fades.show(
            values.map { .init(.init(value: $0), at: $0, content: ()) }, at: time, over: visible,
            isFading: isFading)
        isStale = true
    }

    /// Lets lines come and go; whether one looks other than before.
    ///
    /// - Parameter density: how many points a unit of the data takes.
    func update(at time: Double, density: Double) -> Bool {
        let pales = fades.update(at: time, density: density)
        if pales || isStale {
            isStale = false
            major.replace(fades.labels.map(\.anchor), opacities: fades.labels.map(\.opacity))
        }
        return pales
    }

    /// Takes the marks between ticks, where they are others.
    func takeMinor(of ticker: AxisTicker) {
        guard minorRevision != ticker.revision else { return }
        minorRevision = ticker.revision
        minor.replace(ticker.minorTicks)
    }
}
