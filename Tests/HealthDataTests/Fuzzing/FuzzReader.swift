// Readers of a fuzzer's bytes, and the conditions of every reading.
// The package in `Fuzzing/` borrows this folder and feeds the readers by the million; the tests
// replay its findings. A reader is a function of the bytes alone: it keeps no state between two
// inputs.

import ChartCore

@testable import HealthData
@testable import Streams

/// A reader of the program, as a fuzzer calls it.
struct FuzzReader: Sendable {
    /// A violated condition of a reading.
    struct Violation: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }

        /// Throws if a condition is false.
        static func unless(
            _ condition: Bool, _ description: @autoclosure () -> String
        ) throws(Violation) {
            if !condition { throw Violation(description()) }
        }
    }

    /// Its name in the command and in the folders of inputs.
    let name: String
    /// The greatest length of an input, in bytes.
    let longest: Int
    /// Reads an input to its end.
    let read: @Sendable ([UInt8]) throws(Violation) -> Void

    /// Every reader: one for each format, which receives all inputs whatever they look like, one in
    /// which the content decides, and those of smaller parts.
    static let all: [FuzzReader] = {
        var names: [String: Int] = [:]
        let formats = FormatCatalogue.all.map { format in
            // Several formats of one program share a name.
            let number = names[format.name, default: 0] + 1
            names[format.name] = number
            let name = number == 1 ? format.name : "\(format.name)-\(number)"
            let isDatabase = databases.contains(name)
            // A database is read by its pages, and FIT as a whole.
            let ways: [FormatReading.Way] =
                isDatabase || name == FITFormat.name ? [] : [.inPieces, .narrow]
            let isLong = isDatabase || name == WorkbookFormat.name
            return FuzzReader(name: name, longest: isLong ? 1 << 14 : 1 << 11) {
                input throws(Violation) in
                try FormatReading.read(input, as: format, ways)
            }
        }
        return formats + [
            FuzzReader(name: "apple-health-blocks", longest: 1 << 11) { input throws(Violation) in
                try FormatReading.read(input, as: AppleHealthFormat.self, [.inBlocks])
            },
            FuzzReader(name: "csv-blocks", longest: 1 << 10) { input throws(Violation) in
                try FormatReading.read(input, as: GenericTableFormat.self, [.inBlocks])
            },
            FuzzReader(name: "any", longest: 1 << 13) { input throws(Violation) in
                try FormatReading.read(input, as: nil, [.inPieces, .narrow])
            },
            FuzzReader(name: "library-chunk", longest: 1 << 10) { input throws(Violation) in
                try LibraryReading.chunk(input)
            },
            FuzzReader(name: "library-workout", longest: 1 << 9) { input throws(Violation) in
                try LibraryReading.workout(input)
            },
            FuzzReader(name: "library-track", longest: 1 << 9) { input throws(Violation) in
                try LibraryReading.track(input)
            },
            FuzzReader(name: "claims", longest: 1 << 8) { input throws(Violation) in
                try LibraryReading.claims(input)
            },
            FuzzReader(name: "pmtiles", longest: 1 << 11) { input throws(Violation) in
                try MapReading.archive(input)
            },
            FuzzReader(name: "mbtiles", longest: 1 << 13) { input throws(Violation) in
                try MapReading.database(input)
            },
            FuzzReader(name: "map-picture", longest: 1 << 10) { input throws(Violation) in
                try MapReading.picture(input)
            },
            FuzzReader(name: "vector-tile", longest: 1 << 10) { input throws(Violation) in
                try MapReading.tile(input)
            },
            FuzzReader(name: "placement", longest: 1 << 8) { input throws(Violation) in
                try MapReading.placement(input)
            },
            FuzzReader(name: "target-text", longest: 1 << 9) { input throws(Violation) in
                try MapReading.targets(input)
            },
            FuzzReader(name: "coordinate", longest: 1 << 7) { input throws(Violation) in
                try MapReading.coordinate(input)
            },
            FuzzReader(name: "number", longest: 1 << 7) { input throws(Violation) in
                try ScanOracles.number(input)
            },
            FuzzReader(name: "timestamp", longest: 1 << 7) { input throws(Violation) in
                try ScanOracles.timestamp(input)
            },
        ]
    }()

    private static let databases = [GadgetbridgeFormat.name, HealthConnectFormat.name]

    /// The reader with a name; nil if there is none.
    static func named(_ name: String) -> FuzzReader? { all.first { $0.name == name } }
}
