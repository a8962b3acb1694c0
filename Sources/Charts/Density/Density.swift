// Samples or columns.
//
// A line of few samples is drawn sample by sample, one of many as the upright spans that it covers
// of each column of device pixels: the same picture where samples stand closer than pixels, at a
// cost that follows the pixels. Where one gives way to the other, the picture changes slightly (thick
// lines have other corners), so the change is rare, soft, and never under a finger.
// Method: two thresholds with room between them, so that a zoom to and fro over a border changes
// once. What is compared is the cost of a device pixel: the series' own samples a pixel, times up to
// two where all the series of a chart together have more than eight a pixel. Columns cost about half
// as much as segments, so below one sample a pixel nothing would be won.

/// What a series is drawn as.
public enum DensityKind: Hashable, Sendable {
    /// Each of its samples.
    case samples
    /// What it covers of each column of device pixels.
    case columns
}

/// When a series is drawn as samples and when as columns.
public struct DensityRules: Hashable, Sendable {
    /// Columns above so many samples a device pixel.
    public var becomesColumns: Double
    /// Samples again below so many.
    public var becomesSamples: Double
    /// Above so many a series becomes columns also while the range moves: samples would cost too
    /// much.
    public var limit: Double
    /// How many samples a device pixel all the series of a chart may have before each counts more.
    public var crowd: Double
    /// How long a change takes, in seconds.
    public var fade: Double

    /// The usual rules, or others.
    public init(
        becomesColumns: Double = 2, becomesSamples: Double = 1.4, limit: Double = 16,
        crowd: Double = 8, fade: Double = 0.15
    ) {
        precondition(
            becomesSamples < becomesColumns && becomesColumns <= limit,
            "a series changes back below where it changes")
        self.becomesColumns = becomesColumns
        self.becomesSamples = becomesSamples
        self.limit = limit
        self.crowd = crowd
        self.fade = fade
    }

    /// What a device pixel of a series costs, in samples, where all series of the chart together
    /// have `total` samples a device pixel.
    public func cost(samples: Double, total: Double) -> Double {
        samples * min(max(total / crowd, 1), 2)
    }
}

/// What one series is drawn as, through all its zooms.
public struct Density: Hashable, Sendable {
    /// The rules it follows.
    public var rules: DensityRules
    /// What it is drawn as, or is becoming; nil before the first update.
    public private(set) var kind: DensityKind?
    private var began: Double?
    private var now = 0.0
    private var cost = 0.0

    /// A state that nothing was drawn in yet.
    public init(rules: DensityRules = DensityRules()) { self.rules = rules }

    /// Whether one kind is giving way to the other.
    public var isFading: Bool { began != nil }

    /// Brings the kind up to date with a frame.
    ///
    /// The first update chooses at once, and so does one where there was nothing before, or where
    /// samples would cost more than twice the limit.
    /// - Parameters:
    ///   - cost: in samples a device pixel.
    ///   - isHeld: whether the range is under a finger or moves.
    ///   - time: of the frame clock, in seconds.
    ///   - fades: whether a change is a cross-fade.
    /// - Returns: whether the picture is another one than after the last update.
    @discardableResult
    public mutating func update(
        cost: Double, isHeld: Bool, at time: Double, fades: Bool
    ) -> Bool {
        let old = (kind, progress)
        now = time
        let fades = fades && self.cost > 0 && cost <= 2 * rules.limit
        self.cost = cost
        let wanted = wanted(cost, isHeld)
        if wanted != kind {
            // A change that turns back midway goes on from the look it has.
            let turned = began == nil ? 0 : (1 - progress) * rules.fade
            kind = wanted
            began = time - turned
        }
        if !fades || progress >= 1 { began = nil }
        return old.0 != kind || old.1 != progress
    }

    private func wanted(_ cost: Double, _ isHeld: Bool) -> DensityKind {
        switch kind {
        case nil: cost > rules.becomesColumns ? .columns : .samples
        case .samples: cost > (isHeld ? rules.limit : rules.becomesColumns) ? .columns : .samples
        case .columns: !isHeld && cost < rules.becomesSamples ? .samples : .columns
        }
    }

    /// How far the change is, 1 where nothing changes.
    private var progress: Double {
        guard let began else { return 1 }
        return min(max((now - began) / rules.fade, 0), 1)
    }

    /// How strongly each kind is drawn, from 0 to 1.
    ///
    /// Of an opaque picture the new kind comes in over the old one, which then goes from under it: it
    /// does not get paler in between. Of a see-through one they change places evenly.
    public func shares(isOpaque: Bool) -> (samples: Double, columns: Double) {
        let coming = isOpaque ? min(2 * progress, 1) : progress
        let going = progress >= 1 ? 0 : isOpaque ? min(2 - 2 * progress, 1) : 1 - progress
        return kind == .columns ? (going, coming) : (coming, going)
    }
}
