import ChartCore
import ChartScene

/// The bars of a mark on the GPU, in places of the scales that they are drawn on.
@MainActor
final class PlacedBars {
    private let buffer = BarBuffer()
    private var transforms = ScaleTransforms.identity
    /// Whether bars are horizontal: slots along y, values along x.
    private let isLying: Bool

    /// Vertical or horizontal bars.
    init(isLying: Bool = false) { self.isLying = isLying }

    /// Replaces all bars, given in values.
    func replace(_ bars: [Bar]) {
        guard !transforms.isIdentity else { return buffer.replace(bars) }
        let (slots, values) = isLying ? (transforms.y, transforms.x) : (transforms.x, transforms.y)
        buffer.replace(bars.map { $0.placed(slots: slots, values: values) })
    }

    /// The bars as a projection draws them; refilled if its transforms changed.
    ///
    /// - Parameter bars: all of them, in values: the same as in the last `replace`.
    func buffer(for projection: PlotProjection, _ bars: () -> [Bar]) -> BarBuffer {
        if projection.transforms != transforms {
            transforms = projection.transforms
            replace(bars())
        }
        return buffer
    }
}

extension Sequence<Bar> {
    /// The lowest and the highest place of the ends of bars; bars without a value are ignored.
    func places(on transform: ScaleTransform) -> Extent {
        reduce(.nothing) { extent, bar in
            var extent = extent
            if bar.value.isFinite {
                extent.include(transform.place(of: bar.value))
                extent.include(transform.place(of: bar.base))
            }
            return extent
        }
    }
}
