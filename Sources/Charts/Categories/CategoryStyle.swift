import Geometry
import Text

/// The colours and type of a category chart's bars, names and values.
public struct CategoryStyle: Hashable, Sendable {
    /// Every bar at the maximum.
    public var accent: Color
    /// All other bars.
    public var ordinary: Color
    /// The values on the bars.
    public var value: Color
    /// The value on a bar at the maximum.
    public var accentValue: Color
    /// The names.
    public var name: Color
    /// The line at zero.
    public var baseline: Color
    /// The dot of the page that is shown; the other dots are a paler shade of it.
    public var dot: Color
    /// The values in wide slots.
    public var valueType: TextStyle
    /// The values in narrow slots.
    public var tightValueType: TextStyle
    /// The names in wide slots.
    public var nameType: TextStyle
    /// The names in narrow slots.
    public var tightNameType: TextStyle
    /// The least width of a wide slot, in points.
    public var wideSlot: Double
    /// The least width of a slot, in points.
    public var leastSlot: Double
    /// The radius of a bar's free corners, in points.
    public var corner: Double
    /// The greatest width of a bar, in points.
    public var widestBar: Double
    /// The fraction of its slot that a bar takes if that is narrower.
    public var barFraction: Double

    /// A style from its colours; everything else has the default values.
    public init(
        accent: Color, ordinary: Color, value: Color, accentValue: Color, name: Color,
        baseline: Color, dot: Color, valueType: TextStyle = TextStyle(size: 15, weight: .medium),
        tightValueType: TextStyle = TextStyle(size: 13, weight: .medium),
        nameType: TextStyle = TextStyle(size: 13), tightNameType: TextStyle = TextStyle(size: 11),
        wideSlot: Double = 96, leastSlot: Double = 56, corner: Double = 6,
        widestBar: Double = 88, barFraction: Double = 0.56
    ) {
        self.accent = accent
        self.ordinary = ordinary
        self.value = value
        self.accentValue = accentValue
        self.name = name
        self.baseline = baseline
        self.dot = dot
        self.valueType = valueType
        self.tightValueType = tightValueType
        self.nameType = nameType
        self.tightNameType = tightNameType
        self.wideSlot = wideSlot
        self.leastSlot = leastSlot
        self.corner = corner
        self.widestBar = widestBar
        self.barFraction = barFraction
    }

    func valueType(isWide: Bool, isMaximum: Bool) -> TextStyle {
        var type = isWide ? valueType : tightValueType
        if isMaximum { type.weight = .bold }
        return type
    }

    func nameType(isWide: Bool) -> TextStyle { isWide ? nameType : tightNameType }

    /// The height of a line of names, in points.
    func nameRow(isWide: Bool) -> Double { (nameType(isWide: isWide).size * 1.4).rounded(.up) }
}
