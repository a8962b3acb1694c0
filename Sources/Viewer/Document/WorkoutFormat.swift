import ChartCore
import HealthData
import Localization

/// The format of the figures of workouts, in the person's units.
struct WorkoutFormat: Sendable {
    let locale: LocaleFormat
    private let distance: MetricFormat?
    private let energy: MetricFormat?
    private let heartRate: MetricFormat?
    private let elevation: MetricFormat?
    private let steps: MetricFormat?

    init(locale: LocaleFormat, units: UnitPreferences) {
        self.locale = locale
        func format(_ id: MetricID) -> MetricFormat? {
            Metric(id).map { MetricFormat($0, locale: locale, units: units) }
        }
        distance = format(.distance)
        energy = format(.activeEnergy)
        heartRate = format(.heartRate)
        elevation = format(.elevation)
        steps = format(.steps)
    }

    /// A length of time in minutes, for a list.
    func duration(_ seconds: Double) -> Figure { Figure(locale.duration(seconds: seconds)) }

    /// A length of time to the second.
    func exactDuration(_ seconds: Double) -> Figure {
        Figure(locale.axisDuration(seconds.rounded(), step: 1))
    }

    /// A distance in kilometres, miles or nautical miles; nil if there is none.
    func distance(_ meters: Double?) -> Figure? {
        meters.flatMap { $0 > 0 ? distance?.figure($0) : nil }
    }

    func energy(_ kilocalories: Double?) -> Figure? {
        kilocalories.flatMap { $0 > 0 ? energy?.figure($0) : nil }
    }

    func heartRate(_ beats: Double?) -> Figure? { beats.flatMap { heartRate?.figure($0) } }

    func elevation(_ meters: Double?) -> Figure? {
        guard let meters, let elevation else { return nil }
        // Instruments do not measure fractions of a metre.
        return Figure(
            locale.number(elevation.scale.shown(difference: meters)),
            unit: elevation.unit?.symbol ?? elevation.metric.unit)
    }

    func steps(_ count: Double?) -> Figure? {
        count.flatMap { $0 > 0 ? steps?.figure($0) : nil }
    }

    /// The pace or speed over a distance, in the usual form for the kind of workout.
    ///
    /// It is nil if the distance or the time is not known.
    func rate(
        _ kind: WorkoutKind, meters: Double?, seconds: Double?
    ) -> CaptionedFigure? {
        guard let meters, let seconds, meters > 0, seconds > 0, let distance else { return nil }
        let way = distance.scale.shown(meters)
        guard way > 0, let unit = distance.unit else { return nil }
        func pace(_ seconds: Double, _ unit: String) -> CaptionedFigure {
            CaptionedFigure(
                caption: tr("Pace"),
                figure: Figure(locale.clock(seconds: seconds), unit: "/" + unit))
        }
        switch kind.rate {
        case .pace: return pace(seconds / way, unit.symbol)
        case .shortPace:
            // Pools are measured in the unit of the region.
            let isMetric = unit != .mile
            let part = isMetric ? 100 : 100 * 0.9144
            return pace(
                seconds / (meters / part),
                locale.quantity(locale.number(100), unit: isMetric ? tr("m") : tr("yd")))
        case .speed:
            return CaptionedFigure(
                caption: tr("Speed"),
                figure: Figure(
                    locale.number(way / (seconds / 3600), fractionDigits: 1),
                    unit: unit.symbolOfSpeed))
        }
    }

    /// The average pace or speed of a workout.
    func rate(_ entry: WorkoutEntry) -> CaptionedFigure? {
        rate(
            WorkoutKind(entry.workout.sport), meters: entry.workout.figures.distance,
            seconds: entry.duration)
    }
}

extension DisplayUnit {
    /// The unit of speeds that goes with a unit of distances, as it follows a number.
    var symbolOfSpeed: String { self == .nauticalMile ? tr("kn") : tr("{1}/h", symbol) }
}
