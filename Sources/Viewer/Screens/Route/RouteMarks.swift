import Cartography
import ChartScene
import Geometry
import Maps
import Painting
import Text

/// The marks on a track: kilometres or miles, rests, start and end, and the ring of the place that is shown.
///
/// Each is recorded once; a pan only moves it.
@MainActor
final class RouteMarks {
    private enum Kind: Hashable {
        case number(Int)
        case start
        case end
        case rest
        case ring(Color)
    }

    private struct Key: Equatable {
        var style: PaneStyle
        var way: ObjectIdentifier
    }

    private struct Mark {
        var kind: Kind
        var place: PlanePoint?
        var importance: Int
    }

    private var key: Key?
    private var pictures: [Kind: Picture] = [:]
    private var marks: [Mark] = []
    /// The marks that have room, for a zoom.
    private var shown: (zoom: Double, hasNumbers: Bool, numbers: [Int])?
    private var typesetter: Typesetter?

    /// The least distance between two marks, in points.
    private static let distance = 27.0
    /// The shortest rest that has a mark, in seconds.
    static let leastRest = 30.0

    /// Takes the marks of a way.
    func update(_ state: RouteState, _ style: PaneStyle, _ resources: PaneResources) {
        typesetter = resources.typesetter
        let key = Key(style: style, way: ObjectIdentifier(state))
        guard key != self.key else { return }
        if key.way != self.key?.way {
            marks = Self.marks(of: state)
            shown = nil
        }
        if key.style != self.key?.style { pictures = [:] }
        self.key = key
    }

    private static func marks(of state: RouteState) -> [Mark] {
        let way = state.way
        func at(_ index: Double) -> PlanePoint? { way.planePoint(at: index) }
        let cut = state.subject.cut
        // The border of a hidden home is no start, and no end.
        var marks = [
            Mark(kind: .start, place: cut?.hidesStart == true ? nil : at(0), importance: 100),
            Mark(kind: .end, place: cut?.hidesEnd == true ? nil : at(way.end), importance: 99),
        ]
        for (index, place) in way.marks(every: state.format.units.large).enumerated() {
            marks.append(
                Mark(
                    kind: .number(index + 1), place: at(place),
                    importance: 5 + MapMarks.roundness(of: index + 1)))
        }
        for rest in way.motion?.rests ?? []
        where rest.upperBound - rest.lowerBound >= leastRest
            && cut?.spans.contains(where: { $0.upperBound == rest.lowerBound }) != true
        {
            marks.append(
                Mark(kind: .rest, place: at(way.index(atTime: rest.lowerBound)), importance: 1))
        }
        return marks
    }

    /// Adds the marks to a scene.
    ///
    /// - Parameter corner: the upper left corner of the map, in points of the scene.
    func encode(
        into scene: SceneBuilder, _ state: RouteState, hasNumbers: Bool, at corner: Point
    ) {
        let camera = state.shown
        if shown?.zoom != camera.zoom || shown?.hasNumbers != hasNumbers {
            let places = marks.map { mark -> PlanePoint? in
                if case .number = mark.kind, !hasNumbers { return nil }
                return mark.place
            }
            // Long numbers need more room.
            let digits = "\(marks.count)".count
            let distance = Self.distance + 7 * Double(max(digits - 2, 0))
            // The start covers the end of a round, whatever their distance.
            shown = (
                camera.zoom, hasNumbers,
                MapMarks.apart(places, by: distance / camera.pointsPerUnit) {
                    marks[$0].importance
                }
            )
        }
        let view = Rect(origin: .zero, size: camera.size).inset(by: -20)
        for number in (shown?.numbers ?? []).reversed() {
            guard let place = marks[number].place, let picture = picture(marks[number].kind) else {
                continue
            }
            for turn in turns(of: place, camera) {
                let point = camera.point(of: PlanePoint(x: place.x + Double(turn), y: place.y))
                guard view.contains(point) else { continue }
                scene.picture(picture, at: Point(x: corner.x + point.x, y: corner.y + point.y))
            }
        }
    }

    /// Adds the ring of the place that is shown, and returns where it is.
    @discardableResult
    func encodeRing(
        into scene: SceneBuilder, _ state: RouteState, at corner: Point
    ) -> Point? {
        guard let index = state.place?.index, let place = state.way.planePoint(at: index),
            let picture = picture(.ring(state.color(at: index)))
        else { return nil }
        let camera = state.shown
        var first: Point?
        for turn in turns(of: place, camera) {
            let point = camera.point(of: PlanePoint(x: place.x + Double(turn), y: place.y))
            scene.picture(picture, at: Point(x: corner.x + point.x, y: corner.y + point.y))
            first = first ?? point
        }
        return first
    }

    private func turns(of place: PlanePoint, _ camera: MapCamera) -> ClosedRange<Int> {
        camera.turns(of: PlaneRect(x: place.x, y: place.y, width: 0, height: 0)) ?? 0...0
    }

    private func picture(_ kind: Kind) -> Picture? {
        if let known = pictures[kind] { return known }
        guard let style = key?.style, let typesetter else { return nil }
        let canvas = Canvas(scale: style.scale)
        let pane = PaneCanvas(canvas: canvas, theme: style.theme, typesetter: typesetter)
        draw(kind, pane)
        let picture = canvas.finish()
        // Rings have as many colours as there are classes.
        pictures[kind] = picture
        return picture
    }

    private func draw(_ kind: Kind, _ pane: PaneCanvas) {
        let theme = pane.theme
        switch kind {
        case .number(let number):
            let text = "\(number)"
            let width = max(17, pane.width(text, TypeStyle.labelStrong) + 9)
            let rect = Rect(x: -width / 2, y: -8.5, width: width, height: 17)
            pane.canvas.fill(
                rect, theme.card, corners: Corners(8.5),
                border: Border(width: 1.25, color: theme.text1))
            pane.text(text, TypeStyle.labelStrong, in: rect, theme.text1, .center)
        case .start:
            pane.canvas.circle(
                at: .zero, radius: 8, fill: theme.card)
            pane.canvas.circle(at: .zero, radius: 6, fill: theme.route)
        case .end:
            pane.canvas.fill(
                Rect(x: -7.5, y: -7.5, width: 15, height: 15), theme.card, corners: Corners(3))
            pane.canvas.fill(
                Rect(x: -5.5, y: -5.5, width: 11, height: 11), theme.text1, corners: Corners(2))
        case .rest:
            pane.canvas.circle(
                at: .zero, radius: 4.5, fill: theme.card,
                stroke: Border(width: 1.75, color: theme.text2))
        case .ring(let color):
            pane.canvas.circle(at: .zero, radius: 10.5, fill: theme.card)
            pane.canvas.circle(
                at: .zero, radius: 8.5, fill: theme.card,
                stroke: Border(width: 3, color: theme.text1))
            pane.canvas.circle(at: .zero, radius: 4, fill: color)
        }
    }
}
