/// Takes a text apart from its start.
struct TextScanner {
    /// What was not taken yet.
    private(set) var rest: Substring

    /// A number with a sign, as it was written.
    struct Number {
        var isNegative: Bool
        /// The digits before the point.
        var whole: Substring
        /// The point and the digits after it; empty for none.
        var fraction: Substring
    }

    init(_ text: some StringProtocol) { rest = Substring(text) }

    /// Takes the characters from here on that are of a kind.
    mutating func take(_ isWanted: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return taken
    }

    /// Takes a character if it is the next one.
    mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits() -> Substring { take { $0.isASCII && $0.isNumber } }

    /// Whether a plus or minus is next.
    var isAtSign: Bool { rest.first == "+" || rest.first == "-" }

    /// Takes a number with a sign; nil if there is none.
    mutating func signedNumber() -> Number? {
        guard isAtSign else { return nil }
        let isNegative = rest.removeFirst() == "-"
        let whole = digits()
        guard !whole.isEmpty else { return nil }
        let fraction = rest
        guard take(".") else {
            return Number(isNegative: isNegative, whole: whole, fraction: rest.prefix(0))
        }
        let after = digits()
        guard !after.isEmpty else { return nil }
        return Number(
            isNegative: isNegative, whole: whole,
            fraction: fraction[fraction.startIndex..<after.endIndex])
    }
}
