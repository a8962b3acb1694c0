import Platform

/// Why bytes could not be read or written, with the file and a remedy.
public struct StreamTrouble: Trouble, Hashable {
    public let place: String
    public let problem: String
    public let remedy: String

    public init(place: String, problem: String, remedy: String = "") {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }
}
