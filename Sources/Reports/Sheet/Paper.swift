import Geometry

/// A sheet of paper, in points of 1/72 inch.
package enum Paper: String, Sendable, CaseIterable, Hashable {
    /// 210 × 297 mm.
    case a4
    /// 8.5 × 11 inches.
    case letter

    /// The whole sheet.
    package var size: Size {
        switch self {
        case .a4: Size(width: 210 * Self.millimetre, height: 297 * Self.millimetre)
        case .letter: Size(width: 612, height: 792)
        }
    }

    /// The part that every printer prints: without 15 mm at each side.
    package var content: Rect {
        Rect(x: 0, y: 0, width: size.width, height: size.height)
            .inset(by: 15 * Self.millimetre)
    }

    /// In points.
    package static let millimetre = 72 / 25.4
}
