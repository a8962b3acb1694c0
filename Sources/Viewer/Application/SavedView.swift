import ChartCore
import Desktop
import Foundation

/// What the person was looking at, kept in the state directory so that a lost compositor loses nothing.
struct SavedView: Codable, Equatable {
    var files: [String]
    var metric: String?
    var period: String?
    /// The visible range, seconds since 1970.
    var from: Double
    var to: Double

    /// The view that was kept for these files, if any.
    static func load(files: [String], library: String?) -> SavedView? {
        guard let path = path(library), let data = FileManager.default.contents(atPath: path),
            let view = try? JSONDecoder().decode(SavedView.self, from: data), view.files == files,
            view.from.isFinite, view.to > view.from
        else { return nil }
        return view
    }

    /// Keeps the view; whether that went well.
    ///
    /// The file is replaced as a whole.
    @discardableResult
    func save(library: String?) -> Bool {
        guard let path = SavedView.path(library), let data = try? JSONEncoder().encode(self) else {
            return false
        }
        if let library, library != ":memory:" {
            // A folder that was named and is not there yet is made; nobody else is to look into it.
            try? FileManager.default.createDirectory(
                atPath: library, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        return (try? data.write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
    }

    /// Paths that mean the same from every folder.
    static func absolute(_ files: [String]) -> [String] {
        files.map { $0 == "-" ? $0 : URL(fileURLWithPath: $0).standardizedFileURL.path }
    }

    private static func path(_ library: String?) -> String? {
        if library == ":memory:" { return nil }
        if let library { return library + "/view.json" }
        guard let directories = try? BaseDirectories(), let state = try? directories.made(.state)
        else {
            return nil
        }
        return state + "/view.json"
    }
}
