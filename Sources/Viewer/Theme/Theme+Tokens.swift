import Geometry
import HealthData

extension Theme {
    /// Everything that has a colour of its own.
    package enum Token: Int, CaseIterable, Sendable {
        // Grounds.
        case window, bar, card, board
        case control, hoveredControl, selectedControl, selectedSegment
        case prominent, hoveredProminent, keyCap
        // Lines.
        case hairline, grid, controlBorder, rowBorder, rowMarker
        // Texts.
        case text1, text2, text3, danger, prominentInk
        // What is chosen.
        case focus, selection, selectionInk, selectionBand
        // Over other things.
        case overviewVeil, drawerVeil, dialogVeil
        // Families.
        case activity, body, heart, secondary, sleep, route
        // Beside sleep.
        case inBed
        // Zones.
        case zoneGood, zoneElevated, zoneHigh
        // Shadows.
        case edgeShadow, cardShadow, segmentShadow, rowShadow, drawerShadow, boardShadow
        case dialogShadow
    }

    /// The ground of everything.
    package var window: Color { self[.window] }
    /// The ground of the header and the list.
    package var bar: Color { self[.bar] }
    /// The ground of the chart.
    package var card: Color { self[.card] }
    /// The ground of the info board, of lists over everything and of menus.
    package var board: Color { self[.board] }

    /// The ground of controls.
    package var control: Color { self[.control] }
    /// The ground of a control under the pointer.
    package var hoveredControl: Color { self[.hoveredControl] }
    /// The ground of what is chosen in a list.
    package var selectedControl: Color { self[.selectedControl] }
    /// The ground of what is chosen among segments, which lie on `control`.
    package var selectedSegment: Color { self[.selectedSegment] }
    /// The ground of the button that one is most likely to want.
    package var prominent: Color { self[.prominent] }
    /// The same under the pointer.
    package var hoveredProminent: Color { self[.hoveredProminent] }
    /// The ground of a key in the help, on `board`.
    package var keyCap: Color { self[.keyCap] }
    /// Words on `prominent`.
    package var prominentInk: Color { self[.prominentInk] }

    /// Between parts of the window, and around cards.
    package var hairline: Color { self[.hairline] }
    /// The chart's lines.
    package var grid: Color { self[.grid] }
    /// Around controls; nothing but in high contrast, where their ground is that of the window.
    package var controlBorder: Color { self[.controlBorder] }
    /// Around what is chosen in a list; nothing but in high contrast.
    package var rowBorder: Color { self[.rowBorder] }
    /// At the edge of what is chosen in a list; nothing where the desktop has no accent.
    package var rowMarker: Color { self[.rowMarker] }

    /// Names and figures.
    package var text1: Color { self[.text1] }
    /// What stands beside them.
    package var text2: Color { self[.text2] }
    /// Captions and labels.
    package var text3: Color { self[.text3] }
    /// Words and signs of trouble.
    package var danger: Color { self[.danger] }

    /// The ring around what has the keyboard.
    package var focus: Color { self[.focus] }
    /// The frame of what is chosen out of a record: the overview's window, the edges of a span.
    package var selection: Color { self[.selection] }
    /// What is drawn on `selection`.
    package var selectionInk: Color { self[.selectionInk] }
    /// The ground of a chosen span over the card; marks and labels on it stand out as on the card.
    package var selectionBand: Color { self[.selectionBand] }

    /// The ground over what lies outside the overview's window; nothing in high contrast, where the
    /// window's frame alone tells it.
    package var overviewVeil: Color { self[.overviewVeil] }
    /// Over what lies beside an open drawer.
    package var drawerVeil: Color { self[.drawerVeil] }
    /// Over what lies beside a list over everything.
    package var dialogVeil: Color { self[.dialogVeil] }

    package var activity: Color { self[.activity] }
    package var body: Color { self[.body] }
    package var heart: Color { self[.heart] }
    /// The second series of a family.
    package var secondary: Color { self[.secondary] }
    package var sleep: Color { self[.sleep] }
    /// Lying in bed, which is no sleep.
    package var inBed: Color { self[.inBed] }
    package var route: Color { self[.route] }

    package var zoneGood: Color { self[.zoneGood] }
    package var zoneElevated: Color { self[.zoneElevated] }
    package var zoneHigh: Color { self[.zoneHigh] }

    /// What a zone of such pressures is drawn in.
    func color(of level: BloodPressureGuideline.Level) -> Color {
        switch level {
        case .good: zoneGood
        case .elevated: zoneElevated
        case .high: zoneHigh
        case .highest: zoneHigh.opacity(1.8)
        }
    }

    /// What stands for zones in a legend: their colour, as strong as marks are.
    var zoneMark: Color {
        derived { theme in
            var color = theme.zoneElevated
            color.alpha = 1
            return color.standingOut(on: [theme.card], at: 3, towards: theme.text1)
        }
    }

    /// Close to a card's edge; with `cardShadow` beyond it in light themes alone.
    package var edgeShadow: Color { self[.edgeShadow] }
    package var cardShadow: Color { self[.cardShadow] }
    package var segmentShadow: Color { self[.segmentShadow] }
    package var rowShadow: Color { self[.rowShadow] }
    package var drawerShadow: Color { self[.drawerShadow] }
    package var boardShadow: Color { self[.boardShadow] }
    package var dialogShadow: Color { self[.dialogShadow] }
}
