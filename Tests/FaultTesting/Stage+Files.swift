import Foundation

extension Stage {
    /// Writes the five files of the libraries, and two more: a table that has grown, and a new one.
    ///
    /// The third overlaps the second, and the fifth the fourth, so that there are claims. There are
    /// pairs, categories and workouts, so that every table has rows.
    ///
    /// - Parameter size: the factor of their size; 1 gives a database of some 30 pages, 8 one of
    ///   150.
    static func makeFiles(
        in folder: String, _ program: String, size: Int = 1
    ) throws -> [String] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var paths: [String] = []
        func add(_ name: String, _ text: String) throws {
            let path = folder + "/" + name
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            paths.append(path)
        }
        let export = folder + "/export.xml"
        let made = try Launch(
            program,
            [
                "generate", "apple-health", "--records", "\(4_000 * size)", "--seed", "7",
                "--output", export,
            ], output: folder + "/making"
        ).wait()
        guard made.isGood else { throw TortureError("generate: \(made.errors)") }
        paths.append(export)
        try add("heart.csv", rows(0..<1_500 * size))
        try add("pulse.csv", rows(1_200 * size..<2_400 * size))
        try add("pressure.csv", pairs(0..<300 * size))
        try add("cuff.csv", pairs(200 * size..<420 * size))
        try add("grown.csv", rows(0..<1_900 * size))
        try add("new.csv", rows(4_000 * size..<5_000 * size))
        return paths
    }

    static func instant(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: 1_700_000_000 + Double(seconds))
            .formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
    }

    private static func rows(_ range: Range<Int>) -> String {
        var text = "time,heart rate (bpm),weight (kg)\n"
        for index in range {
            // The same for the same position in any file, and hard to compress.
            var dice = Dice(seed: UInt64(index))
            let weight = 70 + Double(Int.random(in: 0...12_000, using: &dice)) / 1000
            let time = instant(index * 37 + Int.random(in: 0..<30, using: &dice))
            text += "\(time),\(Int.random(in: 48...140, using: &dice)),\(weight)\n"
        }
        return text
    }

    private static func pairs(_ range: Range<Int>) -> String {
        var text = "time,systolic (mmHg),diastolic (mmHg),mood\n"
        let moods = ["calm", "tired", "glad"]
        for index in range {
            text += "\(instant(index * 43_200)),\(115 + index % 17),\(70 + index % 11),"
            text += "\(moods[index % 3])\n"
        }
        return text
    }
}
