import ChartScene
import Geometry

/// What a screen is laid out with.
struct ScreenEnvironment {
    var style: PaneStyle
    var resources: PaneResources
    /// The control under the pointer.
    var hovered: ControlID?
    /// The control that has the keyboard's focus, where that is to be seen.
    var focused: ControlID?
    /// The time of the frame, in seconds.
    var time: Double
    /// The window around it.
    var window: ShellLayout
    /// Where a control of the window's frame is, such as the button of a menu; nil for none.
    var frame: (ControlID) -> Rect?
}

/// How keys walk through a list.
enum ListStep {
    /// So many rows down; up where negative.
    case rows(Int)
    /// So many pages down; up where negative.
    case pages(Int)
    case start
    case end
    /// To the right within a row; to the left where negative.
    case across(Int)
}

/// What fills the content of the window, or lies over everything as a dialog.
///
/// A screen has a folder of its own, with its state, its panes, its commands and its words, and a line in
/// `ScreenCatalogue`. It takes what it shows from the viewer's state and holds only what is its own: how far
/// it is scrolled, what is typed in it.
@MainActor
protocol Screen: AnyObject {
    var id: ScreenID { get }
    /// Brings what it shows up to date with the state, in the room that it is given; brings its scrolling
    /// within its limits.
    func layout(in room: Rect, _ environment: ScreenEnvironment)
    /// Adds itself to a scene.
    ///
    /// - Parameter tags: tell what its parts are, in documents.
    func encode(into scene: SceneBuilder, _ tags: ViewerTags)
    /// What it is for assistive technology and for presses, as it was laid out.
    var nodes: [SemanticNode] { get }
    /// Changes whenever `nodes` does.
    var revision: Int { get }
    /// What has the keys when it comes; nil for nothing.
    var firstFocus: ControlID? { get }
    /// Scrolls by a distance in points; whether there is anything to scroll at that place.
    func scroll(by distance: Double, at place: Point) -> Bool
    /// Walks through its list, where it has one.
    func walk(_ step: ListStep)
    /// Goes a step back within it; whether there was one.
    func back() -> Bool
    /// It was closed.
    func close()
}

extension Screen {
    var firstFocus: ControlID? { DialogFrame.closeID }
    func scroll(by distance: Double, at place: Point) -> Bool { false }
    func walk(_ step: ListStep) {}
    func back() -> Bool { false }
    func close() {}
}

/// A screen with lines of text that can be typed.
@MainActor
protocol TextEntry: Screen {
    /// The field that what is typed goes to while a control has the focus; nil for none.
    func typedField(focused: ControlID?) -> ControlID?
    /// What is typed in a field; nil where there is no such field.
    func text(of field: ControlID) -> TextField?
    /// Changes what is typed in a field.
    func edit(_ field: ControlID, _ change: (inout TextField) -> Void)
    /// Says at the field that is typed in why something is not done.
    func refuse(_ sentence: String)
}
