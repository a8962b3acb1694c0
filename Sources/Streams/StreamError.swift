import Platform

/// Why bytes could not be read or written, with the file and a remedy.
package struct StreamError: ReportableError, Hashable {
    package let place: String
    package let problem: String
    package let remedy: String

    package init(place: String, problem: String, remedy: String = "") {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }
}
