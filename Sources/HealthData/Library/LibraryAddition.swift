/// What adding a file came to.
package struct LibraryAddition: Sendable {
    /// What the file brought; nil where the library had all of it from one dataset already.
    package let dataset: LibraryDataset?
    /// Samples that the library did not have.
    package let new: Int
    /// Samples that it had.
    package let known: Int
    /// Workouts whose figures were added to what the library had of them: where it lost them, or
    /// had the file before it kept any.
    package let figures: Int
    /// Samples that the library had of this very file and that were damaged or missing, and are
    /// there again.
    package let mended: Int
    /// What became of the file's records.
    package internal(set) var report: FileReport
}
