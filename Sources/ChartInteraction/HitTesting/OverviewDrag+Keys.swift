import ChartCore
import Geometry

extension OverviewDrag {
    /// How far a key moves a part of the window, with the direction as its sign.
    public enum Step: Hashable, Sendable {
        /// By a number of windows.
        case windows(Double)
        /// To an end of the domain: the first one if negative.
        case end(Double)
    }

    /// The window after a key has moved a part of it.
    ///
    /// - Precondition: domain and window are proper, and the strip has an extent.
    ///
    /// - Parameters:
    ///   - strip: the area in which the whole `domain` is drawn, in points.
    ///   - minimumLength: the least length of the window, in the domain's units.
    public static func window(
        moving part: Part, by step: Step, strip: Rect, domain: Extent, window: Extent,
        minimumLength: Double = 0
    ) -> Extent {
        let way: Double
        switch step {
        case .windows(let count): way = count * window.length
        case .end(let direction): way = direction * 2 * (domain.length + window.length)
        }
        return OverviewDrag(taking: part, strip: strip, domain: domain, window: window)
            .window(at: way / domain.length * strip.width, minimumLength: minimumLength)
    }
}
