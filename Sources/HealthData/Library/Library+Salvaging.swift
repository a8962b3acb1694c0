import Foundation
import GRDB
import Glibc
import Localization
import Streams

extension Library {
    /// Writes everything that can be read of a library into a new library in another directory.
    ///
    /// The first library is only read. The new one has every chunk, row and note whose own pages
    /// are whole, even if the pages that led to them are damaged. It knows what is missing and
    /// reports it whenever it is read. Adding the file again restores it.
    ///
    /// - Returns: what could not be read, or was not where it should be, a sentence each.
    /// - Throws: if nothing can be read, or the other directory already holds a library.
    package static func salvage(
        from directory: String, into other: String
    ) throws(LibraryError) -> [String] {
        let library = try Library(reading: directory)
        defer { library.close() }
        let target = path(in: other)
        guard !exists(in: other) else {
            throw LibraryError(
                place: target, problem: tr("is there already"),
                remedy: tr("name a directory that holds no library"), isRefusal: true)
        }
        let found = try LibraryError.catching(library.path) {
            try SalvagedDatabase(of: library.path)
        }
        guard let found else {
            throw LibraryError(
                place: library.path, problem: tr("holds nothing that can be read"),
                remedy: tr("restore a backup"), isRefusal: true)
        }
        library.take(found)
        let damages = try library.contents().damages
        try LibraryOpening.makeFolders(other)
        let unfinished = Leftovers.name(target + LibraryBackup.unfinished)
        do throws(LibraryError) {
            try LibraryError.catching(target) {
                try found.settle()
                try Rebuilding.write(found.queue, to: unfinished)
            }
            try LibraryBackup.name(unfinished, target, fsync)
        } catch {
            LibraryBackup.discard(unfinished)
            throw error
        }
        return damages
    }
}
