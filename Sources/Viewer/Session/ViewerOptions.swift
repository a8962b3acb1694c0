import ChartCore
import Geometry
import HealthData
import Maps

/// The command line's options for the viewer or a picture of it.
package struct ViewerOptions: Sendable {
    /// Which appearance the window has.
    package enum ThemeChoice: String, Sendable, CaseIterable {
        case light
        case dark
        /// That of the desktop, followed live.
        case auto
    }

    /// What a library begins with if nothing else is asked for.
    package enum Beginning: String, Sendable, CaseIterable {
        case summary
        /// What the last run showed.
        case last
    }

    package var files: [String]
    /// Files with maps.
    package var maps: [String] = []
    package var zone: ZoneRules
    /// What to assume if a file does not say.
    package var assumptions = Assumptions()
    /// The present instant in seconds since 1970, after whose next day no sample should be dated.
    ///
    /// With infinity, the default, nothing is in the future.
    package var now: @Sendable () -> Double = { .infinity }
    /// The units of displayed values; they take precedence over those chosen in an earlier run.
    package var units = UnitPreferences()
    /// The precedence of sources in a picture; a window uses the order that was kept.
    package var order = SourceOrder()
    /// The id of the first metric shown; if nil, the first with data.
    package var metric: String?
    /// What a window begins with if it shows the library.
    package var beginning = Beginning.summary
    /// Whether a picture shows the summary.
    package var showsSummary = false
    package var period: Period?
    /// An instant on the first page; if nil, the latest data.
    package var date: Double?
    /// Exactly this range, instead of a page.
    package var range: Extent?
    /// The first page of values by name to show, from 1; if nil, the first.
    package var page: Int?
    /// The workout whose page is shown first, by the instant of its beginning or its day.
    package var workout: Double?
    /// The zones around homes that a picture leaves out.
    package var hiddenHomes: [PrivacyZone] = []
    /// The position of the crosshair in a picture; nil for none.
    package var cursor: Double?
    /// High contrast in a picture; a window uses the desktop's setting or a pinned one.
    package var isHighContrast = false
    /// The desktop's accent colour in a picture.
    package var accent: Color?
    /// The dialog that is open in a picture.
    package var dialog: ScreenID?
    /// If nil, the one pinned in an earlier run, else the desktop's.
    package var theme: ThemeChoice?
    /// In points.
    package var size: Size
    package var isFullscreen: Bool
    /// Where the library and the person's view are kept.
    ///
    /// `:memory:` keeps nothing; nil means the base directories.
    package var library: String?
    /// Where the trace is written.
    package var trace: String?
    package var printsGlobals: Bool
    /// The version of the program, for what is printed.
    package var version = ""
    /// Whether rows that are appended to the file are shown as they arrive.
    package var follows = false
    /// Recorded input that is played once everything has been read.
    package var replay: RecordedTrace?

    /// Whether nothing is asked for by name, so that a library begins with its summary.
    var asksForNothing: Bool {
        beginning == .summary && metric == nil && period == nil && date == nil && range == nil
            && page == nil
            && workout == nil && dialog == nil && replay == nil
    }

    /// Finds the maps among the files.
    ///
    /// It reads their first bytes, so it comes after the sandbox was entered.
    package mutating func divideFiles() {
        let divided = MapFiles.divided(files)
        (files, maps) = (divided.records, maps + divided.maps)
    }

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

/// The program's identity, used for its app id, desktop file, icons and metainfo.
package enum ProgramIdentity {
    package static let appID = "io.github.oresen.Oresen"
    package static let name = "Oresen"
}
