import Platform

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
}
