import ChartInteraction

/// The headline on its way from one view to the next: the words fade into the new ones, and the
/// figures count.
///
/// Both begin when it is known where the view is going. While a hand moves it, they say what is
/// seen, at once.
struct HeadlineMotion {
    /// How long figures count, and how long words take to fade, in seconds.
    static let counting = 0.3
    static let fading = 0.15

    private var range = ""
    private var figures: [CaptionedFigure] = []
    /// What was told before, as far as it was seen, and since when it is not.
    private var oldRange = ""
    private var oldFigures: [CaptionedFigure] = []
    private var rangeStart = -Double.infinity
    private var figuresStart = -Double.infinity

    /// Tells something else from a time on.
    ///
    /// - Parameter animated: whether it is seen to change.
    mutating func show(
        range: String, figures: [CaptionedFigure], at time: Double, animated: Bool
    ) {
        if range != self.range {
            oldRange = self.range
            rangeStart = animated && !oldRange.isEmpty ? time : -.infinity
            self.range = range
        }
        if figures != self.figures {
            oldFigures = self.figures(at: time)
            figuresStart = animated ? time : -.infinity
            self.figures = figures
        }
    }

    /// Whether it looks different at a later time.
    func isMoving(at time: Double) -> Bool {
        time < rangeStart + Self.fading || time < figuresStart + Self.counting
    }

    /// The words that go, those that come, and how far that is, from 0 to 1.
    func words(at time: Double) -> (old: String, new: String, part: Double) {
        let part = min(max((time - rangeStart) / Self.fading, 0), 1)
        return (part < 1 ? oldRange : "", range, part)
    }

    /// The figures as they are told at a time; what was not told before is there at once.
    func figures(at time: Double) -> [CaptionedFigure] {
        let progress = min(max((time - figuresStart) / Self.counting, 0), 1)
        guard progress < 1 else { return figures }
        let part = Easing.easeOut.value(at: progress)
        return figures.map { figure in
            guard let old = oldFigures.first(where: { $0.caption == figure.caption }) else {
                return figure
            }
            return figure.counted(from: old, part: part)
        }
    }
}
