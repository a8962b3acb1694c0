import ChartInteraction

/// The transition of the headline from one view to the next: the words cross-fade, and the figures
/// count.
///
/// Both begin when the target of the view is known. While the view is dragged, they follow it at
/// once.
struct HeadlineMotion {
    /// The duration of counting and of fading, in seconds.
    static let counting = 0.3
    static let fading = 0.15

    private var range = ""
    private var figures: [CaptionedFigure] = []
    /// The last headline, as far as it was shown, and the time at which it was replaced.
    private var oldRange = ""
    private var oldFigures: [CaptionedFigure] = []
    private var rangeStart = -Double.infinity
    private var figuresStart = -Double.infinity

    /// Changes to another headline at a time.
    ///
    /// - Parameter animated: whether the change is animated.
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

    /// Whether it will look different at a later time.
    func isMoving(at time: Double) -> Bool {
        time < rangeStart + Self.fading || time < figuresStart + Self.counting
    }

    /// The old words, the new ones, and the progress from 0 to 1.
    func words(at time: Double) -> (old: String, new: String, part: Double) {
        let part = min(max((time - rangeStart) / Self.fading, 0), 1)
        return (part < 1 ? oldRange : "", range, part)
    }

    /// The figures to show at a time; one that was not shown before appears at once.
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
