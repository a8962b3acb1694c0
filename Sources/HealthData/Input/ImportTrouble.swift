import Platform
import Streams

/// Why a file could not be read, with its place and a remedy.
public struct ImportTrouble: Trouble, Hashable {
    public let place: String
    public let problem: String
    public let remedy: String

    public init(place: String, problem: String, remedy: String = "") {
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
