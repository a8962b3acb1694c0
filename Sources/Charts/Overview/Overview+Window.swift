import ChartInteraction
import Geometry
import Painting

extension Overview {
    /// The window over an overview as it is drawn: a frame with handles, and a veil over the rest of the
    /// strip.
    public struct Window: Hashable, Sendable {
        /// The strip, in points.
        public var frame: Rect
        /// The place of the window's left end, in points.
        public var left: Double
        /// The place of the window's right end, in points.
        public var right: Double
        /// Whether it has handles that change its length.
        public var resizes: Bool
        /// The part that has the keyboard's focus; nil for none.
        public var focused: OverviewDrag.Part?

        /// Makes a window.
        public init(
            frame: Rect, left: Double, right: Double, resizes: Bool = true,
            focused: OverviewDrag.Part? = nil
        ) {
            self.frame = frame
            self.left = left
            self.right = right
            self.resizes = resizes
            self.focused = focused
        }

        /// Whether a part of the window is over the strip.
        public var isInside: Bool { right > frame.minX && left < frame.maxX }

        /// What the window shows of the strip; without width if it is beyond an end.
        public var shown: Rect {
            guard isInside else {
                let edge = right <= frame.minX ? frame.minX : frame.maxX
                return Rect(x: edge, y: frame.minY, width: 0, height: frame.height)
            }
            let (left, right) = ends
            return Rect(x: left, y: frame.minY, width: right - left, height: frame.height)
        }

        /// Whether handles inside the window would hide what it shows.
        private var isNarrow: Bool { resizes && ends.right - ends.left < Self.narrow }

        /// A window below this width has its handles outside, in points.
        private static let narrow = 36.0
        /// The least width of the outline, in points.
        private static let leastWidth = 5.0
        /// Between a narrow window and its handles, and between these, in points: there is room for
        /// the ring of the focus.
        private static let tabGap = 4.0
        /// The height of handles outside of a narrow window, in points.
        private static let tabHeight = 26.0

        /// The handles as they are drawn with a style, the left one first; none if there are none.
        ///
        /// Those of a narrow window are tabs outside of it, so that it shows its part of the record.
        /// At an end of the strip they are next to each other at that end.
        public func handles(_ style: Style) -> [Rect] {
            guard resizes, isInside else { return [] }
            let outline = outline
            let width = style.handleWidth
            guard isNarrow else {
                return [outline.minX, outline.maxX - width].map {
                    Rect(x: $0, y: frame.minY, width: width, height: frame.height)
                }
            }
            let height = min(Self.tabHeight, frame.height)
            let gap = Self.tabGap
            let least = width + gap
            let right = min(
                max(outline.maxX + gap, frame.minX + least), frame.maxX - width)
            let left = max(frame.minX, min(outline.minX - least, right - least))
            return [left, right].map {
                Rect(x: $0, y: frame.midY - height / 2, width: width, height: height)
            }
        }

        private var ends: (left: Double, right: Double) {
            let left = min(max(left, frame.minX), frame.maxX)
            return (left, min(max(right, left), frame.maxX))
        }

        /// The window's outline, which is never thinner than can be seen.
        private var outline: Rect {
            let (left, right) = ends
            let width = max(Self.leastWidth, right - left)
            let x = min(max((left + right - width) / 2, frame.minX), frame.maxX - width)
            return Rect(x: x, y: frame.minY, width: width, height: frame.height)
        }

        /// Draws the veil, the frame and the handles.
        @MainActor
        public func draw(on canvas: Canvas, _ style: Style) {
            guard isInside else {
                canvas.fill(frame, style.veil, corners: Corners(style.corner))
                return
            }
            let outline = outline
            for (from, to) in [(frame.minX, outline.minX), (outline.maxX, frame.maxX)] {
                // The whole veil, of which one side is visible: its corners are always the strip's.
                let side = Rect(x: from, y: frame.minY, width: to - from, height: frame.height)
                canvas.clipped(to: side) {
                    canvas.fill(frame, style.veil, corners: Corners(style.corner))
                }
            }
            let corner = isNarrow ? min(2, outline.width / 2) : style.windowCorner
            canvas.fill(
                outline, .clear, corners: Corners(corner),
                border: Border(width: 2, color: style.window)
            )
            let handles = handles(style)
            let round = style.windowCorner
            let corners = [
                Corners(leftTop: round, rightTop: 0, rightBottom: 0, leftBottom: round),
                Corners(leftTop: 0, rightTop: round, rightBottom: round, leftBottom: 0),
            ]
            for (rect, corners) in zip(handles, corners) {
                canvas.fill(rect, style.window, corners: corners)
                canvas.line(
                    from: Point(x: rect.midX, y: frame.midY - 5),
                    to: Point(x: rect.midX, y: frame.midY + 5), width: 1.8, color: style.grip)
            }
            guard let ring = focusRing(outline, handles) else { return }
            canvas.fill(
                ring.inset(by: -3), .clear, corners: Corners(corner + 3),
                border: Border(width: 2, color: style.focus))
        }

        private func focusRing(_ outline: Rect, _ handles: [Rect]) -> Rect? {
            switch focused {
            case .middle: outline
            case .lowerHandle: handles.first
            case .upperHandle: handles.last
            case nil: nil
            }
        }
    }
}
