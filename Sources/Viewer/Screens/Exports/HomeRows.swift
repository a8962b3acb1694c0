import Geodesy
import HealthData
import Localization
import Maps

/// The rows of the homes and of the places that may be homes.
@MainActor
struct HomeRows {
    /// Removes a zone, by its number.
    static let remove = CommandFamily<Int>("homes.remove")
    /// Hides a place that may be a home, by its number.
    static let hide = CommandFamily<Int>("homes.hide")
    /// The radii to choose from, in metres.
    static let radii = [200.0, 500, 1000, 1600]
    /// How many starts and ends make a place that is hidden unless it is taken out.
    static let least = 2
    /// The most places that are offered.
    private static let most = 12

    var homes: HomePrivacy?
    var likely: [LikelyHome]
    var radius: Double
    /// Whether this is the question before the first export.
    var asks: Bool
    var failure: String?
    var locale: LocaleFormat
    var units: UnitPreferences

    /// A place in degrees.
    static func place(_ place: Coordinate) -> String {
        CoordinateFormat.degrees.text(place) ?? ""
    }

    var rows: [DialogModel.Row] {
        var rows = [
            DialogModel.Row(
                leading: tr(
                    "Maps and GPX files that you export leave out what is near your homes. The circles around them are moved at random, once, so that they do not show where you live."
                ), trailing: "")
        ]
        if let failure { rows.append(DialogModel.Row(leading: failure, trailing: "")) }
        guard let homes else { return rows }
        if !asks, !homes.zones.isEmpty || homes.hides == false {
            let isOn = homes.hides ?? true
            rows.append(
                DialogModel.Row(
                    leading: tr("Hide homes in exports"), trailing: "", isCaption: true,
                    actions: [
                        DialogModel.Action(
                            title: isOn ? tr("On") : tr("Off"), name: tr("Hide homes in exports"),
                            value: isOn ? tr("On") : tr("Off"), command: .toggleHidingHomes,
                            look: .toggle(isOn: isOn))
                    ]))
        }
        rows += homes.zones.enumerated().map { number, zone in
            DialogModel.Row(
                leading: Self.place(zone.home), trailing: meters(zone.radius),
                actions: [
                    DialogModel.Action(
                        title: tr("Remove"), name: tr("Remove {1}", Self.place(zone.home)),
                        command: Self.remove(number))
                ])
        }
        rows += suggestions(homes.missing(of: likely))
        if asks {
            rows.append(
                DialogModel.Row(
                    leading: "", trailing: "", isCaption: true,
                    actions: [
                        DialogModel.Action(
                            title: tr("Show everything"), command: .answerShowingHomes),
                        DialogModel.Action(
                            title: tr("Hide homes"), command: .answerHidingHomes, look: .prominent),
                    ]))
        }
        return rows
    }

    private func suggestions(_ missing: [LikelyHome]) -> [DialogModel.Row] {
        guard !missing.isEmpty else { return [] }
        let size = DialogModel.Action(
            title: tr("Radius {1}", meters(radius)), name: tr("Another size of the circles"),
            value: meters(radius), command: .nextRadius)
        let head = DialogModel.Row(
            leading: asks
                || homes?.zones.isEmpty == true
                ? tr("Your tracks start and end here:")
                : tr("Your tracks start and end here as well:"),
            trailing: "", isCaption: true, actions: [size])
        return [head]
            + missing.prefix(Self.most).enumerated().map { number, home in
                let place = Self.place(home.place)
                return DialogModel.Row(
                    leading: place,
                    trailing: trn("{n} time", "{n} times", count: home.count),
                    actions: asks
                        ? []
                        : [
                            DialogModel.Action(
                                title: tr("Hide"), name: tr("Hide {1}", place),
                                command: Self.hide(number))
                        ])
            }
    }

    private func meters(_ radius: Double) -> String {
        locale.quantity(locale.number(radius), unit: tr("m"))
    }
}
