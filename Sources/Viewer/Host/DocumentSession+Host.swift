import HealthData

extension DocumentSession: DocumentHost, NoteStore, ReadingStore, RecordHost, TargetStore {
    var canAddToLibrary: Bool { addition != nil }
    var canShowLibrary: Bool { hiddenLibrary != nil }
    var canImport: Bool { libraryDirectory != nil }

    func openSamples() { open(.files(SampleRecords.paths())) }

    func showLibrary() {
        if let hiddenLibrary { open(.library(hiddenLibrary)) }
    }

    func remove(_ dataset: Library.Dataset) {
        guard let libraryDirectory else { return }
        open(.library(libraryDirectory, removing: [dataset]))
    }
}
