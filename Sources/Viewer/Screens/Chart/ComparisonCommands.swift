import Localization

/// The commands that show earlier pages of the calendar behind the page that is shown.
@MainActor
enum ComparisonCommands {
    static func all(_ viewer: ViewerContext) -> [Command] {
        let canCompare: () -> Bool = { [unowned viewer] in
            viewer.model.phase == .shown && viewer.content.chart != nil
                && viewer.model.active.canCompare
        }
        let reason: () -> String? = { [unowned viewer] in
            viewer.model.chart == nil
                ? nil : tr("Only whole weeks, months and years can be compared with earlier ones.")
        }
        func choice(_ compared: ComparedPage?) -> Command {
            Command(
                ComparedPage.command(compared), ComparedPage.title(compared),
                isEnabled: canCompare, reason: reason
            ) { [unowned viewer] in
                viewer.model.active.compare(compared, at: viewer.now())
            }
        }
        return ([nil] + ComparedPage.allCases).map(choice) + [
            Command(
                .compareNext, tr("Compare with earlier pages"),
                keys: [KeyCombination(.character("c"))], group: .periods, isEnabled: canCompare,
                reason: reason,
                perform: { [unowned viewer] in
                    let active = viewer.model.active
                    let order: [ComparedPage?] = [nil] + ComparedPage.allCases
                    let place = order.firstIndex(of: active.compared) ?? 0
                    let next = order[(place + 1) % order.count]
                    active.compare(next, at: viewer.now())
                    viewer.showMessage(ComparedPage.sentence(next))
                })
        ]
    }
}

extension ComparedPage {
    /// The command that chooses what the page is compared with.
    static func command(_ compared: ComparedPage?) -> CommandID {
        CommandID("compare." + (compared?.rawValue ?? "nothing"))
    }

    /// The title of its command.
    static func title(_ compared: ComparedPage?) -> String {
        switch compared {
        case nil: tr("Compare with nothing")
        case .before: tr("Compare with the page before")
        case .yearBefore: tr("Compare with a year before")
        case .years: tr("Compare with the years before")
        }
    }

    /// What is compared now, as a sentence.
    static func sentence(_ compared: ComparedPage?) -> String {
        switch compared {
        case nil: tr("Nothing is compared now.")
        case .before: tr("Compared with the page before. Again for a year before.")
        case .yearBefore: tr("Compared with a year before. Again for more years.")
        case .years: tr("Compared with the years before. Again for none.")
        }
    }
}

extension CommandID {
    /// Compares the page with the next choice of earlier ones.
    static let compareNext = CommandID("compare.next")
}
