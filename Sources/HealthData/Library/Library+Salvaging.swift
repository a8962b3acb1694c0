import Foundation
import GRDB
import Glibc
import Localization
import Streams

extension Library {
    /// Writes all that can be read of the library in a directory into a new library in another one.
    ///
    /// The first one is only read. Every chunk, row and note whose own pages are whole is in the new
    /// one, whichever pages led to them. What is missing is known there: it is named whenever the
    /// library is read, and is put in again by adding its file once more.
    ///
    /// - Returns: what could not be read, or not where it should be, a sentence each.
    /// - Throws: where nothing can be read, or the other directory holds a library already.
    public static func salvage(
        from directory: String, into other: String
    ) throws(LibraryTrouble) -> [String] {
        let library = try Library(reading: directory)
        defer { library.close() }
        let target = path(in: other)
        guard !exists(in: other) else {
            throw LibraryTrouble(
                place: target, problem: tr("is there already"),
                remedy: tr("name a directory that holds no library"), isRefusal: true)
        }
        let found = try LibraryTrouble.catching(library.path) {
            try SalvagedDatabase(of: library.path)
        }
        guard let found else {
            throw LibraryTrouble(
                place: library.path, problem: tr("holds nothing that can be read"),
                remedy: tr("restore a backup"), isRefusal: true)
        }
        library.take(found)
        let damages = try library.contents().damages
        try makeFolders(other)
        let unfinished = Leftovers.name(target + Library.unfinished)
        do throws(LibraryTrouble) {
            try LibraryTrouble.catching(target) {
                try found.settle()
                try found.write(to: unfinished)
            }
            try name(unfinished, target, fsync)
        } catch {
            discard(unfinished)
            throw error
        }
        return damages
    }
}
