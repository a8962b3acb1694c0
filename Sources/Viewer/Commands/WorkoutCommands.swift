import HealthData
import Localization

extension ViewerController {
    /// What is done with the list of workouts, and on the page of one.
    func workoutCommands() -> [Command] {
        func key(
            _ id: CommandID, _ title: String, _ key: Key,
            isEnabled: @escaping () -> Bool = { true }, perform: @escaping () -> Void
        ) -> Command {
            Command(
                id, title, keys: [KeyCombination(key)], scope: .area(.workoutRows),
                group: .periods, .repeats, isEnabled: isEnabled, perform: perform)
        }
        let along = tr("Along the list of workouts")
        let ends = tr("First and last workout")
        let beside = tr("The workout before, the workout after")
        func step(_ id: CommandID, _ arrow: Key, _ count: Int) -> Command {
            key(
                id, beside, arrow,
                isEnabled: { [model] in model.canStepWorkout(by: count) },
                perform: { [self] in model.stepWorkout(by: count, at: now()) })
        }
        return [
            Command(
                .openWorkoutList, tr("List of workouts"), group: .periods,
                isEnabled: { [model] in model.hasWorkoutList },
                perform: { [self] in openWorkoutList() }
            ),
            Command(
                .closePage, tr("Back"), group: .periods, isEnabled: { [scene] in scene.hasPage },
                perform: { [self] in closePage() }
            ),
            key(CommandID("workouts.up"), along, .up) { [self] in moveAlongWorkouts(by: -1) },
            key(CommandID("workouts.down"), along, .down) { [self] in moveAlongWorkouts(by: 1) },
            key(CommandID("workouts.page-up"), along, .pageUp) { [self] in
                moveAlongWorkouts(by: -scene.workouts.rowsOnPage)
            },
            key(CommandID("workouts.page-down"), along, .pageDown) { [self] in
                moveAlongWorkouts(by: scene.workouts.rowsOnPage)
            },
            key(CommandID("workouts.first"), ends, .home) { [self] in
                moveAlongWorkouts(by: -1_000_000)
            },
            key(CommandID("workouts.last"), ends, .end) { [self] in moveAlongWorkouts(by: 1_000_000)
            },
            step(.previousWorkout, .left, -1), step(.nextWorkout, .right, 1),
        ]
    }

    /// What opens the page of a workout, and what chooses a chart of it.
    func workoutFamilies() -> [CommandMaker] {
        [
            WorkoutRow.open.commands { [unowned self] id, workout in
                guard let entry = model.workouts[workout] else { return nil }
                return Command(id, WorkoutKind(entry.workout.sport).name) { [self] in
                    model.openWorkout(workout, at: now())
                    focus(onPage: PageHeadingPane.control(.closePage))
                }
            },
            MeasuredPane.show.commands { [unowned self] id, metric in
                guard
                    let data = model.workoutPage?.measured.first(where: { $0.metric.id == metric })
                else { return nil }
                return Command(id, tr("Show {1}", data.metric.name)) { [self] in
                    model.chooseMeasured(metric, at: now())
                }
            },
        ]
    }

    private func openWorkoutList() {
        model.openWorkoutList()
        focus(onPage: scene.workouts.listed.first.map(WorkoutRow.control))
    }

    /// Goes back from a page; the keys go on where they had opened it.
    func closePage() {
        let opened = model.workoutPage?.entry.id
        model.closeWorkoutPage(at: now())
        guard let opened else { return focus(onPage: WorkoutButtonPane.id) }
        scene.workouts.reveal(opened)
        focus(onPage: WorkoutRow.control(opened))
    }

    /// Lets the keys go on at something that comes with the next picture, where they are in use.
    private func focus(onPage id: ControlID?) {
        scene.focus.focus(viewer.isByKeys ? id : nil)
        scene.focus.isVisible = viewer.isByKeys && id != nil
        model.onChange(.input)
    }

    /// Goes from row to row with the focus, or scrolls the page of a workout.
    private func moveAlongWorkouts(by count: Int) {
        if let page = model.workoutPage {
            page.scroll += Double(count) * WorkoutDetailsPane.lapHeight
            return model.onChange(.input)
        }
        let listed = scene.workouts.listed
        guard !listed.isEmpty else { return }
        let focused = WorkoutRow.open.subject(of: scene.focus.focused?.command)
            .flatMap { listed.firstIndex(of: $0) }
        let place = focused.map { min(max($0 + count, 0), listed.count - 1) } ?? 0
        scene.workouts.reveal(listed[place])
        focus(onPage: WorkoutRow.control(listed[place]))
    }
}

extension CommandID {
    static let openWorkoutList = CommandID("workouts.open")
    static let closePage = CommandID("workouts.back")
    static let previousWorkout = CommandID("workouts.previous")
    static let nextWorkout = CommandID("workouts.next")
}
