import HealthData
import Localization

/// The commands for the units of values: one for each unit, and one for the next unit of the
/// displayed metric.
@MainActor
enum UnitCommands {
    static func all(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                "unit.next", tr("Next unit"),
                keys: [KeyCombination(.character("u"))], .worksOverDialogs,
                isEnabled: { [unowned viewer] in shownQuantity(viewer.model) != nil },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown ? tr("There is only one unit for this.") : nil
                },
                perform: { [unowned viewer] in
                    guard let (quantity, unit) = shownQuantity(viewer.model) else { return }
                    show(quantity.unit(after: unit), for: quantity, viewer)
                }
            )
        ]
            + Quantity.allCases.flatMap { quantity in
                quantity.units.map { unit in
                    Command(
                        command(of: unit, for: quantity),
                        tr("{1} in {2}", quantity.name, unit.symbol)
                    ) { [unowned viewer] in show(unit, for: quantity, viewer) }
                }
            }
    }

    /// The command that shows a quantity in a unit: `unit.mass.lb`.
    static func command(of unit: DisplayUnit, for quantity: Quantity) -> CommandID {
        CommandID("unit.\(quantity.rawValue).\(unit.rawValue)")
    }

    /// The quantity of the displayed metric and its current unit; nil if there is only one unit.
    static func shownQuantity(
        _ model: ViewerModel
    ) -> (quantity: Quantity, unit: DisplayUnit)? {
        // For workouts the choice is the unit of distances.
        let format =
            model.selected == .workouts
            ? Metric(.distance).map {
                MetricFormat($0, locale: model.locale, units: model.appearance.pins.units)
            } : model.metricChart?.format
        guard let format, let quantity = format.quantity, let unit = format.unit else {
            return nil
        }
        return (quantity, unit)
    }

    private static func show(
        _ unit: DisplayUnit, for quantity: Quantity, _ viewer: ViewerContext
    ) {
        viewer.model.appearance.pin(at: viewer.now()) { $0.units[quantity] = unit }
    }
}
