import ChartCore
import Foundation
import GRDB
import Localization

extension Library {
    /// Removes a file's data.
    ///
    /// Data that other files have too stays and now belongs to them: the library is as if this file
    /// had never been added.
    ///
    /// - Returns: what other files lost by damage of the data that they shared with it, a sentence
    ///   each.
    /// - Throws: if there is no such dataset any more, or nothing can be written; nothing is
    ///   changed then.
    @discardableResult
    package func remove(_ dataset: Dataset) throws(LibraryError) -> [String] {
        try remove(dataset.id, named: dataset)
    }

    /// Removes the dataset that has a number, whichever it is.
    @discardableResult
    func remove(_ dataset: Int64) throws(LibraryError) -> [String] {
        try remove(dataset, named: nil)
    }

    private func remove(
        _ number: Int64, named dataset: Dataset?
    ) throws(LibraryError) -> [String] {
        let path = path
        let lost = try write { database in
            if let dataset { try DatasetRemoval.expect(dataset, path, database) }
            let lost = try DatasetRemoval.takeOut(number, path, database)
            try StoredCopies.update(database)
            return lost
        }
        giveBackRoom()
        return lost.map(\.text)
    }

    /// Replaces datasets by the results of new readings of their files, all in one transaction.
    ///
    /// They keep their numbers, and the times when they were added.
    ///
    /// - Throws: like `add` and `remove`, and if a file has changed, so that its records are not
    ///   those of the dataset; nothing is changed then.
    package func replace(
        _ readings: [(dataset: Dataset, result: ImportResult)]
    ) throws(LibraryError) -> [Addition] {
        let path = path
        let additions = try write { try DatasetRemoval.replace(readings, path, $0) }
        giveBackRoom()
        return additions
    }

    /// Removes deleted data from the disk as well; if there is no room for that, or somebody else
    /// is reading, its space is reused.
    func giveBackRoom() {
        try? writer.writeWithoutTransaction { database in
            try database.execute(sql: "VACUUM")
            try database.checkpoint(.truncate)
        }
    }
}
