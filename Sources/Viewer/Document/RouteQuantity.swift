import ChartCore
import Charts
import Geodesy
import HealthData
import Localization
import Maps

/// What is shown along the way of a workout.
enum RouteQuantity: String, CaseIterable, Hashable, Sendable {
    case height
    case heartRate
    /// Pace or speed, whichever is usual for the kind of workout.
    case rate
    case power
    case cadence
    case slope

    /// Those with a panel next to the map, in order.
    static let panels: [RouteQuantity] = [.height, .heartRate, .rate, .power, .cadence]
    /// Those whose values can colour the track.
    static let colors: [RouteQuantity] = [.rate, .heartRate, .height, .slope, .power]

    /// The metric whose samples it shows; nil if it follows from the track.
    var metric: MetricID? {
        switch self {
        case .heartRate: .heartRate
        case .power: .power
        case .cadence: .cadence
        case .height, .rate, .slope: nil
        }
    }
}

/// The format of what is shown along a way, in the person's units.
///
/// A pace is a number of seconds below zero: so faster is higher.
struct RouteFormat: Sendable, Equatable {
    let locale: LocaleFormat
    /// The units of ways on the map.
    let units: DistanceUnits
    let rate: WorkoutKind.Rate
    /// The larger unit of ways: kilometres, miles or nautical miles.
    let wayUnit: String
    /// The smaller unit of ways, and that of heights.
    private let heightUnit: String
    /// Converts metres of height.
    private let heightScale: ShownUnit
    private let symbols: [RouteQuantity: String]
    /// Whether lengths of way are only about right, because some of the way is hidden.
    var isApproximate = false

    init(locale: LocaleFormat, units: UnitPreferences, kind: WorkoutKind) {
        self.locale = locale
        func format(_ id: MetricID) -> MetricFormat? {
            Metric(id).map { MetricFormat($0, locale: locale, units: units) }
        }
        let distance = format(.distance)
        switch distance?.unit {
        case .mile: self.units = .imperial
        case .nauticalMile: self.units = .nautical
        default: self.units = .metric
        }
        wayUnit = (distance?.unit ?? .kilometer).symbol
        let height = format(.elevation)
        heightUnit = height?.figure(1).unit ?? "m"
        heightScale = height?.scale ?? .same
        rate = kind.rate
        var symbols: [RouteQuantity: String] = [:]
        for quantity in RouteQuantity.allCases {
            symbols[quantity] = quantity.metric.flatMap { format($0)?.figure(100).unit }
        }
        self.symbols = symbols
    }

    static func == (a: RouteFormat, b: RouteFormat) -> Bool {
        a.units == b.units && a.rate == b.rate && a.heightUnit == b.heightUnit
            && a.isApproximate == b.isApproximate
    }

    /// The length in metres for which a pace is the time.
    private var paceLength: Double {
        switch (rate, units) {
        case (.shortPace, .imperial): 100 * 0.9144
        case (.shortPace, _): 100
        default: units.large
        }
    }

    // MARK: Quantities

    /// The name of a quantity.
    func name(_ quantity: RouteQuantity) -> String {
        switch quantity {
        case .height: tr("Height")
        case .heartRate: tr("Heart rate")
        case .rate: rate == .speed ? tr("Speed") : tr("Pace")
        case .power: tr("Power")
        case .cadence: tr("Cadence")
        case .slope: tr("Slope")
        }
    }

    /// The unit of a quantity, as it follows a number.
    func unit(_ quantity: RouteQuantity) -> String {
        switch quantity {
        case .height: heightUnit
        case .rate:
            switch rate {
            case .speed:
                units == .nautical
                    ? DisplayUnit.nauticalMile.symbolOfSpeed : tr("{1}/h", wayUnit)
            case .pace: "/" + wayUnit
            case .shortPace:
                "/"
                    + locale.quantity(
                        locale.number(100), unit: units == .imperial ? tr("yd") : tr("m"))
            }
        case .slope: "%"
        case .heartRate, .power, .cadence: symbols[quantity] ?? ""
        }
    }

    /// A value as it is shown on an axis, from that of the track: metres, metres a second, a part of the
    /// way, or the metric's own unit.
    func shown(_ value: Double, _ quantity: RouteQuantity) -> Double {
        switch quantity {
        case .height: heightScale.shown(value)
        case .rate: rate == .speed ? value * 3600 / units.large : -paceLength / value
        case .slope: value * 100
        case .heartRate, .power, .cadence: value
        }
    }

    /// The least range of an axis, in shown values: what changes less looks even.
    func leastRange(_ quantity: RouteQuantity) -> Double {
        switch quantity {
        case .height: heightScale.shown(difference: 10)
        case .rate: rate == .speed ? 2 : 20
        case .slope: 2
        case .heartRate, .cadence: 10
        case .power: 20
        }
    }

    /// A shown value in words without its unit.
    func text(_ shown: Double, _ quantity: RouteQuantity) -> String {
        guard shown.isFinite else { return "\u{2013}" }
        return switch quantity {
        case .rate:
            rate == .speed ? locale.number(shown, fractionDigits: 1) : locale.clock(seconds: -shown)
        case .slope: locale.number(shown, fractionDigits: 1, signed: true)
        case .height, .heartRate, .power, .cadence: locale.number(shown)
        }
    }

