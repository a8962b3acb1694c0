import Desktop

/// The maps that a person has opened, kept in the state directory.
enum KeptMaps {
    private static let file = KeptFile(name: "maps.json", kind: .state)

    /// The files of maps that were kept.
    static func load(library: String?) -> [String] {
        file.load([String].self, library: library) ?? []
    }

    /// Keeps the files of maps, by their absolute paths.
    static func save(_ paths: [String], library: String?) {
        _ = file.save(FilePaths.absolute(paths), library: library)
    }
}
