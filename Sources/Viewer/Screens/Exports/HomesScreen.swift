import Geometry
import HealthData
import Localization
import Maps

/// The homes that exports hide, and the places that may be homes.
///
/// Before the first export it asks what to hide, and then goes on to the export.
@MainActor
final class HomesScreen: ListScreen {
    nonisolated static let entry = ScreenEntry(
        .homes, make: HomesScreen.init, commands: commands
    ) { viewer in
        families(viewer)
    }

    let id = ScreenID.homes
    private unowned let viewer: ViewerContext
    let list = RowList()
    /// Called with what is kept when the question before an export is answered; nil if there is none.
    private let answered: ((HomePrivacy) -> Void)?
    /// What is kept; nil until it is read.
    private(set) var homes: HomePrivacy? { didSet { viewer.changed() } }
    /// Why it cannot be read or kept.
    private var failure: String? { didSet { viewer.changed() } }
    private let likely: [LikelyHome]
    /// The radius of the next zone, in metres.
    private var radius = HomeRows.radii[1] { didSet { viewer.changed() } }

    convenience init(_ viewer: ViewerContext) { self.init(viewer, answered: nil) }

    /// - Parameter answered: called when the question before an export is answered; nil asks nothing.
    init(_ viewer: ViewerContext, answered: ((HomePrivacy) -> Void)?) {
        self.viewer = viewer
        self.answered = answered
        likely = LikelyHome.find(in: viewer.model.workouts.list.entries.lazy.map(\.workout))
        viewer.hosts.homes.load { [weak self] in self?.take($0) }
    }

    private func take(_ result: Result<HomePrivacy, KeptHomes.Failure>) {
        switch result {
        case .success(let homes): (self.homes, failure) = (homes, nil)
        case .failure(let failure): self.failure = "\(failure)"
        }
    }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let rows = HomeRows(
            homes: homes, likely: likely, radius: radius, asks: answered != nil, failure: failure,
            locale: viewer.model.locale, units: viewer.model.appearance.pins.units)
        list.layout(
            answered == nil ? tr("Homes") : tr("Hide where you live?"), rows.rows, in: room,
            environment)
    }

    var firstFocus: ControlID? {
        answered == nil ? DialogFrame.closeID : ControlID(.answerHidingHomes, in: .dialog)
    }

    // MARK: Changing

    /// The places that may be homes, and that no zone hides yet.
    private var missing: [LikelyHome] { homes?.missing(of: likely) ?? [] }

    private func keep(_ change: (inout HomePrivacy) -> Void, then: ((HomePrivacy) -> Void)? = nil) {
        guard var changed = homes else { return }
        change(&changed)
        guard changed != homes else {
            then?(changed)
            return
        }
        viewer.hosts.homes.keep(changed) { [weak self] result in
            guard let self else { return }
            take(result)
            if case .success(let kept) = result { then?(kept) }
        }
    }

    /// Adds a zone with an offset that is drawn now, once.
    private static func add(_ home: LikelyHome, _ radius: Double, to homes: inout HomePrivacy) {
        var numbers = SystemRandomNumberGenerator()
        guard let zone = PrivacyZone(home: home.place, radius: radius, using: &numbers) else {
            return
        }
        homes.zones.append(zone)
        homes.hides = true
    }

    private func hide(_ number: Int) {
        guard missing.indices.contains(number) else { return }
        let (home, radius) = (missing[number], radius)
        keep { Self.add(home, radius, to: &$0) }
        viewer.focus.focus(DialogFrame.closeID)
    }

    private func remove(_ number: Int) {
        keep { homes in
            if homes.zones.indices.contains(number) { homes.zones.remove(at: number) }
        }
        viewer.focus.focus(DialogFrame.closeID)
    }

    /// Answers the question before the first export.
    private func answer(hides: Bool) {
        let (places, radius) = (missing.filter { $0.count >= HomeRows.least }, radius)
        keep { homes in
            homes.hides = hides
            guard hides else { return }
            for home in places where !homes.zones.contains(where: { $0.contains(home.place) }) {
                Self.add(home, radius, to: &homes)
            }
        } then: { [weak self] homes in
            self?.answered?(homes)
        }
    }

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        func within(
            _ id: CommandID, _ title: String, _ perform: @escaping (HomesScreen) -> Void
        ) -> Command {
            Command(
                id, title,
                isEnabled: { [unowned viewer] in viewer.dialog(HomesScreen.self)?.homes != nil },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(HomesScreen.self) { perform(screen) }
                })
        }
        return [
            Command(
                .showHomes, tr("Homes in exports…"), .worksOverDialogs,
                isEnabled: { [unowned viewer] in
                    viewer.model.phase == .shown
                        && viewer.model.workouts.list.entries.contains { $0.workout.track != nil }
                },
                perform: { [unowned viewer] in viewer.toggle(.homes) }),
            within(.toggleHidingHomes, tr("Hide homes in exports")) { screen in
                screen.keep { $0.hides = $0.hides == false }
            },
            within(.nextRadius, tr("Another size of the circles")) { screen in
                let radii = HomeRows.radii
                let index = radii.firstIndex(of: screen.radius) ?? 0
                screen.radius = radii[(index + 1) % radii.count]
            },
            within(.answerHidingHomes, tr("Hide homes and export")) { $0.answer(hides: true) },
            within(.answerShowingHomes, tr("Show everything and export")) {
                $0.answer(hides: false)
            },
        ]
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func family(
            _ family: CommandFamily<Int>, _ title: @escaping (HomesScreen, Int) -> String?,
            _ perform: @escaping (HomesScreen, Int) -> Void
        ) -> CommandMaker {
            family.commands { [unowned viewer] id, number in
                guard let screen = viewer.dialog(HomesScreen.self),
                    let title = title(screen, number)
                else { return nil }
                return Command(id, title) { perform(screen, number) }
            }
        }
        return [
            family(HomeRows.remove) { screen, number in
                guard let zones = screen.homes?.zones, zones.indices.contains(number) else {
                    return nil
                }
                return tr("Remove {1}", HomeRows.place(zones[number].home))
            } _: {
                $0.remove($1)
            },
            family(HomeRows.hide) { screen, number in
                screen.missing.indices.contains(number)
                    ? tr("Hide {1}", HomeRows.place(screen.missing[number].place)) : nil
            } _: {
                $0.hide($1)
            },
        ]
    }
}

extension ScreenID {
    static let homes = ScreenID("homes")
}

extension CommandID {
    static let showHomes = CommandID("homes.show")
    static let toggleHidingHomes = CommandID("homes.hide-in-exports")
    static let nextRadius = CommandID("homes.radius")
    static let answerHidingHomes = CommandID("homes.answer-hide")
    static let answerShowingHomes = CommandID("homes.answer-show")
}
