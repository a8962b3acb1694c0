import Platform
import Streams

/// Why a file could not be read, with its place and a remedy.
package struct ImportError: ReportableError, Hashable {
    package let place: String
    package let problem: String
    package let remedy: String

    package init(place: String, problem: String, remedy: String = "") {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    /// Converts the error from the bytes of a file.
    init(_ failure: StreamError) {
        self.init(place: failure.place, problem: failure.problem, remedy: failure.remedy)
    }

    /// Runs code that reads or writes bytes; converts its error.
    static func catching<Result>(
        _ body: () throws(StreamError) -> Result
    ) throws(ImportError) -> Result {
        do throws(StreamError) { return try body() } catch { throw ImportError(error) }
    }
}
