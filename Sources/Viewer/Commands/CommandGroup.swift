import Localization

/// The topics of commands and gestures: the parts of the help, in its order.
package enum CommandGroup: CaseIterable, Sendable {
    case moving
    case periods
    case route
    case trackMap
    case targets
    case series
    case selection
    case notes
    case ink
    case drawings
    case window
    case typing

    /// The title of the part.
    package var title: String {
        switch self {
        case .moving: tr("Moving")
        case .periods: tr("Periods and pages")
        case .route: tr("Maps of workouts")
        case .trackMap: tr("Map of all workouts")
        case .targets: tr("Targets")
        case .series: tr("Series and crosshair")
        case .selection: tr("Selection")
        case .notes: tr("Notes")
        case .ink: tr("Drawing")
        case .drawings: tr("Drawings")
        case .window: tr("Window")
        case .typing: tr("Typing")
        }
    }

    /// The gestures of the part: what each one does, and how to make it.
    package var gestures: [(title: String, gesture: String)] {
        switch self {
        case .moving:
            [
                (tr("Move along time"), tr("Drag, or scroll with two fingers")),
                (tr("Zoom"), tr("Scroll wheel, or pinch")),
                (tr("Zoom one axis"), tr("Scroll over the axis")),
                (tr("Show all"), tr("Double click, or double tap")),
                (tr("Move or resize the view"), tr("Drag the overview, or its handles")),
            ]
        case .periods: [(tr("Previous or next page"), tr("Swipe"))]
        case .route:
            [
                (tr("Move the map"), tr("Drag, or scroll with two fingers")),
                (tr("Zoom or turn the map"), tr("Scroll wheel, or two fingers")),
                (tr("Open a workout from the map of all"), tr("Click its track")),
                (tr("Keep a place on the way"), tr("Click it")),
                (tr("Figures of a part of the way"), tr("Shift-drag over the charts")),
            ]
        case .series:
            [
                (tr("Read a value"), tr("Point at it, or touch and hold")),
                (tr("Show or hide a series"), tr("Click its name")),
                (tr("Show only one series"), tr("Alt-click its name, or hold it")),
            ]
        case .selection: [(tr("Select a period"), tr("Shift-drag, or right-drag"))]
        case .notes: [(tr("Edit a note"), tr("Click the note"))]
        case .ink: [(tr("Draw on the chart"), tr("Draw with a pen"))]
        case .trackMap: [(tr("Open a workout"), tr("Click its track"))]
        case .targets, .drawings: []
        case .window:
            [
                (tr("Open or import files"), tr("Drop them on the window")),
                (tr("A picture for another program"), tr("Drag “Export…” out of the window")),
            ]
        case .typing: []
        }
    }
}
