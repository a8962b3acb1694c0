import Platform
import Streams

/// Why a file could not be read, with its place and a remedy.
package struct ImportTrouble: Trouble, Hashable {
    package let place: String
    package let problem: String
    package let remedy: String

    package init(place: String, problem: String, remedy: String = "") {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    /// What went wrong with the bytes of a file.
    init(_ trouble: StreamTrouble) {
        self.init(place: trouble.place, problem: trouble.problem, remedy: trouble.remedy)
    }

    /// Does what reads or writes bytes; its trouble becomes the import's.
    static func catching<Result>(
        _ body: () throws(StreamTrouble) -> Result
    ) throws(ImportTrouble) -> Result {
        do throws(StreamTrouble) { return try body() } catch { throw ImportTrouble(error) }
    }
}
