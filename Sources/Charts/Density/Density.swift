// Samples or columns.
//
// A line of few samples is drawn sample by sample; one of many is drawn as the vertical spans that
// it covers of each column of device pixels. Where samples are denser than pixels the picture is
// the same, at a cost that follows the pixels. The change from one to the other alters the picture
// slightly (thick lines have other corners), so it is rare, soft, and never happens under a finger.
// Method: two thresholds with room between them, so that a zoom to and fro over a threshold changes
// once. The thresholds apply to the cost of a device pixel: the series' own samples per pixel,
// times a factor of up to two if all series of a chart together have more than eight per pixel.
// Columns cost about half as much as segments, so below one sample per pixel they would gain
// nothing.

/// The kind of picture of a series.
public enum DensityKind: Hashable, Sendable {
    /// Each of its samples.
    case samples
    /// The part of each column of device pixels that it covers.
    case columns
}

/// When a series is drawn as samples and when as columns.
public struct DensityRules: Hashable, Sendable {
    /// The samples per device pixel above which columns are drawn.
    public var becomesColumns: Double
    /// The samples per device pixel below which samples are drawn again.
    public var becomesSamples: Double
    /// The samples per device pixel above which a series becomes columns even while the range
    /// moves: samples would cost too much.
    public var limit: Double
    /// The samples per device pixel that all series of a chart may have before each counts more.
    public var crowd: Double
    /// How long a change takes, in seconds.
    public var fade: Double

    /// The default rules, or others.
    public init(
        becomesColumns: Double = 2, becomesSamples: Double = 1.4, limit: Double = 16,
        crowd: Double = 8, fade: Double = 0.15
    ) {
        precondition(
            becomesSamples < becomesColumns && becomesColumns <= limit,
            "a series returns to samples below the density at which it becomes columns")
        self.becomesColumns = becomesColumns
        self.becomesSamples = becomesSamples
        self.limit = limit
        self.crowd = crowd
        self.fade = fade
    }

    /// The cost of a device pixel of a series, in samples, if all series of the chart together have
    /// `total` samples per device pixel.
    public func cost(samples: Double, total: Double) -> Double {
        samples * min(max(total / crowd, 1), 2)
    }
}

/// The kind of picture of one series, through all its zooms.
public struct Density: Hashable, Sendable {
    /// The rules it follows.
    public var rules: DensityRules
    /// The kind it is drawn as, or is fading to; nil before the first update.
    public private(set) var kind: DensityKind?
    private var began: Double?
    private var now = 0.0
    private var cost = 0.0

    /// A state before anything was drawn.
    public init(rules: DensityRules = DensityRules()) { self.rules = rules }

    /// Whether one kind fades into the other.
    public var isFading: Bool { began != nil }

    /// Updates the kind for a frame.
    ///
    /// The first update chooses at once. So does an update with nothing before it, or with samples
    /// that would cost more than twice the limit.
    ///
    /// - Parameters:
    ///   - cost: in samples per device pixel.
    ///   - isHeld: whether the range is held by a finger or moving.
    ///   - time: of the frame clock, in seconds.
    ///   - fades: whether a change is a cross-fade.
    /// - Returns: whether the picture has changed since the last update.
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
            // A change that turns back midway continues from its present look.
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

    /// The progress of the change, 1 if there is none.
    private var progress: Double {
        guard let began else { return 1 }
        return min(max((now - began) / rules.fade, 0), 1)
    }

    /// The opacity of each kind, from 0 to 1.
    ///
    /// For an opaque picture the new kind fades in over the old one, which is then removed below
    /// it: so it does not get paler in between. For a translucent one they cross-fade evenly.
    public func shares(isOpaque: Bool) -> (samples: Double, columns: Double) {
        let coming = isOpaque ? min(2 * progress, 1) : progress
        let going = progress >= 1 ? 0 : isOpaque ? min(2 - 2 * progress, 1) : 1 - progress
        return kind == .columns ? (going, coming) : (coming, going)
    }
}
