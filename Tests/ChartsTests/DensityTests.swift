import ChartCore
import Charts
import Testing

/// When a series is drawn as samples, when as columns, and which part of it is on the GPU.
@Suite struct DensityTests {
    private let rules = DensityRules()

    /// Whether an update changes the picture.
    private func changes(
        _ density: inout Density, _ cost: Double, isHeld: Bool = false, at time: Double
    ) -> Bool {
        density.update(cost: cost, isHeld: isHeld, at: time, fades: true)
    }

    /// Updates at rest, without a fade.
    private func settled(_ cost: Double) -> Density {
        var density = Density()
        density.update(cost: cost, isHeld: false, at: 0, fades: true)
        return density
    }

    @Test func theFirstFrameIsRightAtOnce() {
        #expect(settled(1.9).kind == .samples)
        #expect(settled(2.1).kind == .columns)
        #expect(settled(1e6).kind == .columns)
        #expect(!settled(2.1).isFading)
        // Also if a finger was faster.
        var held = Density()
        held.update(cost: 5, isHeld: true, at: 0, fades: true)
        #expect(held.kind == .columns)
    }

    @Test func betweenTheBordersItStaysWhatItWas() {
        var density = settled(1.7)
        #expect(density.kind == .samples)
        density.update(cost: 2.01, isHeld: false, at: 1, fades: false)
        #expect(density.kind == .columns)
        for cost in [1.9, 1.5, 1.41] {
            density.update(cost: cost, isHeld: false, at: 2, fades: false)
            #expect(density.kind == .columns)
        }
        density.update(cost: 1.39, isHeld: false, at: 3, fades: false)
        #expect(density.kind == .samples)
        density.update(cost: 1.99, isHeld: false, at: 4, fades: false)
        #expect(density.kind == .samples)
    }

    @Test func itNeverChangesUnderAFingerButForTheCost() {
        var density = settled(1)
        for cost in [2.5, 8, 15.9] {
            #expect(!changes(&density, cost, isHeld: true, at: 1))
            #expect(density.kind == .samples)
        }
        #expect(changes(&density, 16.1, isHeld: true, at: 1))
        #expect(density.kind == .columns)
        // Columns cost the same at every zoom: no reason to change back before it is released.
        for cost in [5, 1, 0.001] {
            density.update(cost: cost, isHeld: true, at: 2, fades: true)
            #expect(density.kind == .columns)
        }
        density.update(cost: 1, isHeld: false, at: 3, fades: true)
        #expect(density.kind == .samples)
        #expect(density.isFading)
    }

    @Test func aChangeIsACrossFadeOnTheFrameClock() {
        var density = settled(1)
        #expect(changes(&density, 3, at: 10))
        var shares = density.shares(isOpaque: true)
        #expect(shares.samples == 1 && shares.columns == 0, "it begins with the previous picture")
        density.update(cost: 3, isHeld: false, at: 10.075, fades: true)
        shares = density.shares(isOpaque: true)
        #expect(shares.samples == 1 && abs(shares.columns - 1) < 1e-9, "both are there midway")
        let even = density.shares(isOpaque: false)
        #expect(abs(even.samples - 0.5) < 1e-9 && abs(even.columns - 0.5) < 1e-9)
        density.update(cost: 3, isHeld: false, at: 10.1125, fades: true)
        shares = density.shares(isOpaque: true)
        #expect(abs(shares.samples - 0.5) < 1e-9 && shares.columns == 1)
        #expect(density.isFading)
        #expect(changes(&density, 3, at: 10.15))
        #expect(!density.isFading)
        shares = density.shares(isOpaque: true)
        #expect(shares.samples == 0 && shares.columns == 1)
        #expect(!changes(&density, 3, at: 10.2))
    }

    @Test func aChangeThatTurnsBackGoesOnFromTheLookItHas() {
        var density = settled(1)
        density.update(cost: 3, isHeld: false, at: 0, fades: true)
        density.update(cost: 3, isHeld: false, at: 0.03, fades: true)
        let before = density.shares(isOpaque: true)
        #expect(abs(before.columns - 0.4) < 1e-9)
        density.update(cost: 1, isHeld: false, at: 0.03, fades: true)
        let after = density.shares(isOpaque: true)
        #expect(density.kind == .samples)
        #expect(abs(after.samples - before.samples) < 1e-9)
        #expect(abs(after.columns - before.columns) < 1e-9)
        density.update(cost: 1, isHeld: false, at: 0.0605, fades: true)
        #expect(!density.isFading)
    }

