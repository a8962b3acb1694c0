import Geometry
import Text

/// The colours and type of a category chart's bars, names and values.
public struct CategoryStyle: Hashable, Sendable {
    /// Of every bar at the maximum.
    public var accent: Color
    /// Of all other bars.
    public var ordinary: Color
    /// Of the values on the bars.
    public var value: Color
    /// Of the value on a bar at the maximum.
    public var accentValue: Color
    /// Of the names.
    public var name: Color
    /// Of the line at zero.
    public var baseline: Color
    /// Of the dot of the page that is shown; the others are a paler one.
    public var dot: Color
    /// Of the values where slots are wide.
    public var valueType: TextStyle
    /// Of the values where they are not.
    public var tightValueType: TextStyle
    /// Of the names where slots are wide.
    public var nameType: TextStyle
    /// Of the names where they are not.
    public var tightNameType: TextStyle
    /// From how many points on a slot is wide.
    public var wideSlot: Double
    /// The least width of a slot, in points.
    public var leastSlot: Double
    /// The radius of a bar's free corners, in points.
    public var corner: Double
    /// The greatest width of a bar, in points.
    public var widestBar: Double
    /// The part of its slot that a bar takes where that is less.
    public var barFraction: Double

    /// A style from its colours; all else has the usual values.
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