    /// A shown value as a figure.
    func figure(_ shown: Double, _ quantity: RouteQuantity) -> Figure {
        shown.isFinite ? Figure(text(shown, quantity), unit: unit(quantity)) : Figure("\u{2013}")
    }

    // MARK: Ways

    /// A length of way: in the smaller unit while it is short, else in the larger one.
    func way(_ meters: Double) -> Figure {
        guard meters.isFinite else { return Figure("\u{2013}") }
        let large = meters / units.large
        let about = isApproximate ? "≈ " : ""
        guard large >= 0.1 else {
            return Figure(
                about + locale.number(meters / units.small), unit: units == .imperial ? "ft" : "m")
        }
        let digits = large < 100 ? 2 : large < 1000 ? 1 : 0
        return Figure(about + locale.number(large, fractionDigits: digits), unit: wayUnit)
    }

    /// A length of way as far as people mean it: `4 km`.
    func roundedWay(_ meters: Double) -> String {
        let large = meters / units.large
        return locale.quantity(
            locale.number(large, fractionDigits: large < 3 ? 1 : 0), unit: wayUnit)
    }

    /// A difference of heights.
    func heightDifference(_ meters: Double) -> Figure {
        Figure(locale.number(heightScale.shown(difference: meters)), unit: heightUnit)
    }

    /// The length of a scale bar.
    func text(_ bar: ScaleBar) -> String {
        let digits = bar.value < 1 ? LocaleFormat.fractionDigits(step: bar.value) : 0
        return locale.quantity(
            locale.number(bar.value, fractionDigits: digits),
            unit: bar.isLarge ? wayUnit : units == .imperial ? "ft" : "m")
    }
}

/// The values of a quantity along a way.
struct RouteSeries: Sendable {
    let quantity: RouteQuantity
    /// Where the values are: indices of the points with a fraction, which do not fall.
    let places: [Double]
    /// As they are shown; not a number in gaps.
    let values: [Double]

    /// The value at a place, between the nearest ones on both sides; nil where there is none.
    func value(at place: Double) -> Double? {
        let after = places.indices.partitioningIndex { places[$0] > place }
        guard after > 0 else { return nil }
        let first = values[after - 1]
        guard after < places.count else {
            return places[after - 1] == place && first.isFinite ? first : nil
        }
        let length = places[after] - places[after - 1]
        guard length > 0, places[after - 1] < place else { return first.isFinite ? first : nil }
        let part = (place - places[after - 1]) / length
        let value = first + part * (values[after] - first)
        return value.isFinite ? value : nil
    }

    /// The mean between two places, each value counting for the time or the way to the next one.
    ///
    /// - Parameter position: the time or the way at a place.
    func mean(_ range: ClosedRange<Double>, by position: (Double) -> Double) -> Double? {
        var (sum, weight) = (0.0, 0.0)
        let first = places.indices.partitioningIndex { places[$0] > range.lowerBound }
        var index = max(first - 1, 0)
        while index + 1 < places.count, places[index] < range.upperBound {
            let (a, b) = (
                max(places[index], range.lowerBound), min(places[index + 1], range.upperBound)
            )
            index += 1
            guard b > a, let low = value(at: a), let high = value(at: b) ?? value(at: a) else {
                continue
            }
            let length = position(b) - position(a)
            guard length > 0 else { continue }
            sum += length * (low + high) / 2
            weight += length
        }
        return weight > 0 ? sum / weight : nil
    }
}

extension RouteSeries {
    /// The values of a quantity along a way; nil if there are none.
    ///
    /// - Parameter measured: the readings during the workout, by their metric.
    init?(
        _ quantity: RouteQuantity, along way: RouteWay, measured: [MetricID: Readings],
        _ format: RouteFormat, _ movement: Movement
    ) {
        var (places, values): ([Double], [Double]) = ([], [])
        func add(_ place: Double, _ value: Double?) {
            places.append(place)
            values.append(value.map { format.shown($0, quantity) } ?? .nan)
        }
        switch quantity {
        case .height:
            guard !way.profile.isEmpty else { return nil }
            for index in 0..<way.count {
                add(Double(index), way.profile.height(at: way.ways[index]))
            }
        case .slope:
            guard !way.profile.isEmpty else { return nil }
            for index in 0..<way.count {
                add(Double(index), way.profile.slope(at: way.ways[index]))
            }
        case .rate:
            guard let motion = way.motion else { return nil }
            for index in 0..<way.count {
                let speed = motion.speeds[index].flatMap { $0 >= movement.restSpeed ? $0 : nil }
                add(Double(index), speed)
                if !way.continues(after: index), index + 1 < way.count {
                    add(Double(index), nil)
                }
            }
        case .heartRate, .power, .cadence:
            guard let metric = quantity.metric, let readings = measured[metric],
                let span = way.span
            else { return nil }
            let series = readings.series
            var last: Double?
            for index in series.lowerBound(span.lowerBound)..<series.upperBound(span.upperBound) {
                let time = series.time(at: index)
                let place = way.index(atTime: time)
                if let last, time - last > readings.longestGap {
                    add(places[places.count - 1], nil)
                }
                add(place, series.value(at: index))
                last = time
            }
        }
        guard values.contains(where: \.isFinite) else { return nil }
        self.init(quantity: quantity, places: places, values: values)
    }
}