    @Test func noFadeWithReducedMotionNorFromNothingNorAtAnyPrice() {
        var still = settled(1)
        still.update(cost: 3, isHeld: false, at: 1, fades: false)
        #expect(still.kind == .columns && !still.isFading)
        var empty = settled(0)
        empty.update(cost: 3, isHeld: false, at: 1, fades: true)
        #expect(empty.kind == .columns && !empty.isFading)
        var dear = settled(1)
        dear.update(cost: 1000, isHeld: false, at: 1, fades: true)
        #expect(dear.kind == .columns && !dear.isFading)
    }

    @Test func manySeriesCountTogetherButNotWithoutEnd() {
        // Two lines of half of 4,096 samples on 1,200 pixels: each as if it were the only one.
        #expect(rules.cost(samples: 1.7, total: 3.4) == 1.7)
        // Twenty of them have 34 samples per pixel: each counts twice.
        #expect(rules.cost(samples: 1.7, total: 34) == 3.4)
        #expect(settled(rules.cost(samples: 1.7, total: 34)).kind == .columns)
        // Below one sample per pixel columns would cost more than the samples, however many lines
        // there are.
        #expect(settled(rules.cost(samples: 0.95, total: 1e6)).kind == .samples)
        // No jump at the threshold.
        let below = rules.cost(samples: 1, total: 7.999)
        let above = rules.cost(samples: 1, total: 8.001)
        #expect(above - below < 0.001)
    }

    // MARK: Windows

    /// Whether a window moves for what is visible.
    private func hasMoved(_ window: inout SampleWindow, _ visible: Range<Int>, _ count: Int) -> Bool
    {
        window.update(visible: visible, count: count)
    }

    @Test func aShortSeriesIsThereAsAWhole() {
        var window = SampleWindow()
        #expect(hasMoved(&window, 100..<200, 16_384))
        #expect(window.indices == 0..<16_384)
        #expect(!hasMoved(&window, 9_000..<16_384, 16_384))
    }

    @Test func aWindowHoldsAScreenOnEachSideAndMovesRarely() {
        let count = 100_000_000
        var window = SampleWindow()
        #expect(hasMoved(&window, 50_000_000..<50_002_000, count))
        #expect(window.indices.lowerBound <= 49_998_000)
        #expect(window.indices.upperBound >= 50_004_000)
        var moves = 0
        var longest = 0
        var place = 50_000_000
        for step in 0..<2_000 {
            // To and fro, overall to the right.
            place += step % 40 < 25 ? 137 : -89
            if window.update(visible: place..<place + 2_000, count: count) { moves += 1 }
            #expect(window.indices.lowerBound <= place)
            #expect(window.indices.upperBound >= place + 2_000)
            longest = max(longest, window.indices.count)
        }
        #expect(longest <= 16_384, "\(longest)")
        #expect(moves >= 5 && moves <= 40, "\(moves)")
        // A pan back over the edge it just moved for sends nothing.
        var edge = window.indices.upperBound - 2_000
        while !window.update(visible: edge..<edge + 2_000, count: count) { edge += 50 }
        for back in [50, 500, 1_500] {
            #expect(!hasMoved(&window, edge - back..<edge - back + 2_000, count))
        }
    }

    @Test func aWindowGrowsWithWhatIsSeenAndEndsWithTheSeries() {
        var window = SampleWindow()
        #expect(hasMoved(&window, 990_000..<1_000_000, 1_000_000))
        #expect(window.indices.upperBound == 1_000_000)
        #expect(window.indices.lowerBound <= 980_000)
        #expect(!hasMoved(&window, 985_000..<995_000, 1_000_000))
        #expect(hasMoved(&window, 900_000..<960_000, 1_000_000))
        #expect(window.indices.count <= 3 * 60_000 + 2 * SampleWindow.block)
        // A series that lost its samples.
        #expect(hasMoved(&window, 0..<0, 0))
        #expect(window.indices.isEmpty)
    }
}
