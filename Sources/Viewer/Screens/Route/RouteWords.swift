import Cartography
import ChartCore
import Charts
import Geometry
import HealthData
import Localization
import Maps

/// The words and figures of a way, in the person's language and units.
///
/// What costs more than a few texts is kept: the figures of the way, and those of the last part.
@MainActor
final class RouteWords {
    let state: RouteState
    let calendar: CivilCalendar
    private var lastPart: (range: ClosedRange<Double>, figures: [CaptionedFigure])?
    /// How often the figures of a part were made.
    private(set) var partsMade = 0

    init(_ state: RouteState, _ calendar: CivilCalendar) {
        (self.state, self.calendar) = (state, calendar)
    }

    private var format: RouteFormat { state.format }
    private var locale: LocaleFormat { format.locale }
    private var way: RouteWay { state.way }

    // MARK: Map

    /// The key of the colours; nil if the track has one colour.
    var key: RouteMapModel.Key? {
        guard let coloring = state.coloring, let quantity = state.quantity else { return nil }
        let range = coloring.range
        let (low, high) = (
            format.text(range.lowerBound, quantity), format.text(range.upperBound, quantity)
        )
        let middle = format.text((range.lowerBound + range.upperBound) / 2, quantity)
        let unit = format.unit(quantity)
        // Slower is a longer time.
        let isPace = quantity == .rate && format.rate != .speed
        return RouteMapModel.Key(
            title: unit.isEmpty
                ? format.name(quantity) : tr("{1}, {2}", format.name(quantity), unit),
            colors: coloring.colors,
            labels: [
                coloring.isCut.below ? (isPace ? "≥ " : "≤ ") + low : low, middle,
                coloring.isCut.above ? (isPace ? "≤ " : "≥ ") + high : high,
            ])
    }

    var bar: RouteMapModel.Bar? {
        let camera = state.view.camera
        return ScaleBar(
            metresPerPoint: camera.metresPerPoint, units: format.units,
            longest: min(100, camera.size.width / 3)
        ).map { RouteMapModel.Bar(length: $0.length, text: format.text($0)) }
    }

    // MARK: Values

    /// The value of a panel at the place that is shown; empty for no place.
    func reading(_ series: RouteSeries) -> String {
        if let index = state.place?.index {
            return series.value(at: index).map { format.figure($0, series.quantity).text } ?? "–"
        }
        return ""
    }

    /// The figures of the place that is shown.
    var place: [CaptionedFigure] {
        guard let index = state.place?.index else { return [] }
        var rows = [
            CaptionedFigure(caption: tr("Distance"), figure: format.way(way.way(at: index)))
        ]
        if let time = way.time(at: index), let start = way.span?.lowerBound {
            let moving = way.motion?.movingTime(start...max(time, start)) ?? time - start
            rows.append(
                CaptionedFigure(
                    caption: tr("Moving time"), figure: Figure(locale.clock(seconds: moving))))
            rows.append(
                CaptionedFigure(
                    caption: tr("Clock"),
                    figure: Figure(locale.date(CivilMoment(time, in: calendar), .time))))
        }
        for quantity in [RouteQuantity.height, .slope, .rate, .heartRate, .power, .cadence] {
            guard let value = state.series[quantity]?.value(at: index) else { continue }
            rows.append(
                CaptionedFigure(
                    caption: format.name(quantity), figure: format.figure(value, quantity)))
        }
        return rows
    }

    /// The figures of the selected part.
    var part: [CaptionedFigure] {
        guard let range = state.part else { return [] }
        if let lastPart, lastPart.range == range { return lastPart.figures }
        let figures = figures(of: range)
        lastPart = (range, figures)
        return figures
    }

    private func figures(of range: ClosedRange<Double>) -> [CaptionedFigure] {
        partsMade += 1
        let part = way.part(range)
        var rows = [CaptionedFigure(caption: tr("Distance"), figure: format.way(part.length))]
        if let moving = part.movingTime {
            rows.append(
                CaptionedFigure(
                    caption: tr("Moving time"), figure: Figure(locale.clock(seconds: moving))))
            if moving > 0, part.length > 0 {
                let shown = format.shown(part.length / moving, .rate)
                rows.append(
                    CaptionedFigure(
                        caption: format.name(.rate), figure: format.figure(shown, .rate)))
            }
        }
        if let up = part.ascent, let down = part.descent {
            rows.append(
                CaptionedFigure(caption: tr("Ascent"), figure: format.heightDifference(up)))
            rows.append(
                CaptionedFigure(caption: tr("Descent"), figure: format.heightDifference(down)))
        }
        for quantity in [RouteQuantity.heartRate, .power, .cadence] {
            let mean = state.series[quantity]?.mean(range) { way.time(at: $0) ?? way.way(at: $0) }
            guard let mean else { continue }
            rows.append(
                CaptionedFigure(
                    caption: format.name(quantity), figure: format.figure(mean, quantity)))
        }
        return rows
    }

