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
                id, title, keys: [KeyCombination(key)], scope: .focus("workout"),
                isEnabled: isEnabled, perform: perform)
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
                "workouts.open", tr("List of workouts"),
                isEnabled: { [model] in model.hasWorkoutList },
                perform: { [self] in openWorkoutList() }
            ),
            Command(
                "workouts.back", tr("Back"), isEnabled: { [scene] in scene.hasPage },
                perform: { [self] in closePage() }
            ),
            key("workouts.up", along, .up) { [self] in moveAlongWorkouts(by: -1) },
            key("workouts.down", along, .down) { [self] in moveAlongWorkouts(by: 1) },
            key("workouts.page-up", along, .pageUp) { [self] in
                moveAlongWorkouts(by: -scene.workouts.rowsOnPage)
            },
            key("workouts.page-down", along, .pageDown) { [self] in
                moveAlongWorkouts(by: scene.workouts.rowsOnPage)
            },
            key("workouts.first", ends, .home) { [self] in moveAlongWorkouts(by: -1_000_000) },
            key("workouts.last", ends, .end) { [self] in moveAlongWorkouts(by: 1_000_000) },
            step("workouts.previous", .left, -1), step("workouts.next", .right, 1),
        ]
    }

    /// What opens the page of a workout, or chooses a chart of it: made when it is asked for, as there
    /// may be thousands.
    func workoutCommand(_ id: CommandID) -> Command? {
        if let data = MeasuredPane.metric(of: id).flatMap({ wanted in
            model.workoutPage?.measured.first { $0.metric.id == wanted }
        }) {
            return Command(id, tr("Show {1}", data.metric.name)) { [self] in
                model.chooseMeasured(data.metric.id, at: now())
            }
        }
        guard let entry = WorkoutRow.workout(of: id).flatMap({ model.workouts[$0] }) else {
            return nil
        }
        return Command(id, WorkoutKind(entry.workout.sport).name) { [self] in
            model.openWorkout(entry.id, at: now())
            focus(onPage: "workouts.back")
        }
    }

    private func openWorkoutList() {
        model.openWorkoutList()
        focus(onPage: scene.workouts.listed.first.map { WorkoutRow.command(of: $0).name })
    }

    /// Goes back from a page; the keys go on where they had opened it.
    func closePage() {
        let opened = model.workoutPage?.entry.id
        model.closeWorkoutPage(at: now())
        guard let opened else { return focus(onPage: WorkoutButtonPane.id) }
        scene.workouts.reveal(opened)
        focus(onPage: WorkoutRow.command(of: opened).name)
    }

    /// Lets the keys go on at something that comes with the next picture, where they are in use.
    private func focus(onPage id: String?) {
        scene.focus.focus(isByKeys ? id : nil)
        scene.focus.isVisible = isByKeys && id != nil
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
        let focused = scene.focus.focused
            .flatMap { WorkoutRow.workout(of: CommandID($0)) }
            .flatMap { listed.firstIndex(of: $0) }
        let place = focused.map { min(max($0 + count, 0), listed.count - 1) } ?? 0
        scene.workouts.reveal(listed[place])
        focus(onPage: WorkoutRow.command(of: listed[place]).name)
    }
}
