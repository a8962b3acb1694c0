import Desktop
import Foundation

/// What the person was looking at, kept in the state directory.
///
/// A lost compositor then loses nothing.
struct SavedView: Codable, Equatable {
    var files: [String]
    var metric: String?
    var period: String?
    /// The visible range, seconds since 1970.
    var from: Double
    var to: Double
    /// The page of values by name, from 0; nil if the chart has a time axis.
    var page: Int?
    /// The place that was shown, such as the page of a workout; nil in the files of version 0.1.0.
    var route: Route?

    /// What bars of weeks and longer units show, as `BarAmount`; nil in the files of version 0.1.0.
    var bars: String?

    /// What bars of nights show, as `NightView`; nil in the files of earlier versions.
    var nights: String?

    /// Whether the program ended because its compositor was lost: then the next run shows this view, and not
    /// the summary; nil in the files of version 0.1.0.
    var wasLost: Bool?

    private static let file = KeptFile(name: "view.json", kind: .state)

    /// The view that was kept for these files, if any.
    static func load(files: [String], library: String?) -> SavedView? {
        guard let view = file.load(SavedView.self, library: library),
            view.files == FilePaths.absolute(files),
            view.from.isFinite, view.to > view.from
        else { return nil }
        return view
    }

    /// Saves the view, and returns whether that succeeded.
    @discardableResult
    func save(library: String?) -> Bool { Self.file.save(self, library: library) }
}
