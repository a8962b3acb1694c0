import Glibc

extension Library {
    /// Writes the whole library into one new file.
    ///
    /// - Throws: if there is such a file already, or it cannot be written; nothing is left of it then.
    package func backUp(to file: String) throws(LibraryError) {
        try LibraryBackup(of: self).write(to: file, sync: fsync)
    }

    /// Replaces everything in the library of a directory by a backup.
    ///
    /// A library that holds something is first backed up to a file next to it. A damaged library is
    /// kept there unchanged, and a missing one is created. A backup of an earlier version is
    /// migrated to this version.
    ///
    /// - Returns: the file with what was there before; nil if there was nothing.
    /// - Throws: if the file is not a backup, is damaged or is of a later version; the library does not
    ///   change then.
    package static func restore(
        from file: String, in directory: String
    ) throws(LibraryError) -> String? {
        try LibraryBackup.restore(from: file, in: directory)
    }
}
