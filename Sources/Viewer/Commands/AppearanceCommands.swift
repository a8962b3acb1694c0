import HealthData
import Localization

extension ViewerController {
    /// How the window looks: what is pinned in place of what the desktop says.
    func appearanceCommands() -> [Command] {
        func pin(
            _ id: CommandID, _ title: String, _ edit: @escaping (inout Preferences) -> Void
        ) -> Command {
            Command(id, title) { [self] in model.pin(at: now(), edit) }
        }
        return [
            Command(
                "theme.toggle", tr("Light or dark"), keys: [KeyCombination(.character("t"))]
            ) { [self] in model.toggleTheme(at: now()) },
            pin("theme.light", tr("Light")) { $0.appearance = .light },
            pin("theme.dark", tr("Dark")) { $0.appearance = .dark },
            pin("theme.follow", tr("Light or dark as the desktop")) { $0.appearance = nil },
            pin("contrast.on", tr("High contrast")) { $0.highContrast = true },
            pin("contrast.off", tr("Ordinary contrast")) { $0.highContrast = false },
            pin("contrast.follow", tr("Contrast as the desktop")) { $0.highContrast = nil },
            pin("motion.reduce", tr("Reduced motion")) { $0.reducedMotion = true },
            pin("motion.full", tr("Full motion")) { $0.reducedMotion = false },
            pin("motion.follow", tr("Motion as the desktop")) { $0.reducedMotion = nil },
        ]
            + BloodPressureGuideline.allCases.map { guideline in
                pin(
                    CommandID("guideline.\(guideline.rawValue)"),
                    tr("Blood pressure zones of {1}", guideline.name)
                ) { $0.guideline = guideline }
            } + unitCommands()
    }

    /// The choices of the menu.
    func appearanceChoices() -> [SegmentedControl] {
        let pins = model.pins
        func choice(
            _ id: String, _ name: String, _ options: [(String, CommandID, Bool)]
        ) -> SegmentedControl {
            SegmentedControl(
                id: id, name: name,
                options: options.map { label, command, isChosen in
                    SegmentedControl.Option(
                        label: label, name: commands[command]?.title ?? label, command: command,
                        isChosen: isChosen)
                })
        }
        let desktop = tr("Desktop")
        return [
            choice(
                "menu.theme", tr("Theme"),
                [
                    (tr("Light"), "theme.light", pins.appearance == .light),
                    (tr("Dark"), "theme.dark", pins.appearance == .dark),
                    (desktop, "theme.follow", pins.appearance == nil),
                ]),
            choice(
                "menu.contrast", tr("High contrast"),
                [
                    (tr("On"), "contrast.on", pins.highContrast == true),
                    (tr("Off"), "contrast.off", pins.highContrast == false),
                    (desktop, "contrast.follow", pins.highContrast == nil),
                ]),
            choice(
                "menu.motion", tr("Reduced motion"),
                [
                    (tr("On"), "motion.reduce", pins.reducedMotion == true),
                    (tr("Off"), "motion.full", pins.reducedMotion == false),
                    (desktop, "motion.follow", pins.reducedMotion == nil),
                ]),
        ]
            + (model.presenters[.bloodPressure] == nil
                ? []
                : [
                    choice(
                        "menu.guideline", tr("Blood pressure zones"),
                        BloodPressureGuideline.allCases.map {
                            (
                                $0.name, CommandID("guideline.\($0.rawValue)"),
                                (pins.guideline ?? .standard) == $0
                            )
                        })
                ])
            + (shownQuantity.map { quantity, shown in
                [
                    choice(
                        "menu.unit", tr("Unit"),
                        quantity.units.map {
                            ($0.symbol, Self.command(of: $0, for: quantity), $0 == shown)
                        })
                ]
            } ?? [])
    }
}
