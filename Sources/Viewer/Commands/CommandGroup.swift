import Localization

/// What commands and gestures are about: the parts of the help, in its order.
package enum CommandGroup: CaseIterable, Sendable {
    case moving
    case periods
    case series
    case selection
    case notes
    case window
    case typing

    /// What the part is called.
    package var title: String {
        switch self {
        case .moving: tr("Moving")
        case .periods: tr("Periods and pages")
        case .series: tr("Series and crosshair")
        case .selection: tr("Selection")
        case .notes: tr("Notes")
        case .window: tr("Window")
        case .typing: tr("Typing")
        }
    }

    /// What can be done without a key: what happens, and how.
    package var gestures: [(title: String, gesture: String)] {
        switch self {
        case .moving:
            [
                (tr("Move along time"), tr("Drag, or scroll with two fingers")),
                (tr("Zoom"), tr("Wheel, or pinch")),
                (tr("Zoom one axis"), tr("Wheel over it")),
                (tr("Show all time"), tr("Double click, or double tap")),
                (tr("Move or resize the view"), tr("Drag the overview, or its handles")),
            ]
        case .periods: [(tr("Turn the page"), tr("Swipe"))]
        case .series:
            [
                (tr("Read a value"), tr("Point at it, or press and hold")),
                (tr("Show or hide a series"), tr("Press its name")),
                (tr("Show a series alone"), tr("Alt-click its name, or hold it")),
            ]
        case .selection: [(tr("Select a span"), tr("Shift-drag, or right-drag"))]
        case .notes: [(tr("Change a note"), tr("Press it over the chart"))]
        case .window: [(tr("Open files"), tr("Drop them on the window"))]
        case .typing: []
        }
    }
}
