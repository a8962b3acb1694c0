// The legend of charts: pills that show and hide series.
//
// A legend has no state about the series. In every layout it asks for its items, which come from the
// marks of the charts, and it asks the owner of the series to show or hide one. So it never disagrees
// with the charts, whoever changes them.

import ChartInteraction
import ChartScene
import Geometry
import Painting
import Text

/// A legend: an item for each series, which shows and hides it.
///
/// A press shows or hides a series; a long press, or a press with Alt, shows it alone, and all again
/// if it is alone. In a figure it is below the charts and the overview (`ChartFigure.legend`) and
/// lists their marks. A program that draws a legend elsewhere calls `handle`, `prepare` and `encode`.
///
/// Cost: the items are compared in each frame and recorded when they change.
@MainActor
public final class Legend: InputTool {
    /// What a legend lists and changes.
    public struct Source {
        /// The items, in order.
        public var items: @MainActor () -> [Item]
        /// Shows or hides an item from a time on, in seconds.
        public var setShown: @MainActor (_ isShown: Bool, _ id: String, _ time: Double) -> Void

        /// Makes a source.
        public init(
            items: @escaping @MainActor () -> [Item],
            setShown: @escaping @MainActor (_ isShown: Bool, _ id: String, _ time: Double) -> Void
        ) {
            self.items = items
            self.setShown = setShown
        }
    }

    /// What is listed; nil for the marks of the figure's charts.
    public var source: Source?
    /// The name that is written for a mark of the figure, by default its id; nil leaves it out.
    public var name: @MainActor (_ mark: String) -> String? = { $0 }
    /// Colours, type and distances; nil for those of the figure's theme.
    public var style: Style?
    /// The id of the item that the program's keys change, drawn with a ring; nil for none.
    public var focused: String?
    /// Called when the legend has to be drawn again; a figure sets it.
    public var onChange: () -> Void = {}
    /// The items of the last layout.
    public private(set) var items: [Item] = []
    /// The places of the items, in points.
    public private(set) var rects: [Rect] = []
    private var theme = ChartTheme.light
    private var recorded: (key: Key, picture: Picture)?
    /// The id of the item under the pointer.
    private var hovered: String? {
        didSet { if hovered != oldValue { onChange() } }
    }
    private var press: Press?

    private struct Key: Equatable {
        var items: [Item]
        var rects: [Rect]
        var hovered: String?
        var focused: String?
        var style: Style
        var scale: Double
    }

    /// A press that has not ended.
    private struct Press {
        var item: String
        var isAlone: Bool
        /// The finger; nil for the pointer.
        var touch: Int?
        /// When it becomes a long press, in seconds; nil if it is one.
        var deadline: Double?
    }

    /// How long a long press is, in seconds.
    public static let longPressDelay = 0.5

    /// Makes a legend.
    ///
    /// - Parameter source: what is listed; nil for the marks of the figure's charts.
    public init(_ source: Source? = nil) { self.source = source }

    // MARK: Frame

    private var shownStyle: Style { style ?? Style(theme) }

    /// The height in a width, in points; 0 without items.
    public func height(width: Double, typesetter: Typesetter) -> Double {
        Self.height(of: source?.items() ?? [], width: width, shownStyle, typesetter)
    }

    /// Lays the items out in a frame, in points; it costs little if nothing has changed.
    public func prepare(in frame: Rect, deviceScale: Double, typesetter: Typesetter) {
        let style = shownStyle
        items = source?.items() ?? []
        rects = Self.rects(of: items, in: frame, style, typesetter)
        let key = Key(
            items: items, rects: rects, hovered: hovered, focused: focused, style: style,
            scale: deviceScale)
        guard recorded?.key != key else { return }
        let canvas = Canvas(scale: deviceScale)
        Self.draw(
            items, in: rects, hovered: hovered, focused: focused, on: canvas, style, typesetter)
        recorded = (key, canvas.finish())
    }

    /// Removes the items: there is no room for them.
    public func clear() {
        items = []
        rects = []
        recorded = nil
    }

    /// Adds the legend to a scene, as it was prepared.
    public func encode(into scene: SceneBuilder) {
        if let recorded { scene.picture(recorded.picture) }
    }

    /// Takes over the theme of a figure.
    func apply(_ theme: ChartTheme) { self.theme = theme }

    // MARK: Series

    /// Shows a hidden item, and hides one that is shown.
    ///
    /// - Parameter time: when, in seconds.
    public func toggle(_ id: String, at time: Double) {
        guard let source, let item = source.items().first(where: { $0.id == id }) else { return }
        source.setShown(!item.isShown, id, time)
        onChange()
    }

    /// Shows one series alone; all of them if it is alone already.
    ///
    /// - Parameter time: when, in seconds.
    public func showAlone(_ id: String, at time: Double) {
        guard let source else { return }
        let series = source.items().filter(\.isSeries)
        guard series.contains(where: { $0.id == id }) else { return }
        let isAlone = series.allSatisfy { $0.isShown == ($0.id == id) }
        for item in series {
            let isShown = isAlone || item.id == id
            if item.isShown != isShown { source.setShown(isShown, item.id, time) }
        }
        onChange()
    }

    // MARK: Input

    /// Takes what begins on an item, until it ends.
    public func handle(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerMoved:
            hovered = item(at: event.position)
            return press != nil && press?.touch == nil
        case .pointerLeft:
            hovered = nil
            if press?.touch == nil { press = nil }
            return false
        case .pointerPressed(.left): return begin(event, touch: nil)
        case .touchBegan(let id): return begin(event, touch: id)
        case .pointerReleased(.left): return end(event, touch: nil)
        case .touchEnded(let id): return end(event, touch: id)
        case .touchMoved(let id): return press?.touch == id
        case .touchCancelled:
            if press?.touch != nil { press = nil }
            return false
        default: return false
        }
    }

    private func item(at place: Point) -> String? {
        zip(items, rects).first { $0.1.contains(place) }?.0.id
    }

    private func begin(_ event: InputEvent, touch: Int?) -> Bool {
        guard press == nil, let item = item(at: event.position) else { return false }
        press = Press(
            item: item, isAlone: event.modifiers.contains(.alt), touch: touch,
            deadline: event.time + Self.longPressDelay)
        return true
    }

    private func end(_ event: InputEvent, touch: Int?) -> Bool {
        guard let press, press.touch == touch else { return false }
        self.press = nil
        // A long press has done its work, and a press that ends elsewhere does nothing.
        guard press.deadline != nil, item(at: event.position) == press.item else { return true }
        if press.isAlone {
            showAlone(press.item, at: event.time)
        } else {
            toggle(press.item, at: event.time)
        }
        return true
    }

    public var nextDeadline: Double? { press?.deadline }

    public func advance(to time: Double) {
        guard let press, let deadline = press.deadline, time >= deadline else { return }
        self.press?.deadline = nil
        showAlone(press.item, at: deadline)
    }

    public func reset(at time: Double) {
        press = nil
        hovered = nil
    }
}
