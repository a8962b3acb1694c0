import ChartCore
import Foundation
import GRDB
import Localization

extension Library {
    /// Takes what a file brought out again.
    ///
    /// What other files hold too stays, now with them: the library is as if this one had never been
    /// added.
    ///
    /// - Returns: what other files lost by damage of what they shared with it, a sentence each.
    /// - Throws: where there is no such dataset any more, or nothing can be written; nothing is changed
    ///   then.
    @discardableResult
    package func remove(_ dataset: Dataset) throws(LibraryError) -> [String] {
        try remove(dataset.id, named: dataset)
    }

    /// Takes out whichever dataset has a number.
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

    /// Puts what new readings of their files brought in the place of datasets, all of them in one
    /// transaction.
    ///
    /// They keep their numbers, and when they were added.
    ///
    /// - Throws: as `add` and `remove` do, and where a file is another one by now, whose records are
    ///   not those of the dataset; nothing is changed then.
    package func replace(
        _ readings: [(dataset: Dataset, result: ImportResult)]
    ) throws(LibraryError) -> [Addition] {
        let path = path
        let additions = try write { try DatasetRemoval.replace(readings, path, $0) }
        giveBackRoom()
        return additions
    }

    /// What is gone is to leave the disk as well; where there is no room for that, or somebody else is
    /// reading, its room is used again.
    private func giveBackRoom() {
        try? writer.writeWithoutTransaction { database in
            try database.execute(sql: "VACUUM")
            try database.checkpoint(.truncate)
        }
    }
}
