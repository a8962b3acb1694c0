/// Colours for values: stops, and perceptually interpolated colours between them.
///
/// Values below the first stop have its colour, those above the last stop have the colour of the
/// last one, and NaN has `missing`. Two stops at one value make a step, at which the later one
/// begins.
public struct ColorScale: Hashable, Sendable {
    /// A colour at a value.
    public struct Stop: Hashable, Sendable {
        /// The value of the colour; not NaN.
        public var value: Double
        /// The colour there, with its alpha.
        public var color: Color

        /// Creates a stop.
        public init(_ value: Double, _ color: Color) {
            self.value = value
            self.color = color
        }
    }

    /// The stops, by their values.
    public let stops: [Stop]
    /// The colour of NaN; with a transparent one, nothing is drawn.
    public var missing: Color
    private let places: [Place]

    /// A stop in the space in which colours are mixed: coordinates multiplied by the alpha, so that
    /// transparent colours contribute nothing.
    private struct Place: Hashable, Sendable {
        var lightness: Double
        var a: Double
        var b: Double
        var alpha: Double

        init(_ color: Color) {
            let lab = OKLab(color)
            alpha = Double(color.alpha)
            lightness = lab.lightness * alpha
            a = lab.a * alpha
            b = lab.b * alpha
        }
    }

    /// A scale through stops: at least one, in the order of their values, which are finite.
    public init(_ stops: [Stop], missing: Color = .clear) {
        precondition(!stops.isEmpty, "a colour scale needs a stop")
        precondition(
            stops.allSatisfy { $0.value.isFinite }
                && zip(stops, stops.dropFirst()).allSatisfy { $0.value <= $1.value },
            "the stops of a colour scale come in the order of their values")
        self.stops = stops
        self.missing = missing
        places = stops.map { Place($0.color) }
    }

    /// A scale of colours at even distances from one value to another, which is not smaller; a
    /// single colour is at the first.
    public init(
        _ colors: [Color], from first: Double, to last: Double, missing: Color = .clear
    ) {
        let parts = Double(max(colors.count - 1, 1))
        self.init(
            colors.enumerated().map { number, color in
                let part = Double(number) / parts
                return Stop(number == 0 ? first : first * (1 - part) + last * part, color)
            }, missing: missing)
    }

    /// The colour of a value.
    ///
    /// O(log stops).
    public func color(at value: Double) -> Color {
        guard !value.isNaN else { return missing }
        var (low, high) = (0, stops.count)
        while low < high {
            let middle = (low + high) / 2
            if stops[middle].value > value { high = middle } else { low = middle + 1 }
        }
        // A value at a stop has exactly its colour.
        guard low > 0 else { return stops[0].color }
        let before = stops[low - 1]
        guard low < stops.count, before.value < value else { return before.color }
        let part = (value - before.value) / (stops[low].value - before.value)
        return ColorScale.mixed(places[low - 1], places[low], part)
    }

    private static func mixed(_ first: Place, _ second: Place, _ part: Double) -> Color {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        let alpha = mix(first.alpha, second.alpha)
        guard alpha > 0 else { return .clear }
        return OKLab(
            lightness: mix(first.lightness, second.lightness) / alpha,
            a: mix(first.a, second.a) / alpha, b: mix(first.b, second.b) / alpha
        ).color(alpha: Float(alpha))
    }

    /// Colours at even distances from the first stop to the last: for a legend, or a lookup table.
    public func colors(_ count: Int) -> [Color] {
        let (first, last) = (stops[0].value, stops[stops.count - 1].value)
        return (0..<max(count, 0)).map { number in
            let part = Double(number) / Double(max(count - 1, 1))
            return color(at: first * (1 - part) + last * part)
        }
    }
}

extension ColorScale {
    /// From low to high: from pale to dark on a light ground, from dim to bright on a dark one.
    ///
    /// The lightness changes in one direction, so that the order of values is visible without hues
    /// too.
    /// - Parameter ground: the background of the colours; its luminance selects one of two scales.
    public static func sequential(
        from least: Double, to most: Double, on ground: Color, missing: Color = .clear
    ) -> ColorScale {
        let colors: [UInt32] =
            ground.isDark
            ? [0x2A2F45, 0x3F3D8F, 0x7A4FD0, 0xD1639E, 0xF7A072, 0xFFE9B0]
            : [0xF1EDE4, 0xF6C9A0, 0xE78A78, 0xB4508F, 0x6A3A9C, 0x241E5C]
        return ColorScale(
            colors.map { Color(hex: $0) }, from: least, to: most, missing: missing)
    }

    /// From one side of a middle to the other: blue below, orange above, and between them a colour
    /// near the ground.
    ///
    /// - Parameter ground: the background of the colours; its luminance selects one of two scales.
    public static func diverging(
        from least: Double, through middle: Double, to most: Double, on ground: Color,
        missing: Color = .clear
    ) -> ColorScale {
        let colors: [UInt32] =
            ground.isDark
            ? [0x8FD0FF, 0x3F7FC4, 0x343A46, 0xC0622A, 0xFFC48A]
            : [0x0B3D78, 0x4F8FCC, 0xF0F0EE, 0xE0803F, 0x8A3108]
        let values = [
            least, least + (middle - least) / 2, middle, middle + (most - middle) / 2, most,
        ]
        return ColorScale(
            zip(values, colors).map { Stop($0, Color(hex: $1)) }, missing: missing)
    }
}

extension Color {
    /// Whether white has more contrast with it than black.
    fileprivate var isDark: Bool {
        contrast(with: Color(hex: 0xFFFFFF)) > contrast(with: Color(hex: 0))
    }
}
