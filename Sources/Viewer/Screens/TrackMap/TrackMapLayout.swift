import Geometry

/// The frames of the map of all workouts, in points: heading, choices, map and list.
struct TrackMapLayout: Equatable {
    let heading: Rect
    /// The rows of the choices: sports and years.
    let sports: Rect
    let years: Rect
    let map: Rect
    /// Nil if there is no room for it.
    let list: Rect?

    /// Map and list are side by side from this width on, in points.
    private static let sideBySideFrom = 640.0
    /// The list is under the map from this height on.
    private static let listFrom = 270.0

    /// - Parameter hasWorkouts: whether there are choices and a list.
    init(in room: Rect, isAlone: Bool, hasWorkouts: Bool = true) {
        if isAlone {
            (heading, sports, years, map, list) = (.zero, .zero, .zero, room, nil)
            return
        }
        heading = Rect(x: room.x, y: room.y, width: room.width, height: Measure.headingHeight)
        guard hasWorkouts else {
            let top = heading.maxY + Measure.gap
            map = Rect(x: room.x, y: top, width: room.width, height: max(0, room.maxY - top))
            (sports, years, list) = (.zero, .zero, nil)
            return
        }
        let height = TrackMapFilterPane.height
        let gap = room.height < 520 ? 6 : 8.0
        sports = Rect(x: room.x, y: heading.maxY + gap, width: room.width, height: height)
        years = Rect(x: room.x, y: sports.maxY + gap, width: room.width, height: height)
        let top = years.maxY + Measure.gap
        let main = Rect(x: room.x, y: top, width: room.width, height: max(0, room.maxY - top))
        if room.width >= Self.sideBySideFrom {
            let side = min(max((main.width * 0.3).rounded(), 240), 340)
            map = Rect(
                x: main.x, y: main.y, width: main.width - side - Measure.gap, height: main.height)
            list = Rect(x: map.maxX + Measure.gap, y: main.y, width: side, height: main.height)
        } else if main.height >= Self.listFrom {
            let least = Measure.listCaptionHeight + Measure.listRowHeight + 8
            let side = max(least, (main.height * 0.36).rounded())
            map = Rect(
                x: main.x, y: main.y, width: main.width, height: main.height - side - Measure.gap)
            list = Rect(x: main.x, y: map.maxY + Measure.gap, width: main.width, height: side)
        } else {
            (map, list) = (main, nil)
        }
    }
}
