import Geometry

/// The frames of a route, in points: map, panels, playback and choices.
struct RouteLayout: Equatable {
    let map: Rect
    /// Empty if there are no panels.
    let panels: Rect
    /// How many panels have room, the first ones.
    let panelCount: Int
    /// The bar of the playback; nil if there is no time or no room for it.
    let bar: Rect?
    /// The row of choices; nil if there is no room for it.
    let choices: Rect?

    /// Map and panels are side by side from this width on, in points; in a low room from a smaller one.
    private static let sideBySideFrom = 640.0
    private static let sideBySideInLowFrom = 430.0
    private static let lowBelow = 400.0
    /// The height that a panel needs, with its heading, and what the labels of the axis need.
    private static let panelHeight = 84.0
    private static let labelsHeight = 30.0
    private static let barHeight = 52.0
    private static let choicesHeight = 28.0
    /// The map and the panels have at least so much height before anything else has any.
    private static let leastHeight = 250.0

    /// Only the map.
    init(alone room: Rect) {
        (map, panels, panelCount, bar, choices) = (room, .zero, 0, nil, nil)
    }

    init(in room: Rect, panels count: Int, isTimed: Bool) {
        var bottom = room.maxY
        func takes(_ height: Double) -> Rect? {
            guard bottom - height - Measure.gap - room.y >= Self.leastHeight else { return nil }
            bottom -= height
            defer { bottom -= Measure.gap }
            return Rect(x: room.x, y: bottom, width: room.width, height: height)
        }
        // The bar has priority, and the choices are under it.
        let forBar = isTimed ? Self.barHeight + Measure.gap : 0
        choices =
            room.height - forBar - Self.choicesHeight - Measure.gap >= Self.leastHeight
            ? takes(Self.choicesHeight) : nil
        bar = isTimed ? takes(Self.barHeight) : nil
        let main = Rect(x: room.x, y: room.y, width: room.width, height: max(0, bottom - room.y))
        guard count > 0, main.height >= 180 else {
            (map, panels, panelCount) = (main, .zero, 0)
            return
        }
        func fitting(_ height: Double) -> Int {
            min(count, max(1, Int((height - Self.labelsHeight) / Self.panelHeight)))
        }
        let least = main.height < Self.lowBelow ? Self.sideBySideInLowFrom : Self.sideBySideFrom
        if room.width >= least {
            let side = min(max(main.width * 0.4, 180), 460)
            panelCount = fitting(main.height)
            map = Rect(
                x: main.x, y: main.y, width: main.width - side - Measure.gap, height: main.height)
            panels = Rect(x: map.maxX + Measure.gap, y: main.y, width: side, height: main.height)
        } else {
            // One below the other: each panel needs some height.
            let height = min(
                max(main.height * 0.45, Self.panelHeight + Self.labelsHeight),
                Double(count) * 140)
            panelCount = fitting(height)
            map = Rect(
                x: main.x, y: main.y, width: main.width,
                height: max(0, main.height - height - Measure.gap))
            panels = Rect(x: main.x, y: map.maxY + Measure.gap, width: main.width, height: height)
        }
    }
}