    /// The figures of the whole way, next to the heading of the page.
    private(set) lazy var figures = makeFigures()

    private func makeFigures() -> [CaptionedFigure] {
        let known = state.subject.figures
        let length = known.distance ?? way.length
        var figures = [CaptionedFigure(caption: tr("Distance"), figure: format.way(length))]
        // What only leaves out gaps is not a device's count of the time in motion.
        let counted = known.activeDuration.flatMap {
            abs($0 - way.recordedTime) < 1.5 && way.motion != nil ? nil : $0
        }
        let moving = counted ?? way.motion?.movingTime
        if let moving {
            var figure = CaptionedFigure(
                caption: tr("Moving time"), figure: Figure(locale.clock(seconds: moving)))
            if counted == nil {
                figure.explanation = tr(
                    "The time without rests: at least 5 seconds slower than {1}, or without recording.",
                    locale.quantity(
                        locale.number(state.movement.restSpeed * 3.6, fractionDigits: 1),
                        unit: "km/h"))
            }
            figures.append(figure)
            if moving > 0, length > 0 {
                figures.append(
                    CaptionedFigure(
                        caption: format.name(.rate),
                        figure: format.figure(format.shown(length / moving, .rate), .rate)))
            }
        }
        if let ascent = known.ascent {
            var figure = CaptionedFigure(
                caption: tr("Ascent"), figure: format.heightDifference(ascent))
            figure.explanation = tr("As the device has counted it.")
            figures.append(figure)
        } else if way.profile.length > way.length / 2 {
            var figure = CaptionedFigure(
                caption: tr("Ascent"), figure: format.heightDifference(way.profile.ascent))
            figure.explanation =
                way.profile.source == .barometer
                ? tr(
                    "Counted from the heights of a barometer, smoothed over 10 m of way: rises of more than 2 m."
                )
                : tr(
                    "Counted from the heights by satellites, smoothed over 30 m of way: rises of more than 10 m."
                )
            figures.append(figure)
        }
        return figures
    }

    // MARK: Controls

    func bar(_ frame: Rect, hovered: ControlID?, focused: ControlID?) -> RouteBarModel {
        let span = way.span ?? 0...1
        let length = max(span.upperBound - span.lowerBound, 1)
        let now = state.place.flatMap { way.time(at: $0.index) } ?? span.lowerBound
        // A running time would be off by the rest that a place stays in.
        let elapsed = now - span.lowerBound
        return RouteBarModel(
            frame: frame, isRunning: state.playback.isRunning, part: elapsed / length,
            rests: (way.motion?.rests ?? []).filter {
                $0.upperBound - $0.lowerBound >= RouteMarks.leastRest
            }.map {
                ($0.lowerBound - span.lowerBound) / length...($0.upperBound - span.lowerBound)
                    / length
            }, elapsed: locale.clock(seconds: elapsed), total: locale.clock(seconds: length),
            speed: locale.number(state.playback.speed) + "×", camera: name(of: state.camera),
            hovered: hovered, focused: focused)
    }

    private var modeName: String {
        switch (state.mode, state.camera == .headingUp) {
        case (.map, false): tr("Map")
        case (.mapAndCompass, false): tr("Map and compass")
        case (.compass, false): tr("Compass")
        case (.map, true): tr("Map, way ahead up")
        case (.mapAndCompass, true): tr("Map and compass, way ahead up")
        case (.compass, true): tr("Compass, way ahead up")
        }
    }

    private func name(of camera: RouteCamera) -> String {
        switch camera {
        case .fixed: tr("Map stays")
        case .follow: tr("Follow")
        case .headingUp: tr("Way ahead up")
        }
    }

    func choices(hasNumbers: Bool, _ maps: MapShelf) -> [RouteChoicesModel.Choice] {
        var choices: [RouteChoicesModel.Choice] = []
        if !state.colorChoices.isEmpty {
            choices.append(
                .init(
                    command: .routeColor, caption: tr("Colour"),
                    value: state.quantity.map { format.name($0) } ?? tr("One")))
        }
        if !way.times.isEmpty {
            choices.append(
                .init(
                    command: .routeAxis, caption: tr("Along"),
                    value: state.panels.axis == .distance ? tr("Distance") : tr("Time")))
        }
        choices.append(
            .init(command: .routeMode, caption: tr("View"), value: modeName))
        if let name = maps.maps(in: state.view.camera.visible, evenIfHidden: true).last?.name {
            choices.append(
                .init(
                    command: .routeMaps, caption: tr("Map"),
                    value: maps.areShown ? name : tr("Earth"), holdCommand: .routeForgetMap,
                    explanation: tr(
                        "Shows your own map or that of the program. Hold it to forget your own.")))
        }
        choices.append(
            .init(
                command: .routeMarks, caption: "",
                value: format.units == .imperial ? tr("Mile marks") : tr("Kilometre marks"),
                isOn: hasNumbers))
        return choices
    }
}
