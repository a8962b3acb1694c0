import HealthData
import Localization

extension ViewerController {
    /// In which units values are shown: each by itself, and the next one of what is on show.
    func unitCommands() -> [Command] {
        [
            Command(
                "unit.next", tr("The next unit for the values"),
                keys: [KeyCombination(.character("u"))], .worksOverDialogs,
                isEnabled: { [self] in shownQuantity != nil },
                perform: { [self] in
                    guard let (quantity, unit) = shownQuantity else { return }
                    show(quantity.unit(after: unit), for: quantity)
                }
            )
        ]
            + Quantity.allCases.flatMap { quantity in
                quantity.units.map { unit in
                    Command(
                        Self.command(of: unit, for: quantity),
                        tr("{1} in {2}", quantity.name, unit.symbol)
                    ) { [self] in show(unit, for: quantity) }
                }
            }
    }

    /// What shows a quantity in a unit: `unit.mass.lb`.
    static func command(of unit: DisplayUnit, for quantity: Quantity) -> CommandID {
        CommandID("unit.\(quantity.rawValue).\(unit.rawValue)")
    }

    /// What the metric on show is of, and the unit that it is shown in; nil where there is but one.
    var shownQuantity: (quantity: Quantity, unit: DisplayUnit)? {
        // What people choose of workouts is the unit of their ways.
        let format =
            model.selected == .workouts
            ? Metric(.distance).map {
                MetricFormat($0, locale: model.locale, units: model.pins.units)
            } : model.presenter?.format
        guard let format, let quantity = format.quantity, let unit = format.unit else {
            return nil
        }
        return (quantity, unit)
    }

    private func show(_ unit: DisplayUnit, for quantity: Quantity) {
        model.pin(at: now()) { $0.units[quantity] = unit }
    }
}
