import Geometry
import HealthData

extension Theme {
    /// Everything that has a colour of its own.
    package enum Token: Int, CaseIterable, Sendable {
        // Backgrounds.
        case window, bar, card, board
        case control, hoveredControl, selectedControl, selectedSegment
        case prominent, hoveredProminent, keyCap
        // Lines.
        case hairline, grid, controlBorder, rowBorder, rowMarker
        // Texts.
        case text1, text2, text3, danger, prominentInk
        // Selection and focus.
        case focus, selection, selectionInk, selectionBand
        // Over other things.
        case overviewVeil, drawerVeil, dialogVeil
        // Families.
        case activity, body, heart, secondary, sleep, route
        // Stages of sleep.
        case awake, remSleep, coreSleep, deepSleep
        // In addition to sleep.
        case inBed
        // Zones.
        case zoneGood, zoneElevated, zoneHigh
        // Chips: their grounds and their words.
        case chipGood, chipGoodText, chipElevated, chipElevatedText, chipHigh, chipHighText
        // Shadows.
        case edgeShadow, cardShadow, segmentShadow, rowShadow, drawerShadow, boardShadow
        case dialogShadow
    }

    /// The background of the window.
    package var window: Color { self[.window] }
    /// The background of the header and the list.
    package var bar: Color { self[.bar] }
    /// The background of the chart.
    package var card: Color { self[.card] }
    /// The background of the info board, of lists over everything and of menus.
    package var board: Color { self[.board] }

    /// The background of controls.
    package var control: Color { self[.control] }
    /// The background of a control under the pointer.
    package var hoveredControl: Color { self[.hoveredControl] }
    /// The background of the selected row of a list.
    package var selectedControl: Color { self[.selectedControl] }
    /// The background of the selected segment, on top of `control`.
    package var selectedSegment: Color { self[.selectedSegment] }
    /// The background of the button for the most likely action.
    package var prominent: Color { self[.prominent] }
    /// The same under the pointer.
    package var hoveredProminent: Color { self[.hoveredProminent] }
    /// The background of a key in the help, on `board`.
    package var keyCap: Color { self[.keyCap] }
    /// Words on `prominent`.
    package var prominentInk: Color { self[.prominentInk] }

    /// Between parts of the window, and around cards.
    package var hairline: Color { self[.hairline] }
    /// The chart's lines.
    package var grid: Color { self[.grid] }
    /// Around controls; transparent except in high contrast, where their background is that of the
    /// window.
    package var controlBorder: Color { self[.controlBorder] }
    /// Around the selected row of a list; transparent except in high contrast.
    package var rowBorder: Color { self[.rowBorder] }
    /// At the edge of the selected row of a list; transparent if the desktop has no accent.
    package var rowMarker: Color { self[.rowMarker] }

    /// Names and figures.
    package var text1: Color { self[.text1] }
    /// Details next to names and figures.
    package var text2: Color { self[.text2] }
    /// Captions and labels.
    package var text3: Color { self[.text3] }
    /// The words and symbols of errors.
    package var danger: Color { self[.danger] }

    /// The ring around the element with the keyboard focus.
    package var focus: Color { self[.focus] }
    /// The outline of a selected part of a record: the overview's window, the edges of a span.
    package var selection: Color { self[.selection] }
    /// Drawings on `selection`.
    package var selectionInk: Color { self[.selectionInk] }
    /// The background of a selected span over the card; marks and labels on it keep the required
    /// contrast.
    package var selectionBand: Color { self[.selectionBand] }

    /// Over the part of the overview outside its window.
    ///
    /// It is transparent in high contrast, where the window's outline alone shows it.
    package var overviewVeil: Color { self[.overviewVeil] }
    /// Over the window outside an open drawer.
    package var drawerVeil: Color { self[.drawerVeil] }
    /// Over the window outside a list that covers everything.
    package var dialogVeil: Color { self[.dialogVeil] }

    package var activity: Color { self[.activity] }
    package var body: Color { self[.body] }
    package var heart: Color { self[.heart] }
    /// The second series of a family.
    package var secondary: Color { self[.secondary] }
    package var sleep: Color { self[.sleep] }
    /// Time awake between stages of sleep.
    package var awake: Color { self[.awake] }
    /// REM sleep, the lightest of the stages in both appearances: depth grows darker.
    package var remSleep: Color { self[.remSleep] }
    package var coreSleep: Color { self[.coreSleep] }
    package var deepSleep: Color { self[.deepSleep] }
    /// Time in bed without sleep.
    package var inBed: Color { self[.inBed] }
    package var route: Color { self[.route] }

    package var zoneGood: Color { self[.zoneGood] }
    package var zoneElevated: Color { self[.zoneElevated] }
    package var zoneHigh: Color { self[.zoneHigh] }

    /// The colour of a zone of blood pressures.
    func color(of level: BloodPressureGuideline.Level) -> Color {
        switch level {
        case .good: zoneGood
        case .elevated: zoneElevated
        case .high: zoneHigh
        case .highest: zoneHigh.opacity(1.8)
        }
    }

    /// The ground and the words of a chip.
    func colors(of tone: FigureChip.Tone) -> (ground: Color, text: Color) {
        switch tone {
        case .good: (self[.chipGood], self[.chipGoodText])
        case .elevated: (self[.chipElevated], self[.chipElevatedText])
        case .high: (self[.chipHigh], self[.chipHighText])
        case .neutral: (control, text2)
        }
    }

    /// The colour of zones in a legend, with the contrast of marks.
    var zoneMark: Color {
        derived { theme in
            var color = theme.zoneElevated
            color.alpha = 1
            return color.standingOut(on: [theme.card], at: 3, towards: theme.text1)
        }
    }

    /// Close to a card's edge; `cardShadow` extends beyond it only in light themes.
    package var edgeShadow: Color { self[.edgeShadow] }
    package var cardShadow: Color { self[.cardShadow] }
    package var segmentShadow: Color { self[.segmentShadow] }
    package var rowShadow: Color { self[.rowShadow] }
    package var drawerShadow: Color { self[.drawerShadow] }
    package var boardShadow: Color { self[.boardShadow] }
    package var dialogShadow: Color { self[.dialogShadow] }
}
