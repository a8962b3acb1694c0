import ChartCore
import Geometry
import HealthData

/// What the command line says about the viewer or a picture of it.
package struct ViewerOptions: Sendable {
    /// Which appearance the window has.
    package enum ThemeChoice: String, Sendable, CaseIterable {
        case light
        case dark
        /// The desktop's, live.
        case auto
    }

    package var files: [String]
    package var zone: ZoneRules
    /// What to take for granted where a file does not say.
    package var assumptions = Assumptions()
    /// The units to show values in, before those that were chosen in an earlier run.
    package var units = UnitPreferences()
    /// Which source goes before which in a picture; a window's order is the one that was kept.
    package var order = SourceOrder()
    /// The metric's id to begin with; the first with data where nil.
    package var metric: String?
    package var period: Period?
    /// An instant that the first page holds; the latest data where nil.
    package var date: Double?
    /// Exactly this range, in place of a page.
    package var range: Extent?
    /// The page of values by name to begin with, from 1; the first where nil.
    package var page: Int?
    /// The workout whose page to begin with, by the instant that it begins at or the day of it.
    package var workout: Double?
    /// Where the crosshair stands in a picture; nil for none.
    package var cursor: Double?
    /// Of a picture; a window's is the desktop's or pinned.
    package var isHighContrast = false
    /// The desktop's accent colour in a picture.
    package var accent: Color?
    /// The dialog that is open in a picture.
    package var dialog: ScreenID?
    /// Nil for what was pinned in an earlier run, else the desktop's.
    package var theme: ThemeChoice?
    /// In points.
    package var size: Size
    package var isFullscreen: Bool
    /// Where the library and the person's view are kept; `:memory:` for nowhere, nil for the base
    /// directories.
    package var library: String?
    /// Where the trace is written.
    package var trace: String?
    package var printsGlobals: Bool
    /// Whether rows that are added to the file are shown as they come.
    package var follows = false
    /// Recorded input that is played once everything is read.
    package var replay: RecordedTrace?

    package init(
        files: [String] = [], zone: ZoneRules = .utc, metric: String? = nil, period: Period? = nil,
        date: Double? = nil, range: Extent? = nil, theme: ThemeChoice? = nil,
        size: Size = Size(width: 1100, height: 720), isFullscreen: Bool = false,
        library: String? = nil, trace: String? = nil, printsGlobals: Bool = false
    ) {
        self.files = files
        self.zone = zone
        self.metric = metric
        self.period = period
        self.date = date
        self.range = range
        self.theme = theme
        self.size = size
        self.isFullscreen = isFullscreen
        self.library = library
        self.trace = trace
        self.printsGlobals = printsGlobals
    }
}

/// The one identity of the program: its app id, desktop file, icons and metainfo bear this name.
package enum ProgramIdentity {
    package static let appID = "io.github.oresen.Oresen"
    package static let name = "Oresen"
}
