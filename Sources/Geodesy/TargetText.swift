// Targets as text, a line each: a name, a latitude, a longitude, and maybe a height.
//
// It is the form of SimplestGPS, whose angles are whole numbers of degrees, minutes, seconds and
// hundredths of seconds with a letter after them: `Joinville 26.18.19.50S 48.50.44.44W 50`. There a
// number with one point and a letter is degrees and minutes; without a letter it is degrees with
// decimals, as elsewhere. A name with blanks is between quotation marks. What comes after `#` is not
// read.

import Localization

/// A place that a person wants to find.
public struct Target: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// Where it is.
    public var place: Coordinate
    /// Metres above the sea; nil if it is not known.
    public var height: Double?

    /// A place with a name.
    public init(name: String, place: Coordinate, height: Double? = nil) {
        (self.name, self.place, self.height) = (name, place, height)
    }
}

/// Targets that were read from text.
public struct TargetText: Hashable, Sendable {
    /// A line that is no target.
    public struct Refusal: Hashable, Sendable {
        /// The number of the line, from 1 on.
        public var line: Int
        /// What is wrong with it, as a sentence in the user's language.
        public var problem: String
    }

    /// In the order of their lines.
    public private(set) var targets: [Target] = []
    /// In the order of their lines.
    public private(set) var refusals: [Refusal] = []

    /// Reads all lines; those that are empty are passed over.
    ///
    /// - Parameter isImperial: whether heights without a unit are feet.
    public init(_ text: String, isImperial: Bool = false) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = Self.words(of: line)
            guard !words.isEmpty else { continue }
            do {
                targets.append(try Self.target(words, isImperial: isImperial))
            } catch let error as CoordinateError {
                refusals.append(Refusal(line: index + 1, problem: error.description))
            } catch {
                refusals.append(
                    Refusal(
                        line: index + 1,
                        problem: tr(
                            "A target is a name, a latitude, a longitude and, if you like, a height."
                        )))
            }
        }
    }

    /// Metres.
    private static let foot = 0.3048

    private struct WrongWords: Error {}

    /// The words of a line, up to `#`; those between quotation marks are one.
    public static func words(of line: Substring) -> [Substring] {
        var words: [Substring] = []
        var rest = line.drop(while: \.isWhitespace)
        while let first = rest.first, first != "#" {
            if first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
                words.append(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(word)
                rest = rest[word.endIndex...]
            }
            rest = rest.drop(while: \.isWhitespace)
        }
        return words
    }

    private static func target(_ words: [Substring], isImperial: Bool) throws -> Target {
        guard (3...4).contains(words.count), !words[0].isEmpty else { throw WrongWords() }
        let place = Coordinate(
            latitude: try Coordinate.latitude(parsing: angle(words[1])),
            longitude: try Coordinate.longitude(parsing: angle(words[2])))
        let height = try words.count == 4 ? height(words[3], isImperial: isImperial) : nil
        return Target(name: String(words[0]), place: place, height: height)
    }

    /// An angle with a blank in place of the one point that separates its degrees and minutes.
    private static func angle(_ word: Substring) -> String {
        let digits = word.prefix { $0.isNumber || $0 == "." }
        // Only a letter follows; degrees with a sign of their own have decimals.
        let letter = word.dropFirst(digits.count)
        let isOfWholes =
            digits.count { $0 == "." } == 1 && letter.count == 1 && letter.allSatisfy(\.isLetter)
        return isOfWholes ? word.map { $0 == "." ? " " : String($0) }.joined() : String(word)
    }

    private static func height(_ word: Substring, isImperial: Bool) throws -> Double? {
        let number = word.prefix { $0.isNumber || "+-.".contains($0) }
        guard let value = Double(number), value.isFinite else { throw WrongWords() }
        let unit: Double
        switch word.dropFirst(number.count).lowercased() {
        case "": unit = isImperial ? foot : 1
        case "m": unit = 1
        case "ft": unit = foot
        default: throw WrongWords()
        }
        // Zero is that of a target without a height.
        return value == 0 ? nil : value * unit
    }
}
