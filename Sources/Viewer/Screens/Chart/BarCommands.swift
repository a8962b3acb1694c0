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
        return BarAmount.allCases.map(choice) + [
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
}
