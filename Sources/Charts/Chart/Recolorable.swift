import Geometry

/// A type with colours of a theme.
protocol Recolorable {}

extension Recolorable {
    /// Replaces the colours that equal those of one style by those of another; all of them if the
    /// first style is nil.
    mutating func recolor(
        from old: Self?, to new: Self, _ colors: [WritableKeyPath<Self, Color>],
        _ optional: [WritableKeyPath<Self, Color?>] = []
    ) {
        for color in colors where old.map({ self[keyPath: color] == $0[keyPath: color] }) ?? true {
            self[keyPath: color] = new[keyPath: color]
        }
        for color in optional
        where old.map({ self[keyPath: color] == $0[keyPath: color] }) ?? true {
            self[keyPath: color] = new[keyPath: color]
        }
    }
}
