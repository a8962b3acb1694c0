import ArgumentParser
import HealthData
import Platform

/// `oresen library salvage`: the readable part of a damaged library.
struct LibrarySalvage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Copy everything readable from a damaged library to a new one.",
        discussion: """
            The damaged library is only read. The new one knows what is missing in it and names it; a file \
            that lost something is whole again once it is added to it.
            """)

    @OptionGroup var library: LibraryOptions

    @Argument(
        help: "The directory for the new library; it must not hold one yet.", completion: .directory
    )
    var destination: String

    func run() throws {
        let (from, into) = (try library.path(), destination)
        guard Library.exists(in: from) else {
            throw CommandFailure.refused([
                "\(from): holds no library; name its directory with --library"
            ])
        }
        try library.confine(salvagingTo: into)
        let damages = try LibraryOptions.refusing { () throws(LibraryError) in
            try Library.salvage(from: from, into: into)
        }
        for damage in damages {
            StandardError.report("\(Library.path(in: from)): \(damage)")
        }
        StandardOutput.write("Everything that can be read is in \(Library.path(in: into))\n")
    }
}
