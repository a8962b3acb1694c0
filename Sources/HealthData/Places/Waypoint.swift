import Geodesy

/// A place that a person or a device has marked: a waypoint of GPX, a course point, a placemark.
package struct Waypoint: Sendable, Hashable {
    /// What it is called; empty if it has no name.
    package var name: String
    /// Where it is.
    package var place: Coordinate
    /// Metres above the sea; nil if it is not given.
    package var height: Double?
    /// The name of its sign, as the file has it: `Summit`; nil if it has none.
    package var symbol: String?
    /// What is written about it; nil if nothing is.
    package var note: String?
    /// The number of the source that it is from.
    package var source: UInt16

    /// The most characters that are kept of a name or a symbol, and of a note.
    static let longest = (name: 200, note: 1000)

    /// A place as it is kept: its texts are lines, and not longer than is kept.
    package init(
        name: String, place: Coordinate, height: Double? = nil, symbol: String? = nil,
        note: String? = nil, source: UInt16 = 0
    ) {
        self.name = Self.line(name, most: Self.longest.name)
        self.place = place
        self.height = height.flatMap { $0.isFinite ? $0 : nil }
        self.symbol = symbol.flatMap { Self.text($0, most: Self.longest.name) }
        self.note = note.flatMap { Self.text($0, most: Self.longest.note) }
        self.source = source
    }

    private static func text(_ text: String, most: Int) -> String? {
        let line = line(text, most: most)
        return line.isEmpty ? nil : line
    }

    /// A text in one line: without blanks around it, and without the characters that control
    /// terminals.
    static func line(_ text: String, most: Int) -> String {
        let words = text.split { character in
            character.isWhitespace
                || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        return String(words.joined(separator: " ").prefix(most))
    }
}

/// A way that was planned and not recorded: a route of GPX, a course, a track without times.
package struct PlannedRoute: Sendable, Hashable {
    /// What it is called; empty if it has no name.
    package var name: String
    /// Its points, none of which has a time.
    package var track: Track
    /// The number of the source that it is from.
    package var source: UInt16

    /// A way as it is kept: its name is a line.
    package init(name: String, track: Track, source: UInt16 = 0) {
        self.name = Waypoint.line(name, most: Waypoint.longest.name)
        self.track = track
        self.source = source
    }
}

/// The places of files that are no records: they were marked or planned.
package struct Places: Sendable, Hashable {
    /// In the order of the files.
    package var waypoints: [Waypoint] = []
    /// In the order of the files.
    package var routes: [PlannedRoute] = []

    package init(waypoints: [Waypoint] = [], routes: [PlannedRoute] = []) {
        (self.waypoints, self.routes) = (waypoints, routes)
    }

    package var isEmpty: Bool { waypoints.isEmpty && routes.isEmpty }
    /// How many there are of both.
    package var count: Int { waypoints.count + routes.count }

    mutating func append(_ more: Places) {
        waypoints += more.waypoints
        routes += more.routes
    }

    /// The same places with other numbers of their sources; those whose number becomes nil are left
    /// out.
    func renumbered(_ number: (UInt16) -> UInt16?) -> Places {
        Places(
            waypoints: waypoints.compactMap { waypoint in
                guard let source = number(waypoint.source) else { return nil }
                var waypoint = waypoint
                waypoint.source = source
                return waypoint
            },
            routes: routes.compactMap { route in
                guard let source = number(route.source) else { return nil }
                var route = route
                route.source = source
                return route
            })
    }
}
