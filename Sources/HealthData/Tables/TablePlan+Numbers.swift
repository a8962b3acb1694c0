// The columns of a plan that hold numbers, and how these are written.

extension TablePlan {
    /// The columns of numbers.
    var numberColumns: Set<Int> {
        var columns = Set(figures.map(\.column))
        for value in values {
            columns.insert(value.column)
            switch value.kind {
            case .pair, .percent, .sum: columns.insert(value.second)
            case .lengths(let parts): columns.formUnion(parts.map(\.column))
            case .night(let night): columns.formUnion(night.parts.map(\.column))
            default: break
            }
        }
        if let kinds { columns.insert(kinds.value) }
        if let duration { columns.insert(duration.column) }
        return columns
    }

    /// The style that was assumed for the columns of which the sample shows none; nil if there are
    /// none.
    var openStyle: NumberStyle? {
        if let kinds, openDecimals.contains(kinds.value) { return kinds.style }
        for value in values {
            if case .night(let night) = value.kind {
                let part = night.parts.first { openDecimals.contains($0.column) }
                if let part { return part.text.style }
            } else if openDecimals.contains(value.column) {
                return value.style
            }
        }
        return figures.first { openDecimals.contains($0.column) }?.style
    }

    /// Sets the style of the columns of which the sample shows none.
    mutating func setOpenStyle(_ style: NumberStyle) {
        for index in values.indices {
            if case .night(var night) = values[index].kind {
                for part in night.parts.indices
                where openDecimals.contains(night.parts[part].column) {
                    night.parts[part].text.style = style
                }
                values[index].kind = .night(night)
            } else if openDecimals.contains(values[index].column) {
                values[index].style = style
            }
        }
        for index in figures.indices where openDecimals.contains(figures[index].column) {
            figures[index].style = style
            figures[index].length?.style = style
        }
        if let kinds, openDecimals.contains(kinds.value) { self.kinds?.style = style }
        if let duration, openDecimals.contains(duration.column) {
            self.duration?.text.style = style
        }
    }
}
