import Geometry

extension Overview {
    /// Colours and distances of an overview; distances are in points.
    public struct Style: Hashable, Sendable {
        /// The ground of the strip.
        public var ground: Color
        /// The line around the strip.
        public var hairline: Color
        /// The record.
        public var shape: Color
        /// Over the parts of the strip outside of the window; translucent.
        public var veil: Color
        /// The frame of the window and its handles.
        public var window: Color
        /// The line on a handle.
        public var grip: Color
        /// The ring around the part that has the keyboard's focus.
        public var focus: Color

        /// The radius of the corners of the strip.
        public var corner = 10.0
        /// The radius of the corners of the window.
        public var windowCorner = 5.0
        /// The width of a handle as it is drawn; `OverviewDrag.handleWidth` is the width that can be
        /// pressed.
        public var handleWidth = 9.0
        /// From the strip to the record.
        public var insets = Insets(left: 0, top: 8, right: 0, bottom: 6)

        /// A style with the distances of the design.
        public init(
            ground: Color, hairline: Color, shape: Color, veil: Color, window: Color, grip: Color,
            focus: Color
        ) {
            self.ground = ground
            self.hairline = hairline
            self.shape = shape
            self.veil = veil
            self.window = window
            self.grip = grip
            self.focus = focus
        }

        /// The style in the colours of a theme.
        ///
        /// - Parameter color: that of the record; nil for the first series of the theme.
        public init(_ theme: ChartTheme, color: Color? = nil) {
            let color = color ?? theme.color(of: 0)
            self.init(
                ground: theme.ground, hairline: theme.hairline,
                shape: color.mixed(with: theme.ground, 0.3), veil: theme.ground.opacity(0.7),
                window: theme.label, grip: theme.ground, focus: theme.label)
        }
    }
}
