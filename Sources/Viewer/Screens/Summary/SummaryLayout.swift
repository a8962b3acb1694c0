import Geometry

/// Where the parts of the summary are, in points from its upper left corner, before it is scrolled.
struct SummaryLayout: Equatable {
    let heading: Rect
    /// The captions over the parts.
    let captions: (cards: Rect, sentences: Rect, trends: Rect)
    let cards: [Rect]
    let sentences: Rect
    let trends: Rect
    let news: [Rect]
    /// The height of everything.
    let height: Double

    static let headingHeight = 58.0
    private static let captionHeight = 28.0
    private static let cardHeight = 148.0
    private static let leastCard = 156.0
    /// The height of a sentence: in a narrow window it has three lines, and what it rests on two.
    static func sentenceHeight(in width: Double) -> Double { width < narrowBelow ? 108 : 72 }
    static let narrowBelow = 420.0
    static let trendHeight = 46.0
    static let newsHeight = 44.0
    /// From this width on sentences and trends are next to each other.
    private static let sideBySide = 680.0
    /// The content is no wider than this.
    static let most = 1_400.0

    static func == (a: SummaryLayout, b: SummaryLayout) -> Bool {
        a.heading == b.heading && a.cards == b.cards && a.sentences == b.sentences
            && a.trends == b.trends && a.news == b.news
    }

    /// - Parameters:
    ///   - sentences: the number of sentences; none has the height of one.
    init(width: Double, cards count: Int, sentences: Int, trends: Int, news: Int) {
        let gap = Measure.gap
        heading = Rect(x: 0, y: 0, width: width, height: Self.headingHeight)
        var y = heading.maxY + 4
        func caption(_ x: Double, _ width: Double) -> Rect {
            Rect(x: x, y: y, width: width, height: Self.captionHeight - 6)
        }
        let cardsCaption = caption(0, width)
        if count > 0 {
            y += Self.captionHeight
            let most = max(1, Int((width + gap) / (Self.leastCard + gap)))
            // Rows of equal length: five in three and two, not in four and one.
            let rows = (count + most - 1) / most
            let columns = max((count + rows - 1) / rows, min(2, most))
            let cardWidth = (width + gap) / Double(columns) - gap
            let top = y
            cards = (0..<count).map { index in
                Rect(
                    x: Double(index % columns) * (cardWidth + gap),
                    y: top + Double(index / columns) * (Self.cardHeight + gap), width: cardWidth,
                    height: Self.cardHeight)
            }
            y = (cards.last?.maxY ?? y) + 16
        } else {
            cards = []
        }
        let hasTrends = trends > 0
        let isWide = width >= Self.sideBySide && hasTrends
        let left = isWide ? ((width - gap) * 0.61).rounded() : width
        let sentencesCaption = caption(0, left)
        var trendsCaption = caption(left + gap, width - left - gap)
        y += Self.captionHeight
        let sentencesHeight = Double(max(sentences, 1)) * Self.sentenceHeight(in: left) + 8
        let trendsHeight = hasTrends ? Double(trends) * Self.trendHeight + 14 : 0
        self.sentences = Rect(x: 0, y: y, width: left, height: sentencesHeight)
        // News are under the sentences, so that a long list of trends does not hide them. In a narrow
        // part their words are over their button.
        let newsHeight = Self.newsHeight + (left < Self.sideBySide ? 32 : 0)
        let top = self.sentences.maxY + 16
        self.news = (0..<news).map {
            Rect(x: 0, y: top + Double($0) * (newsHeight + gap), width: left, height: newsHeight)
        }
        let leftEnd = self.news.last?.maxY ?? self.sentences.maxY
        if isWide {
            self.trends = Rect(
                x: left + gap, y: y, width: width - left - gap, height: trendsHeight)
            y = max(leftEnd, self.trends.maxY) + 4
        } else {
            y = leftEnd + 16
            trendsCaption = caption(0, width)
            if hasTrends { y += Self.captionHeight }
            self.trends = Rect(x: 0, y: y, width: width, height: trendsHeight)
            y += hasTrends ? trendsHeight + 4 : 0
        }
        captions = (cardsCaption, sentencesCaption, trendsCaption)
        height = y
    }
}
