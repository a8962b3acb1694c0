import Localization

/// A figure over the chart with the caption above it.
struct CaptionedFigure: Equatable {
    /// The numbers of a figure and the function that formats them, so that it can count from one
    /// figure to another.
    private struct Writing: Equatable {
        var values: [Double]
        var write: ([Double]) -> Figure

        static func == (a: Writing, b: Writing) -> Bool { a.values == b.values }
    }

    var caption: String
    var figure: Figure
    /// What it is, and how it is computed, as a sentence; empty if its caption is clear enough.
    var explanation = ""
    /// How far it is from the same figure of the page before, in words; empty for a figure without one.
    var change = ""
    /// What a rule says of it; nil for a figure that no rule judges.
    var chip: FigureChip?
    /// The name that it shares with the figures that are shown only together with it; nil for none.
    var group: String?
    /// The value, if it can be compared with that of a day; nil for another one.
    private(set) var dayValue: Double?
    private var writing: Writing?
    fileprivate var comparison: Comparison?

    /// How two values of the figure are compared.
    fileprivate struct Comparison: Equatable {
        /// How far two values are apart as they are shown, without a sign; nil if they look equal.
        var separation: (Double, Double) -> Figure?
        var kind: Kind

        /// The words for a difference.
        enum Kind: Equatable {
            /// More or less.
            case amount
            /// Higher or lower.
            case level
            /// Later or earlier.
            case time
        }

        static func == (a: Comparison, b: Comparison) -> Bool { a.kind == b.kind }
    }

    init(caption: String, figure: Figure) {
        self.caption = caption
        self.figure = figure
    }

    /// Creates a figure that can count.
    init(caption: String, _ values: Double..., write: @escaping ([Double]) -> Figure) {
        self.caption = caption
        figure = write(values)
        writing = Writing(values: values, write: write)
    }

    /// The figure with a sentence that explains it.
    func explained(_ sentence: String) -> CaptionedFigure {
        var result = self
        result.explanation = sentence
        return result
    }

    /// The figure of a value that can be compared with that of a day.
    func comparable(withDays value: Double) -> CaptionedFigure {
        var result = self
        result.dayValue = value
        return result
    }

    /// The figure with a judgement in a chip; nil for none.
    func judged(_ chip: FigureChip?) -> CaptionedFigure {
        var result = self
        result.chip = chip
        return result
    }

    /// The figure as one of a group: where one of the group has no room, all of them are left out.
    func grouped(_ name: String) -> CaptionedFigure {
        var result = self
        result.group = name
        return result
    }

    /// The figure and its judgement in words, for assistive technology.
    var words: String {
        chip.map { figure.text + ", " + $0.text } ?? figure.text
    }

    /// The figure, which can be compared with that of another page.
    ///
    /// - Parameter isAmount: whether it is an amount, which is more or less, or a level, which is higher or
    ///   lower.
    func compared(by format: MetricFormat, isAmount: Bool) -> CaptionedFigure {
        var result = self
        result.comparison = Comparison(
            separation: { format.separation($0, $1) }, kind: isAmount ? .amount : .level)
        return result
    }

    /// The figure as a time of day, which is later or earlier than that of another page.
    ///
    /// - Parameter separation: writes how many seconds two of them are apart.
    func comparedAsTime(_ separation: @escaping (Double) -> Figure?) -> CaptionedFigure {
        var result = self
        result.comparison = Comparison(
            separation: { separation(abs($0 - $1)) }, kind: .time)
        return result
    }

    /// The figure as a level, with the number that two of them are apart; nil if they look equal.
    func comparedAsLevel(_ separation: @escaping (Double, Double) -> Figure?) -> CaptionedFigure {
        var result = self
        result.comparison = Comparison(separation: separation, kind: .level)
        return result
    }

    /// The figure with its change from the same one of the page before: `8 min less than October`.
    ///
    /// - Parameter page: the page before, in words.
    func changed(from old: CaptionedFigure, of page: String) -> CaptionedFigure {
        guard let comparison, let values = writing?.values, let before = old.writing?.values,
            values.count == before.count, (values + before).allSatisfy(\.isFinite)
        else { return self }
        let sizes = zip(values, before).map { comparison.separation($0, $1) }
        let ups = zip(values, before).map { $0 > $1 }
        var result = self
        if sizes.allSatisfy({ $0 == nil }) {
            result.change = tr("the same as {1}", page)
        } else if sizes.count == 1, let size = sizes[0] {
            result.change = comparison.words(size.text, isUp: ups[0], than: page)
        } else if let moved = sizes.indices.first(where: { sizes[$0] != nil }) {
            let ways = sizes.indices.filter { sizes[$0] != nil }.map { ups[$0] }
            let numbers = sizes.map { $0?.number ?? "0" }
            result.change =
                Set(ways).count == 1
                ? comparison.words(numbers.joined(separator: "/"), isUp: ups[moved], than: page)
                : tr(
                    "{1} than {2}",
                    zip(numbers, ups).map { number, isUp in
                        isUp ? tr("{1} higher", number) : tr("{1} lower", number)
                    }.joined(separator: ", "), page)
        }
        return result
    }

    /// The figure partway between another one and this one.
    func counted(from old: CaptionedFigure, part: Double) -> CaptionedFigure {
        guard let writing, let before = old.writing?.values, before != writing.values,
            before.count == writing.values.count, before.allSatisfy(\.isFinite),
            writing.values.allSatisfy(\.isFinite)
        else { return self }
        var result = self
        let values = zip(before, writing.values).map { $0 + ($1 - $0) * part }
        result.writing?.values = values
        result.figure = writing.write(values)
        return result
    }
}

extension CaptionedFigure.Comparison {
    /// A difference in words.
    fileprivate func words(_ size: String, isUp: Bool, than page: String) -> String {
        switch (kind, isUp) {
        case (.amount, true): tr("{1} more than {2}", size, page)
        case (.amount, false): tr("{1} less than {2}", size, page)
        case (.level, true): tr("{1} higher than {2}", size, page)
        case (.level, false): tr("{1} lower than {2}", size, page)
        case (.time, true): tr("{1} later than {2}", size, page)
        case (.time, false): tr("{1} earlier than {2}", size, page)
        }
    }
}
