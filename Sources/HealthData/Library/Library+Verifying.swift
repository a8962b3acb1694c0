import ChartCore
import Foundation
import GRDB
import Localization

extension Library {
    package typealias Findings = LibraryFindings

    /// Checks everything: the database's own structure, its schema, every checksum, and whether all
    /// parts fit together.
    ///
    /// - Returns: what is wrong, a sentence each; empty if there are no problems.
    package func verify() throws(LibraryError) -> [String] { try inspect().wrong }

    /// The same check, which also returns what is known to be lost.
    package func inspect() throws(LibraryError) -> Findings {
        try LibraryVerification(library: self).inspect()
    }

    /// Whether the pages, or the copies of their content, are damaged.
    func isDamaged() throws(LibraryError) -> Bool {
        try LibraryVerification(library: self).isDamaged()
    }
}
