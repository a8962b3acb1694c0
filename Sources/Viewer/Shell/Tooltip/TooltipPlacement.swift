import Geometry

/// The placement of a tooltip: inside the window, and never over its control.
enum TooltipPlacement {
    /// Between the tooltip and its control, in points.
    static let gap = 8.0
    /// Between the tooltip and the window's edge, in points.
    static let margin = 8.0

    /// A side of a control.
    enum Side: CaseIterable {
        case below, above, right, left
    }

    /// The frame of a tooltip on the first side with room for it; nil if no side has room.
    ///
    /// - Parameters:
    ///   - size: the tooltip's size, in points.
    ///   - first: the side that is tried before the others.
    static func frame(
        _ size: Size, of control: Rect, in window: Rect, first: Side = .below
    ) -> Rect? {
        let room = window.inset(by: margin)
        guard size.width <= room.width, size.height <= room.height else { return nil }
        func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double {
            min(max(value, low), max(low, high)).rounded()
        }
        let x = clamped(control.midX - size.width / 2, room.minX, room.maxX - size.width)
        let y = clamped(control.midY - size.height / 2, room.minY, room.maxY - size.height)
        for side in [first] + Side.allCases.filter({ $0 != first }) {
            let origin =
                switch side {
                case .below: Point(x: x, y: control.maxY + gap)
                case .above: Point(x: x, y: control.minY - gap - size.height)
                case .right: Point(x: control.maxX + gap, y: y)
                case .left: Point(x: control.minX - gap - size.width, y: y)
                }
            let frame = Rect(origin: origin, size: size)
            // Rounding may cost half a point of the margin.
            if window.inset(by: margin - 0.5).contains(frame) { return frame }
        }
        return nil
    }
}

extension Rect {
    /// Whether another rectangle is within this one, edges included.
    fileprivate func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }
}
