import Geometry

/// The colour of a mark: one that stays as it is, or one that follows the theme.
public enum InkColor: Hashable, Sendable {
    /// The same in every theme.
    case fixed(Color)
    /// By its name, with a shade for light and one for dark grounds.
    case named(Name)

    /// The names of colours that follow the theme.
    ///
    /// Each has a contrast of at least 3:1 with the ground of both themes of charts.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Black on light grounds, white on dark ones.
        case ink
        /// A red with some blue.
        case red
        /// Between red and yellow.
        case orange
        /// A brown yellow on light grounds, a bright one on dark ones.
        case amber
        /// A green with some blue.
        case green
        /// Between green and blue.
        case teal
        /// A clear blue.
        case blue
        /// Between blue and red.
        case violet

        /// The colour for a light or a dark ground.
        public func color(onDark isDark: Bool) -> Color {
            let (light, dark): (UInt32, UInt32) =
                switch self {
                case .ink: (0x15171C, 0xF1F2F5)
                case .red: (0xD6336C, 0xFF6B9A)
                case .orange: (0xE8590C, 0xFF8A3D)
                case .amber: (0x8A6D00, 0xFFD43B)
                case .green: (0x0B8A66, 0x38D9A9)
                case .teal: (0x0B7285, 0x3BC9DB)
                case .blue: (0x1971C2, 0x5AB0FF)
                case .violet: (0x7048E8, 0x9B7DFF)
                }
            return Color(hex: isDark ? dark : light)
        }
    }

    /// The colour on a ground.
    public func color(on ground: Color) -> Color {
        switch self {
        case .fixed(let color): color
        case .named(let name): name.color(onDark: ground.ink.luminance > 0.5)
        }
    }
}
