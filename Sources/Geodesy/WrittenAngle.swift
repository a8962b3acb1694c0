/// An angle as it was written.
struct WrittenAngle {
    /// With its sign; nil if there is none.
    var degrees: Double?
    /// Whether it is north or south, or east or west; nil if that was not written.
    var isLatitude: Bool?

    init(_ items: ArraySlice<AngleItem>) throws(CoordinateError) {
        var sign: Double?
        var parts: [(value: Double, isWhole: Bool)] = []
        // The unit of each part: degrees, minutes, seconds, hundredths.
        var levels: [Int] = []
        func setSign(_ new: Double) throws(CoordinateError) {
            guard sign == nil else { throw .isNoPlace }
            sign = new
        }
        for item in items {
            switch item {
            case .number(let value, let isWhole):
                parts.append((value, isWhole))
                levels.append((levels.last ?? -1) + 1)
            case .unit(let level):
                guard let last = levels.indices.last, level >= levels[last] else {
                    throw .isNoPlace
                }
                levels[last] = level
            case .sign(let new): try setSign(new)
            case .direction(let isNew, let new):
                guard isLatitude == nil || isLatitude == isNew else { throw .hasTwoOfAKind }
                isLatitude = isNew
                try setSign(new)
            case .label(let isNew): isLatitude = isNew
            case .separator: break
            }
        }
        guard let most = levels.last else { return }
        guard levels[0] == 0, most <= 3 else { throw .isNoPlace }
        var sum = 0.0
        for (index, part) in parts.enumerated() {
            if index < parts.count - 1 || levels[index] == 3 {
                guard part.isWhole else { throw .hasWrongMinutes }
            }
            if index > 0 {
                guard part.value < (levels[index] == 3 ? 100 : 60) else { throw .hasWrongMinutes }
            }
            sum += part.value / [1, 60, 3_600, 360_000][levels[index]]
        }
        degrees = sum * (sign ?? 1)
    }
}
