import ChartCore
import Geometry
import HealthData

/// What the command line says about the viewer or a picture of it.
public struct ViewerOptions: Sendable {
    /// Which appearance the window has.
    public enum ThemeChoice: String, Sendable, CaseIterable {
        case light
        case dark
        /// The desktop's, live.
        case auto
    }

    /// What can lie over everything.
    public enum Overlay: String, Sendable, CaseIterable {
        /// The help: keys and gestures.
        case keys
        /// What was read.
        case report
        /// What the library holds.
        case library
        /// What each source of the metric gives to it.
        case sources
        /// The menu.
        case menu
        /// The path of a file to open.
        case open
        /// The notes in the library, and a new one that is written.
        case notes
        case note
    }

    public var files: [String]
    public var zone: ZoneRules
    /// What to take for granted where a file does not say.
    public var assumptions = Assumptions()
    /// The units to show values in, before those that were chosen in an earlier run.
    public var units = UnitPreferences()
    /// Which source goes before which in a picture; a window's order is the one that was kept.
    public var order = SourceOrder()
    /// The metric's id to begin with; the first with data where nil.
    public var metric: String?
    public var period: Period?
    /// An instant that the first page holds; the latest data where nil.
    public var date: Double?
    /// Exactly this range, in place of a page.
    public var range: Extent?
    /// The page of values by name to begin with, from 1; the first where nil.
    public var page: Int?
    /// The workout whose page to begin with, by the instant that it begins at or the day of it.
    public var workout: Double?
    /// Where the crosshair stands in a picture; nil for none.
    public var cursor: Double?
    /// Of a picture; a window's is the desktop's or pinned.
    public var isHighContrast = false
    /// The desktop's accent colour in a picture.
    public var accent: Color?
    /// What lies over everything in a picture.
    public var overlay: Overlay?
    /// Nil for what was pinned in an earlier run, else the desktop's.
    public var theme: ThemeChoice?
    /// In points.
    public var size: Size
    public var isFullscreen: Bool
    /// Where the library and the person's view are kept; `:memory:` for nowhere, nil for the base
    /// directories.
    public var library: String?
    /// Where the trace is written.
    public var trace: String?
    public var printsGlobals: Bool
    /// Whether rows that are added to the file are shown as they come.
    public var follows = false
    /// Recorded input that is played once everything is read.
    public var replay: RecordedTrace?

    public init(
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
public enum ProgramIdentity {
    public static let appID = "io.github.oresen.Oresen"
    public static let name = "Oresen"
}
