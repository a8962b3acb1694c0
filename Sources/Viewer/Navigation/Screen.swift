import ChartScene
import Geometry

/// The values that a screen needs for its layout.
struct ScreenEnvironment {
    var style: PaneStyle
    var resources: PaneResources
    /// The control under the pointer.
    var hovered: ControlID?
    /// The control with the keyboard focus, if the focus is visible.
    var focused: ControlID?
    /// The time of the frame, in seconds.
    var time: Double
    /// The layout of the window around it.
    var window: ShellLayout
    /// The frame of a control outside the screen, such as the button of a menu; nil for none.
    var frame: (ControlID) -> Rect?
}

/// A step of the keys through a list.
enum ListStep {
    /// A number of rows down; up if negative.
    case rows(Int)
    /// A number of pages down; up if negative.
    case pages(Int)
    case start
    case end
    /// To the right within a row; to the left if negative.
    case across(Int)
}

extension ListStep {
    /// The scroll offset of a page of cards after the step, in points; the screen limits it.
    func scrolled(from offset: Double) -> Double {
        switch self {
        case .rows(let count): offset + Double(count) * 48
        case .pages(let count): offset + Double(count) * 400
        case .start: 0
        case .end: 1e9
        case .across: offset
        }
    }
}

/// A screen, which fills the content of the window, or covers everything as a dialog.
///
/// A screen has a folder of its own, with its state, its panes, its commands and its strings, and a
/// line in `ScreenCatalogue`. It takes what it shows from the viewer's state and holds only its own
/// state: its scrolling, the text typed in it.
@MainActor
protocol Screen: AnyObject {
    var id: ScreenID { get }
    /// Updates it from the state, in the given room, and limits its scrolling to the valid range.
    func layout(in room: Rect, _ environment: ScreenEnvironment)
    /// Adds itself to a scene.
    ///
    /// - Parameter tags: tags its parts in documents.
    func encode(into scene: SceneBuilder, _ tags: ViewerTags)
    /// Its semantic nodes, for assistive technology and for presses, as it was laid out.
    var nodes: [SemanticNode] { get }
    /// Changes whenever `nodes` does.
    var revision: Int { get }
    /// The control that has the focus when it opens; nil for none.
    var firstFocus: ControlID? { get }
    /// Scrolls by a distance in points, and returns whether there is anything to scroll at that
    /// point.
    func scroll(by distance: Double, at place: Point) -> Bool
    /// Moves through its list, if it has one.
    func walk(_ step: ListStep)
    /// Whether the keys to the left and right move within a row.
    var walksAcross: Bool { get }
    /// Goes a step back within the screen, and returns whether there was one.
    func back() -> Bool
    /// Called when it was closed.
    func close()
    /// Whether the next frame will look different even without events.
    var isMoving: Bool { get }
}

extension Screen {
    var firstFocus: ControlID? { DialogFrame.closeID }
    func scroll(by distance: Double, at place: Point) -> Bool { false }
    func walk(_ step: ListStep) {}
    var walksAcross: Bool { false }
    func back() -> Bool { false }
    func close() {}
    var isMoving: Bool { false }
}

/// A screen with editable lines of text.
@MainActor
protocol TextEntry: Screen {
    /// The field that receives typed text while a control has the focus; nil for none.
    func typedField(focused: ControlID?) -> ControlID?
    /// The contents of a field; nil if there is no such field.
    func text(of field: ControlID) -> TextField?
    /// Changes the contents of a field.
    func edit(_ field: ControlID, _ change: (inout TextField) -> Void)
    /// Shows at the current field why something is not done.
    func refuse(_ sentence: String)
}
