// The board of a crosshair: a title, a row for each value, and notes under them.
//
// The texts are recorded when they change; the place is computed in every frame. There are several
// arrangements of the same texts (InfoBoard+Arrangements), the preferred one first, and
// `InfoBoardPlacement` uses the first for which there is room: the board never covers a ring and
// never leaves its container. `InfoBoardMotion` moves it to another place; it moves with the data at
// once.

import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// The board that describes the place of a crosshair: a title, a row for each value, and notes.
///
/// A crosshair shows it (`Crosshair.board`) between its line and its rings: it finds a place where
/// it covers no ring, adapts its arrangement to the room, and moves to another place in 150 ms. A
/// `ChartFigure` has one for each chart.
///
/// Cost: the texts are shaped and recorded when they change; otherwise a frame costs the search for
/// a place, a few microseconds.
@MainActor
public final class InfoBoard {
    /// A value with its unit and name.
    public struct Row: Hashable, Sendable {
        /// The name of the value; may be empty.
        public var name: String
        /// The value as it is written.
        public var value: String
        /// The unit, in smaller type after the value; may be empty.
        public var unit: String
        /// The colour of the series, in which the value is written as far as it can be read.
        public var color: Color
        /// Whether the value means nothing without its name, such as a number of readings.
        ///
        /// If there is no room for names, it is left out.
        public var isDetail: Bool

        /// Makes a row.
        public init(
            name: String, value: String, unit: String = "", color: Color, isDetail: Bool = false
        ) {
            self.name = name
            self.value = value
            self.unit = unit
            self.color = color
            self.isDetail = isDetail
        }
    }

    /// Colours, type and distances.
    public var style: Style {
        didSet { if style != oldValue { forgetArrangements() } }
    }
    /// How long the board takes to move to another place, in seconds; 0 for at once.
    public var duration: Double {
        get { motion.duration }
        set { motion.duration = newValue }
    }
    /// The text above the rows.
    public private(set) var title = ""
    /// The rows from the top down.
    public private(set) var rows: [Row] = []
    /// The texts under the rows.
    public private(set) var notes: [String] = []
    /// Where the board is, in points; nil if it is not shown.
    public private(set) var rect: Rect?
    private var placement = InfoBoardPlacement()
    private var motion = InfoBoardMotion()
    /// The markers when the board was placed last.
    private var markers: [Rect] = []
    private var arrangements: [Arrangement]?
    private var recorded: (look: Look, picture: Picture)?

    /// What the picture depends on, in addition to the texts and the style.
    private struct Look: Equatable {
        var arrangement: Arrangement
        var size: Size
        var scale: Double
    }

    /// Makes a board without texts.
    public init(style: Style = Style(.light)) { self.style = style }

    /// Shows texts; it costs nothing if they are the same.
    ///
    /// - Parameters:
    ///   - title: the text above the rows; may be empty.
    ///   - rows: from the top down.
    ///   - notes: paragraphs under the rows. At most `Style.mostNoteLines` lines are shown.
    public func show(_ title: String, _ rows: [Row], notes: [String] = []) {
        guard title != self.title || rows != self.rows || notes != self.notes else { return }
        (self.title, self.rows, self.notes) = (title, rows, notes)
        forgetArrangements()
    }

    private func forgetArrangements() {
        arrangements = nil
        recorded = nil
    }

    // MARK: Place

    /// The point that a board describes, and where everything around it is.
    struct Surroundings {
        /// The point and its markers as they are drawn.
        var now: InfoBoardPlacement.View
        /// The same where the ranges are going.
        var target: InfoBoardPlacement.View
        /// The chart's plot.
        var plot: Rect
        /// What the board must stay inside.
        var container: Rect
    }

    /// Finds the board's place in a frame.
    ///
    /// - Parameters:
    ///   - isOther: whether the point is another one than before.
    ///   - change: when that changed, in seconds.
    ///   - time: of the frame, in seconds.
    func place(
        in surroundings: Surroundings, isOther: Bool, since change: Double, at time: Double,
        deviceScale: Double, typesetter: Typesetter
    ) {
        guard !title.isEmpty || !rows.isEmpty || !notes.isEmpty else { return leave() }
        let arrangements =
            arrangements
            ?? Self.arrangements(title: title, rows: rows, notes: notes, style, typesetter)
        self.arrangements = arrangements
        let (now, container) = (surroundings.now, surroundings.container)
        placement.measures.margin = style.margin
        let place = placement.place(
            arrangements.map(\.size), over: surroundings.target, now: now, plot: surroundings.plot,
            in: container)
        guard let place else {
            markers = now.markers
            motion.hide()
            rect = nil
            recorded = nil
            return
        }
        let reach =
            markers.count == now.markers.count
            ? zip(markers, now.markers).map { ($1.origin - $0.origin).length }.max() ?? 0 : 0
        markers = now.markers
        motion.show(
            place.rect, over: Point(x: now.x, y: surroundings.plot.minY), reach: reach,
            isOther: isOther, at: change)
        rect = motion.rect(at: time, in: container.inset(by: style.margin))
        let look = Look(
            arrangement: arrangements[place.size], size: rect?.size ?? place.rect.size,
            scale: deviceScale)
        guard recorded?.look != look else { return }
        let canvas = Canvas(scale: deviceScale)
        draw(look.arrangement, size: look.size, on: canvas, typesetter)
        recorded = (look, canvas.finish())
    }

    /// Removes the board; the next place is reached at once.
    func leave() {
        motion.hide()
        placement = InfoBoardPlacement()
        rect = nil
        recorded = nil
    }

    /// Whether the board is still moving to its place.
    func isMoving(at time: Double) -> Bool { motion.isMoving(at: time) }

    /// Adds the board to a scene.
    func encode(into scene: SceneBuilder, alpha: Double) {
        guard let recorded, let rect, alpha > 0 else { return }
        scene.picture(recorded.picture, at: rect.origin, alpha: alpha)
    }
}
