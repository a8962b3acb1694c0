import Desktop
import Foundation
import HealthData
import Localization
import Maps
import Platform

/// The homes that a person hides, kept in the library, or in a file in its directory while there is no
/// library.
///
/// All exports use these: each has the same borders.
package enum KeptHomes {
    /// Why they cannot be read or kept.
    package struct Failure: ReportableError, Hashable {
        package let place: String
        package let problem: String
        package let remedy: String
    }

    private static let setting = "homes"
    private static let file = "homes.json"

    /// What was kept; nothing if nothing was.
    ///
    /// - Parameter library: the directory of the library; nil for the person's, `:memory:` for none.
    /// - Throws: if something was kept that cannot be read: exports would show what it hides.
    package static func load(library: String?) throws(Failure) -> HomePrivacy {
        guard let directory = try directory(library) else { return HomePrivacy() }
        if let text = try setting(in: directory) {
            return try read(Array(text.utf8), of: Library.path(in: directory))
        }
        let path = directory + "/" + file
        guard FileManager.default.fileExists(atPath: path) else { return HomePrivacy() }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(
                place: path, problem: tr("cannot be read"),
                remedy: tr("give yourself the right to read it"))
        }
        return try read(Array(data), of: path)
    }

    /// Keeps them in place of those before.
    package static func save(_ homes: HomePrivacy, library: String?) throws(Failure) {
        guard let directory = try directory(library) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let path = directory + "/" + file
        do {
            let data = try encoder.encode(homes)
            guard Library.exists(in: directory) else {
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                return try FileDraft.write(
                    Array(data), to: path, readers: .owner, isLasting: true)
            }
            let library = try Library(directory: directory)
            defer { library.close() }
            try LibrarySettings(of: library).keep(
                String(decoding: data, as: UTF8.self), as: setting)
            // From now on those of the library count.
            try? FileManager.default.removeItem(atPath: path)
        } catch {
            throw Failure(
                place: directory, problem: tr("the homes are not kept: {1}", "\(error)"), remedy: ""
            )
        }
    }

    private static func directory(_ library: String?) throws(Failure) -> String? {
        if library == ":memory:" { return nil }
        if let library { return library }
        do {
            return try BaseDirectories().path(.data)
        } catch {
            throw Failure(place: "HOME", problem: "\(error)", remedy: "")
        }
    }

    private static func setting(in directory: String) throws(Failure) -> String? {
        guard Library.exists(in: directory) else { return nil }
        do {
            let library = try Library(reading: directory)
            defer { library.close() }
            return try LibrarySettings(of: library).text(setting)
        } catch {
            throw Failure(place: error.place, problem: error.problem, remedy: error.remedy)
        }
    }

    private static func read(_ bytes: [UInt8], of place: String) throws(Failure) -> HomePrivacy {
        do {
            return try JSONDecoder().decode(HomePrivacy.self, from: Data(bytes))
        } catch {
            throw Failure(
                place: place, problem: tr("the homes in it are not those that Oresen has written"),
                remedy: tr("remove them with oresen library homes clear, and add them again"))
        }
    }

    /// Removes all of them, also those that cannot be read.
    package static func clear(library: String?) throws(Failure) {
        try save(HomePrivacy(), library: library)
    }
}
