import Cartography
import ChartScene
import Geodesy
import Geometry
import Localization
import Maps
import Painting
import Text

/// What is shown of map and compass.
enum RouteMode: String, CaseIterable, Sendable {
    case map
    case mapAndCompass
    case compass
}

/// The compass of a way: the direction of the way at the place that is shown, and those to its ends.
@MainActor
final class RouteCompass {
    private let compass = Compass()
    /// The target that the compass points to; nil for none.
    private(set) var chosen: ShownTarget.ID?
    /// The targets that can be chosen, and what they are made of.
    private(set) var targets: [ShownTarget] = []
    private var known: (way: ObjectIdentifier, others: [ShownTarget])?
    /// What is round the rim, for a place on the way.
    private var rim = Cached<RimKey, [Compass.Target]>()

    private struct RimKey: Equatable {
        var index: Double
        var shown: [ShownTarget]
        var chosen: ShownTarget.ID?
        var format: RouteFormat
    }

    /// The most targets round the rim: the nearest ones.
    private static let most = 12

    /// The part of the map that it takes.
    private static let part = 0.78

    /// Takes the place that is shown; returns whether another frame is needed.
    func prepare(
        _ state: RouteState, _ others: [ShownTarget], isStill: Bool, at time: Double
    ) -> Bool {
        let way = ObjectIdentifier(state)
        if known?.way != way || known?.others != others {
            known = (way, others)
            targets = Self.ends(of: state) + others
        }
        guard state.mode != .map else { return false }
        let index = state.place?.index ?? state.way.end
        compass.reducesMotion = isStill
        compass.setFollowsHeading(state.camera == .headingUp, at: time)
        // While it goes along and rests, nobody knows the direction.
        let rests =
            state.playback.isRunning
            && state.way.speed(at: index).map { $0 < state.movement.restSpeed } ?? false
        compass.setHeading(
            rests ? nil : state.heading(at: index).map { $0 * 180 / .pi }, at: time)
        let key = RimKey(index: index, shown: targets, chosen: chosen, format: state.format)
        compass.setTargets(rim(key) { round(state, index) }, at: time)
        compass.choose(chosen.map(Self.name), at: time)
        let rate = state.series[.rate]?.value(at: index)
        compass.reading = rate.map { state.format.figure($0, .rate).text } ?? ""
        return compass.advance(to: time)
    }

    /// The ends of the way as targets.
    private static func ends(of state: RouteState) -> [ShownTarget] {
        let ends: [(ShownTarget.ID, String, Double)] = [
            (.start, tr("Start"), 0), (.end, tr("End"), state.way.end),
        ]
        return ends.compactMap { id, name, index in
            state.way.planePoint(at: index).map {
                ShownTarget(id: id, name: name, place: state.way.plane.place($0))
            }
        }
    }

    private static func name(_ id: ShownTarget.ID) -> String {
        switch id {
        case .own(let number): "own \(number)"
        case .waypoint(let number): "waypoint \(number)"
        case .start: "start"
        case .end: "end"
        }
    }

    private func round(_ state: RouteState, _ index: Double) -> [Compass.Target] {
        guard let point = state.way.planePoint(at: index) else { return [] }
        let here = state.way.plane.place(point)
        let ways = targets.map { ($0, Geodesic(from: here, to: $0.place)) }
        let nearest = ways.sorted { $0.1.length < $1.1.length }.prefix(Self.most)
        let isThere = nearest.contains { $0.0.id == chosen }
        let missing = isThere ? [] : ways.filter { $0.0.id == chosen }
        return (Array(nearest) + missing).map { target, way in
            Compass.Target(
                id: Self.name(target.id), name: target.name,
                // At the target itself every direction is right.
                direction: way.length < 1 ? 0 : (way.azimuth + 360).remainder(dividingBy: 360),
                distance: state.format.way(way.length).text)
        }
    }

    /// Chooses a target; nil for none.
    func choose(_ id: ShownTarget.ID?) { chosen = id }

    /// Chooses the next target, or none after the last one.
    func chooseNext() {
        let all = targets.map { Optional($0.id) } + [nil]
        let index = all.firstIndex(of: chosen) ?? all.count - 1
        chosen = all[(index + 1) % all.count]
    }

    func encode(
        into scene: SceneBuilder, _ state: RouteState, in frame: Rect, _ typesetter: Typesetter
    ) {
        guard state.mode != .map else { return }
        if state.mode == .compass { scene.fill(frame, state.palette.compassGround) }
        let side = min(frame.width, frame.height) * Self.part
        compass.encode(
            into: scene,
            in: Rect(
                x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side),
            typesetter: typesetter)
    }
}

extension MapPalette {
    /// What is behind a compass without a map: dark in any theme, as its marks are light.
    fileprivate var compassGround: Color { Color(hex: 0x2B303A) }
}
