import Localization

/// The commands that show averages of a day or totals in the bars of weeks and longer units.
@MainActor
enum BarCommands {
    static func all(_ viewer: ViewerContext) -> [Command] {
        let hasChoice: () -> Bool = { [unowned viewer] in
            viewer.model.phase == .shown && viewer.model.metricChart?.hasBarChoice == true
        }
        let reason: () -> String? = { [unowned viewer] in
            viewer.model.chart == nil
                ? nil : tr("Only bars of weeks and longer can show an average of a day.")
        }
        func choice(_ amount: BarAmount) -> Command {
            Command(amount.command, amount.title, isEnabled: hasChoice, reason: reason) {
                [unowned viewer] in viewer.model.active.show(amount, at: viewer.now())
            }
        }
        return nights(viewer) + BarAmount.allCases.map(choice) + [
            Command(
                "bars.next", tr("Bars per day, or totals"),
                keys: [KeyCombination(.character("b"))], group: .periods, isEnabled: hasChoice,
                reason: reason,
                perform: { [unowned viewer] in
                    let active = viewer.model.active
                    active.show(
                        active.barAmount == .perDay ? .total : .perDay, at: viewer.now())
                })
        ]
    }

    /// The commands that show nights from bedtime to waking, or as lengths.
    private static func nights(_ viewer: ViewerContext) -> [Command] {
        let hasChoice: () -> Bool = { [unowned viewer] in
            viewer.model.phase == .shown && viewer.model.metricChart?.hasNightChoice == true
        }
        let reason: () -> String? = { [unowned viewer] in
            viewer.model.chart == nil
                ? nil : tr("Only bars of nights and weeks of sleep can show bedtime and waking.")
        }
        return NightView.allCases.map { view in
            Command(view.command, view.title, isEnabled: hasChoice, reason: reason) {
                [unowned viewer] in viewer.model.active.show(view, at: viewer.now())
            }
        } + [
            Command(
                "nights.next", tr("Nights by the clock, or hours"),
                keys: [KeyCombination(.character("h"))], group: .periods, isEnabled: hasChoice,
                reason: reason,
                perform: { [unowned viewer] in
                    let active = viewer.model.active
                    active.show(
                        active.nightView == .bedtime ? .hours : .bedtime, at: viewer.now())
                })
        ]
    }
}

extension NightView {
    /// The command that chooses it: `nights.bedtime`.
    var command: CommandID { CommandID("nights." + rawValue) }

    /// The title of its command.
    var title: String {
        switch self {
        case .bedtime: tr("Show nights from bedtime to waking")
        case .hours: tr("Show nights as hours")
        }
    }

    /// The label of its segment.
    var label: String {
        switch self {
        case .bedtime: tr("Bedtime to waking")
        case .hours: tr("Hours")
        }
    }

    /// What bars show, as a sentence.
    var explanation: String {
        switch self {
        case .bedtime: tr("Bars of nights and weeks are from bedtime to waking on the clock.")
        case .hours: tr("Bars show how long one slept.")
        }
    }
}

extension BarAmount {
    /// The command that chooses it: `bars.per-day`.
    var command: CommandID { CommandID("bars." + rawValue) }

    /// The title of its command.
    var title: String {
        switch self {
        case .perDay: tr("Show bars per day")
        case .total: tr("Show bars as totals")
        }
    }

    /// The label of its segment.
    ///
    /// - Parameter isNights: whether the days are nights.
    func label(isNights: Bool) -> String {
        switch self {
        case .perDay: isNights ? tr("Per night") : tr("Per day")
        case .total: tr("Total")
        }
    }

    /// What bars show, as a sentence.
    var explanation: String {
        switch self {
        case .perDay: tr("Bars of weeks and longer show the average of a day.")
        case .total: tr("Bars of weeks and longer show the sum of all days.")
        }
    }
}

extension ControlID {
    /// The choice of what bars show.
    static let bars = ControlID("bars", in: .legend)
    /// The choice of what bars of nights show.
    static let nights = ControlID("nights", in: .legend)
}
