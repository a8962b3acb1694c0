import Localization

extension ImportReport {
    /// The report of something that could not be read, or of a library that could not be written.
    package init(_ failure: LibraryError) {
        self.init()
        add(failure)
    }

    /// Adds an error of a library.
    package mutating func add(_ failure: LibraryError) {
        var file = FileReport(path: failure.place, format: "library", bytes: 0)
        file.failure = ImportError(
            place: failure.place, problem: failure.problem, remedy: failure.remedy)
        files.append(file)
    }

    /// Replaces the reports of reading the files by the library's reports on them.
    package mutating func take(_ additions: [Library.Addition]) {
        for addition in additions {
            guard let index = files.firstIndex(where: { $0.path == addition.report.path }) else {
                continue
            }
            files[index] = addition.report
        }
    }
}

extension ReadingMemory {
    /// The error for a library that cannot be shown.
    static func failure(library path: String) -> LibraryError {
        LibraryError(
            place: path, problem: tr("there is no memory to read all of it"),
            remedy: tr("close other programs, or keep fewer files in one library"))
    }
}
