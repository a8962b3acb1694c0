import HealthData
import Localization

/// The commands for the look of the window: choices that override the desktop's settings.
@MainActor
enum AppearanceCommands {
    static func all(_ viewer: ViewerContext) -> [Command] {
        func pin(
            _ id: CommandID, _ title: String, _ edit: @escaping (inout Preferences) -> Void
        ) -> Command {
            Command(id, title) { [unowned viewer] in
                viewer.model.appearance.pin(at: viewer.now(), edit)
            }
        }
        return [
            Command(
                "theme.toggle", tr("Light or dark"), keys: [KeyCombination(.character("t"))],
                .worksOverDialogs
            ) { [unowned viewer] in viewer.model.appearance.toggleTheme(at: viewer.now()) },
            pin(.lightTheme, tr("Light")) { $0.appearance = .light },
            pin(.darkTheme, tr("Dark")) { $0.appearance = .dark },
            pin(.themeOfDesktop, tr("Follow the system theme")) { $0.appearance = nil },
            pin(.highContrast, tr("High contrast")) { $0.highContrast = true },
            pin(.ordinaryContrast, tr("Normal contrast")) { $0.highContrast = false },
            pin(.contrastOfDesktop, tr("Follow the system contrast")) { $0.highContrast = nil },
            pin(.reducedMotion, tr("Reduced motion")) { $0.reducedMotion = true },
            pin(.fullMotion, tr("Full motion")) { $0.reducedMotion = false },
            pin(.motionOfDesktop, tr("Follow the system motion")) { $0.reducedMotion = nil },
        ]
            + BloodPressureGuideline.allCases.map { guideline in
                pin(
                    Self.command(of: guideline),
                    tr("Blood pressure zones of {1}", guideline.name)
                ) { $0.guideline = guideline }
            }
    }

    /// The choices of the menu.
    static func choices(_ viewer: ViewerContext) -> [SegmentedControl] {
        let (model, commands) = (viewer.model, viewer.commands)
        let pins = model.appearance.pins
        func choice(
            _ id: String, _ name: String, _ options: [(String, CommandID, Bool)]
        ) -> SegmentedControl {
            SegmentedControl(
                id: ControlID(id, in: .dialog), name: name,
                options: options.map { label, command, isChosen in
                    SegmentedControl.Option(
                        label: label, name: commands[command]?.title ?? label, command: command,
                        isChosen: isChosen)
                })
        }
        let desktop = tr("System")
        return [
            choice(
                "menu.theme", tr("Theme"),
                [
                    (tr("Light"), .lightTheme, pins.appearance == .light),
                    (tr("Dark"), .darkTheme, pins.appearance == .dark),
                    (desktop, .themeOfDesktop, pins.appearance == nil),
                ]),
            choice(
                "menu.contrast", tr("High contrast"),
                [
                    (tr("On"), .highContrast, pins.highContrast == true),
                    (tr("Off"), .ordinaryContrast, pins.highContrast == false),
                    (desktop, .contrastOfDesktop, pins.highContrast == nil),
                ]),
            choice(
                "menu.motion", tr("Reduced motion"),
                [
                    (tr("On"), .reducedMotion, pins.reducedMotion == true),
                    (tr("Off"), .fullMotion, pins.reducedMotion == false),
                    (desktop, .motionOfDesktop, pins.reducedMotion == nil),
                ]),
        ]
            + (model.metricCharts[.bloodPressure] == nil
                ? []
                : [
                    choice(
                        "menu.guideline", tr("Blood pressure zones"),
                        BloodPressureGuideline.allCases.map {
                            (
                                $0.name, Self.command(of: $0),
                                (pins.guideline ?? .standard) == $0
                            )
                        })
                ])
            + (UnitCommands.shownQuantity(model).map { quantity, shown in
                [
                    choice(
                        "menu.unit", tr("Unit"),
                        quantity.units.map {
                            ($0.symbol, UnitCommands.command(of: $0, for: quantity), $0 == shown)
                        })
                ]
            } ?? [])
    }

    /// The command that chooses a guideline for blood pressure.
    private static func command(of guideline: BloodPressureGuideline) -> CommandID {
        CommandID("guideline.\(guideline.rawValue)")
    }
}

extension CommandID {
    fileprivate static let lightTheme = CommandID("theme.light")
    fileprivate static let darkTheme = CommandID("theme.dark")
    fileprivate static let themeOfDesktop = CommandID("theme.follow")
    fileprivate static let highContrast = CommandID("contrast.on")
    fileprivate static let ordinaryContrast = CommandID("contrast.off")
    fileprivate static let contrastOfDesktop = CommandID("contrast.follow")
    fileprivate static let reducedMotion = CommandID("motion.reduce")
    fileprivate static let fullMotion = CommandID("motion.full")
    fileprivate static let motionOfDesktop = CommandID("motion.follow")
}
