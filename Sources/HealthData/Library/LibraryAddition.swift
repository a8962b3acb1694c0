/// The result of adding a file.
package struct LibraryAddition: Sendable {
    /// The new dataset; nil if the library already had everything from one dataset.
    package let dataset: LibraryDataset?
    /// Samples that the library did not have.
    package let new: Int
    /// Samples that it had.
    package let known: Int
    /// Workouts whose figures were added to those in the library, because it had lost them or was
    /// written before figures were kept.
    package let figures: Int
    /// Workouts whose positions were added to those in the library, because it had lost them or was
    /// written before positions were kept.
    package let tracks: Int
    /// Waypoints and planned routes that the library did not have from this file.
    package let places: Int
    /// Samples of this very file that were damaged or missing in the library, and are restored.
    package let mended: Int
    /// The result for the file's records.
    package internal(set) var report: FileReport
}
