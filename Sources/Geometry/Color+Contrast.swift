extension Color {
    /// Relative luminance, WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance.
    public var luminance: Double {
        0.2126 * linear(Double(red)) + 0.7152 * linear(Double(green))
            + 0.0722 * linear(Double(blue))
    }

    /// The contrast ratio with `other`, 1…21, WCAG 2.2.
    ///
    /// Alpha is ignored: use `over` first.
    public func contrast(with other: Color) -> Double {
        let a = luminance
        let b = other.luminance
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// Black or white, whichever has more contrast with this colour: always at least 4.5:1.
    public var ink: Color {
        let (black, white) = (Color(hex: 0x000000), Color(hex: 0xFFFFFF))
        return black.contrast(with: self) > white.contrast(with: self) ? black : white
    }

    /// The colour, moved towards `ink` as far as necessary for a contrast with all grounds.
    ///
    /// - Parameters:
    ///   - contrast: the least ratio, 1…21; if `ink` has less, the result has the contrast of
    ///     `ink`.
    ///   - ink: a colour with that contrast, such as the `ink` of the grounds.
    public func standingOut(
        on grounds: [Color], at contrast: Double, towards ink: Color
    ) -> Color {
        // The largest part of the colour that keeps the contrast.
        let kept = largest(upTo: 1) { part in
            let mixed = ink.mixed(with: self, part)
            return grounds.allSatisfy { mixed.contrast(with: $0) >= contrast }
        }
        return kept == 1 ? self : ink.mixed(with: self, kept)
    }
}

/// The largest number of 0…`most` for which `fits` is true, for a rule that is true up to some
/// number and false beyond; 0 if it never is.
///
/// Calls `fits` at most 17 times; the result is below the exact one by at most `most` / 65,536.
package func largest(upTo most: Float, where fits: (Float) -> Bool) -> Float {
    if fits(most) { return most }
    var (low, high) = (Float(0), most)
    for _ in 0..<16 {
        let middle = (low + high) / 2
        if fits(middle) { low = middle } else { high = middle }
    }
    return low
}
