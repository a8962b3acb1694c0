import ChartCore
import SeededRandom
import Testing

@MainActor @Suite struct RangeFilterTests {
    private func context(_ min: Double, _ max: Double, viewport: Double = 0) -> RangeContext {
        RangeContext(source: Extent(min: min, max: max), viewportLength: viewport)
    }

    private let noData = RangeContext(source: .nothing)

    @Test func sourceTakesTheDataOrTheAlternative() {
        let filter = SourceFilter(alternative: Extent(min: 50, max: 60))
        #expect(filter.filter(.unit, context(52, 58)) == Extent(min: 50, max: 60))
        #expect(filter.filter(.unit, context(45, 65)) == Extent(min: 45, max: 65))
        #expect(filter.filter(.unit, noData) == Extent(min: 50, max: 60))
        filter.expandMin = false
        filter.expandMax = false
        #expect(filter.filter(.unit, context(52, 58)) == Extent(min: 52, max: 58))
        #expect(filter.filter(.unit, noData) == Extent(min: 50, max: 60))
        filter.expandMax = true
        #expect(filter.filter(.unit, context(52, 58)) == Extent(min: 52, max: 60))
    }

    @Test func paddingAddsRoom() {
        let filter = PaddingFilter(low: 5, high: 5)
        #expect(filter.filter(Extent(min: 0, max: 10), context(0, 10)) == Extent(min: -5, max: 15))
        filter.widensRange = false
        // The range is wide enough for the padded data: nothing to do, unless it may shrink.
        #expect(
            filter.filter(Extent(min: -50, max: 50), context(0, 10)) == Extent(min: -50, max: 50))
        filter.shrinkMin = true
        #expect(
            filter.filter(Extent(min: -50, max: 50), context(0, 10)) == Extent(min: -5, max: 50))
        #expect(filter.filter(Extent(min: 0, max: 12), context(0, 10)) == Extent(min: -5, max: 15))
        #expect(
            PaddingFilter(low: 1, high: 2).filter(Extent(min: 0, max: 1), noData)
                == Extent(min: -1, max: 3))
    }

    /// Low, high, interval and the two expected ends.
    private nonisolated static let snaps: [[Double]] = [
        [52.3, 61.2, 5, 50, 65], [0, 8123, 1000, 0, 9000], [-3, 7, 5, -5, 10], [-8, -3, 5, -10, 0],
        [50, 65, 5, 50, 65], [-0.3, 0.3, 0.1, -0.3, 0.3], [0.1 * 3, 0.7, 0.1, 0.3, 0.7],
        [2, 2, 5, 0, 5], [-12.5, -12.5, 2.5, -12.5, -12.5],
    ]

    @Test(arguments: snaps) func intervalSnapsOutwards(_ row: [Double]) {
        let range = IntervalFilter(interval: row[2]).filter(
            Extent(min: row[0], max: row[1]), noData)
        #expect(abs(range.min - row[3]) < 1e-12 && abs(range.max - row[4]) < 1e-12, "\(range)")
    }

    @Test func intervalMayShrink() {
        let filter = IntervalFilter(interval: 5, shrinkMin: true, shrinkMax: true)
        #expect(filter.filter(Extent(min: -8, max: 13), noData) == Extent(min: -5, max: 10))
        // It cannot shrink between two multiples: outwards then.
        #expect(filter.filter(Extent(min: 51, max: 53), noData) == Extent(min: 50, max: 55))
        let anchored = IntervalFilter(interval: 5, anchor: 2)
        #expect(anchored.filter(Extent(min: -8, max: 13), noData) == Extent(min: -8, max: 17))
        #expect(filter.filter(.nothing, noData) == .nothing)
    }

    @Test func lengthKeepsItsAnchor() {
        let range = Extent(min: 0, max: 100)
        #expect(
            LengthFilter(length: 10, anchor: 1).filter(range, noData) == Extent(min: 90, max: 100))
        #expect(
            LengthFilter(length: 10, anchor: 0).filter(range, noData) == Extent(min: 45, max: 55))
        #expect(
            LengthFilter(length: 10, anchor: -1).filter(range, noData) == Extent(min: 0, max: 10))
        #expect(
            LengthFilter(length: 10, anchor: 1, offset: 3).filter(range, noData)
                == Extent(min: 93, max: 103))
    }

    @Test func theViewsSizeScalesTheLength() {
        let filter = ViewSizeFilter(unitsPerPoint: 0.5, padding: 20)
        let range = Extent(min: 0, max: 1000)
        #expect(
            filter.filter(range, context(0, 1000, viewport: 220)) == Extent(min: 900, max: 1000))
        #expect(
            filter.filter(range, context(0, 1000, viewport: 420)) == Extent(min: 800, max: 1000))
        filter.dataAnchor = 0.5
        filter.viewAnchor = 0.5
        #expect(
            filter.filter(range, context(0, 1000, viewport: 220)) == Extent(min: 450, max: 550))
    }

    @Test func aWindowPinsToTheEnds() {
        // 7 days on 240 points, over 70 days.
        let length = ScaledWindowLength(
            unitsPerPoint: 7 / 240.0, limits: Extent(min: 0.01, max: 0.1))
        let position = AnchoredWindowPosition(anchor: 0.5, initial: 1)
        let window = WindowFilter(length: length, position: position)
        let range = Extent(min: 0, max: 70)
        let newest = window.filter(range, context(0, 70, viewport: 240))
        #expect(abs(newest.min - 63) < 1e-12 && newest.max == 70)
        position.scroll(by: -1000)
        let oldest = window.filter(range, context(0, 70, viewport: 240))
        #expect(oldest.min == 0 && abs(oldest.max - 7) < 1e-12)
    }

    @Test func theAnchorKeepsItsValueThroughResizeAndNewData() {
        let length = ScaledWindowLength(unitsPerPoint: 0.1, limits: Extent(min: 0.01, max: 1))
        let position = AnchoredWindowPosition(anchor: 0.5, initial: 0.5)
        let window = WindowFilter(length: length, position: position)
        func center(_ range: Extent, _ viewport: Double) -> Double {
            window.filter(range, RangeContext(source: range, viewportLength: viewport)).mid
        }
        let first = center(Extent(min: 0, max: 100), 200)
        #expect(abs(first - 50) < 1e-9)
        #expect(abs(center(Extent(min: 0, max: 100), 333) - 50) < 1e-9)
        #expect(abs(center(Extent(min: -40, max: 500), 200) - 50) < 1e-9)
        length.zoom(by: 4)
        #expect(abs(center(Extent(min: -40, max: 500), 200) - 50) < 1e-9)
        #expect(abs(length.unitsPerPoint - 0.025) < 1e-12)
        length.zoom(by: 1000)
        #expect(length.unitsPerPoint == 0.01)
        length.zoom(by: 1e-9)
        #expect(length.unitsPerPoint == 1)
        length.reset()
        #expect(length.unitsPerPoint == 0.1)
        position.reset()
        #expect(abs(center(Extent(min: -40, max: 500), 200) - 230) < 1e-9)
    }

    @Test func headroomIsAPartOfTheRange() {
        let zero = HeadroomFilter()
        #expect(zero.filter(.nothing, noData) == .unit)
        #expect(zero.filter(Extent(min: 0, max: 0), noData) == .unit)
        #expect(abs(zero.filter(Extent(min: 40, max: 89), noData).max - 93.45) < 1e-9)
        #expect(zero.filter(Extent(min: 40, max: 89), noData).min == 0)
        let both = zero.filter(Extent(min: -10, max: 90), noData)
        #expect(abs(both.min + 10.5) < 1e-9 && abs(both.max - 94.5) < 1e-9)
        #expect(zero.filter(Extent(min: -10, max: -5), noData).max == 0)
        let free = HeadroomFilter(isZeroBased: false)
        #expect(free.filter(Extent(min: 60, max: 80), noData) == Extent(min: 59, max: 81))
        #expect(free.filter(Extent(min: -60, max: 40), noData) == Extent(min: -65, max: 45))
        #expect(free.filter(Extent(min: 0.5, max: 100), noData).min == 0)
        #expect(free.filter(Extent(min: -100, max: -0.5), noData).max == 0)
    }

    @Test func aRangeHasALeastLength() {
        let filter = MinimumLengthFilter(20)
        #expect(filter.filter(Extent(min: 178, max: 182), noData) == Extent(min: 170, max: 190))
        #expect(filter.filter(Extent(min: 180, max: 180), noData) == Extent(min: 170, max: 190))
        #expect(filter.filter(Extent(min: 0, max: 21), noData) == Extent(min: 0, max: 21))
        #expect(filter.filter(.nothing, noData) == .nothing)
    }

    @Test func aRangeFollowsWithHysteresis() {
        let rule = RangeFollowing()
        let headroom = HeadroomFilter()
        /// The new top for a largest value, from 100.
        func top(_ value: Double, from held: Double = 100) -> Double {
            let data = Extent(min: 0, max: value)
            return rule.range(
                holding: Extent(min: 0, max: held), data: data, fit: headroom.filter(data, noData)
            ).max
        }
        #expect(top(91) == 100 && top(100) == 100 && top(90) == 100)
        #expect(abs(top(89) - 93.45) < 1e-9)
        #expect(abs(top(100.5) - 105.525) < 1e-9)
        #expect(abs(top(40, from: 1) - 42) < 1e-9)
        // The same below, and both ends at once.
        func free(_ low: Double, _ high: Double) -> Extent {
            rule.range(
                holding: Extent(min: 100, max: 200), data: Extent(min: low, max: high),
                fit: Extent(min: low - 3, max: high + 3))
        }
        #expect(free(109, 191) == Extent(min: 100, max: 200))
        #expect(free(111, 191) == Extent(min: 108, max: 200))
        #expect(free(99, 189) == Extent(min: 96, max: 192))
        #expect(free(300, 310) == Extent(min: 297, max: 313))
        #expect(free(10, 20) == Extent(min: 7, max: 23))
        // No visible data change nothing.
        let held = Extent(min: 5, max: 6)
        #expect(rule.range(holding: held, data: .nothing, fit: .unit) == held)
        #expect(rule.range(holding: held, data: .unit, fit: .nothing) == held)
        // A fit that leaves much room does not move for every small change.
        func flat(_ value: Double) -> Extent {
            rule.range(
                holding: Extent(min: 90, max: 110), data: Extent(min: value, max: value),
                fit: Extent(min: value * 0.9, max: value * 1.1))
        }
        #expect(flat(100) == Extent(min: 90, max: 110))
        #expect(flat(100.2) == Extent(min: 90, max: 110))
    }

    @Test func aFixedEndStaysWhereTheFitHasIt() {
        let rule = RangeFollowing()
        let data = Extent(min: 60, max: 95)
        let range = rule.range(
            holding: Extent(min: 0, max: 100), data: data,
            fit: HeadroomFilter().filter(data, noData))
        #expect(range == Extent(min: 0, max: 100), "zero-based although nothing is near zero")
    }

    @Test func theRecorderOnlyNotes() {
        let recorder = RecorderFilter()
        #expect(recorder.filter(Extent(min: 3, max: 9), noData) == Extent(min: 3, max: 9))
        #expect(recorder.range.length == 6 && recorder.range.mid == 6)
    }

    @Test func niceRangesEndOnTicks() {
        let filter = NiceRangeFilter(maximumTicks: 6)
        #expect(filter.filter(Extent(min: 0, max: 8123), noData) == Extent(min: 0, max: 10_000))
        #expect(filter.filter(Extent(min: 52.3, max: 61.2), noData) == Extent(min: 52, max: 62))
        // -4…8 by twos would be seven ticks.
        #expect(filter.filter(Extent(min: -3, max: 7), noData) == Extent(min: -5, max: 10))
        #expect(filter.filter(Extent(min: 0, max: 1), noData) == .unit)
        let point = filter.filter(Extent(min: 70, max: 70), noData)
        #expect(point == Extent(min: 66, max: 74))
        // Errors of rounding are no scale.
        let noise = Extent(min: 70 - 2e-13, max: 70 + 1e-13)
        #expect(filter.filter(noise, noData) == Extent(min: 66, max: 74))
        let fine = filter.filter(Extent(min: 70, max: 70 + 1e-9), noData)
        #expect(fine.length < 1e-8 && fine.length >= 1e-9)
        #expect(filter.filter(Extent(min: 0, max: 0), noData) == Extent(min: -0.5, max: 0.5))
        filter.spacing = TickSpacing(most: 6, least: 22, widest: 140)
        // 60 points have room for three ticks, 130 for six.
        #expect(
            filter.filter(Extent(min: 0, max: 8123), context(0, 1, viewport: 60))
                == Extent(min: 0, max: 10_000))
        #expect(filter.step == .decimal(DecimalStep(mantissa: 5, exponent: 3)))
        #expect(
            filter.filter(Extent(min: 0, max: 8123), context(0, 1, viewport: 130))
                == Extent(min: 0, max: 10_000))
        #expect(filter.step == .decimal(DecimalStep(mantissa: 2, exponent: 3)))
    }

    /// With half steps, at most three tenths of an axis from zero are empty, and no value is
    /// outside.
    @Test func niceRangesMayEndOnHalves() {
        let filter = NiceRangeFilter(maximumTicks: 6, endsAtHalves: true)
        func nice(_ low: Double, _ high: Double) -> [Double] {
            let range = filter.filter(Extent(min: low, max: high), noData)
            return [range.min, range.max]
        }
        #expect(nice(0, 15_540) == [0, 17_500])
        #expect(nice(0, 102_900) == [0, 125_000])
        #expect(nice(0, 100_000) == [0, 100_000])
        // 38.55 is below 40 by less than half of 20; 114.45 is above 110.
        #expect(nice(38.55, 114.45) == [30, 120])
        #expect(nice(0, 1) == [0, 1])
        #expect(nice(-0.3, 0.1) == [-0.3, 0.1])
        for high in stride(from: 1.0, through: 1000, by: 0.37) {
            let ends = nice(0, high)
            #expect(ends[0] == 0 && ends[1] >= high && high >= 0.7 * ends[1], "\(high)")
            let halves = ends[1] / ((filter.step?.length ?? 0) / 2)
            #expect(abs(halves - halves.rounded()) < 1e-9, "\(high)")
        }
    }
}

@MainActor @Suite struct RangeUpdaterTests {
    @Test func nothingHappensUntold() {
        let scale = Scale(id: "steps")
        #expect(scale.range == Extent(min: -1, max: 1))
        let updater = RangeUpdater(scale: scale)
        updater.addSourceValue(5, update: false)
        updater.addSourceValue(9, update: false)
        updater.add(PaddingFilter(low: 1, high: 1))
        #expect(scale.range == Extent(min: -1, max: 1))
        updater.update()
        #expect(scale.range == Extent(min: 4, max: 10))
    }

    @Test func onlyANewExtremeUpdates() {
        var applied: [Extent] = []
        let updater = RangeUpdater { applied.append($0) }
        updater.addSourceValue(5, update: true)
        updater.addSourceValue(9, update: true)
        updater.addSourceValue(7, update: true)
        updater.addSourceValue(.nan, update: true)
        updater.addSource(.nothing, update: true)
        #expect(applied == [Extent(min: 5, max: 5), Extent(min: 5, max: 9)])
        #expect(updater.source == Extent(min: 5, max: 9))
    }

    @Test func withoutDataTheRangeStays() {
        let scale = Scale(id: "x", range: Extent(min: 2, max: 3))
        let updater = RangeUpdater(scale: scale)
        #expect(updater.update() == nil)
        #expect(scale.range == Extent(min: 2, max: 3))
        updater.addSourceValue(10, update: true)
        updater.clear(update: true)
        #expect(updater.source == .nothing)
        #expect(scale.range == Extent(min: 10, max: 10))
    }

    @Test func filtersRunInOrderOnceEach() {
        let updater = RangeUpdater { _ in }
        let pad = PaddingFilter(low: 1, high: 1)
        let snap = IntervalFilter(interval: 10)
        updater.add(snap)
        updater.addFirst(pad)
        updater.add(pad)
        updater.addFirst(snap)
        #expect(updater.filters.count == 2)
        updater.addSource(Extent(min: 0, max: 10), update: false)
        #expect(updater.update() == Extent(min: -10, max: 20))
        let block = BlockFilter { range, _ in range.offset(by: 100) }
        updater.replace(pad, with: block)
        #expect(updater.update() == Extent(min: 100, max: 110))
        updater.replace(snap, with: block)
        updater.replace(pad, with: snap)
        #expect(updater.filters.count == 2)
        updater.remove(snap)
        updater.remove(snap)
        #expect(updater.filters.count == 1)
        #expect(updater.filters.first === block)
    }

    @Test func thePipelinesOfTheHealthChart() {
        // steps: 0…3000 at least, 1000 above, ends on thousands.
        let steps = RangeUpdater(
            filters: [
                SourceFilter(alternative: Extent(min: 0, max: 3000)),
                PaddingFilter(low: 0, high: 1000),
                IntervalFilter(interval: 1000),
            ]) { _ in }
        #expect(steps.update() == Extent(min: 0, max: 4000))
        steps.addSource(Extent(min: 812, max: 8412), update: false)
        #expect(steps.update() == Extent(min: 0, max: 10_000))
        // weight: 50…60 at least, 1 around, ends on fives.
        let weight = RangeUpdater(
            filters: [
                SourceFilter(alternative: Extent(min: 50, max: 60)), PaddingFilter(low: 1, high: 1),
                IntervalFilter(interval: 5),
            ]) { _ in }
        weight.addSource(Extent(min: 52.3, max: 71.2), update: false)
        #expect(weight.update() == Extent(min: 45, max: 75))
    }
}

@MainActor @Suite struct InteractionFilterTests {
    private let base = Extent(min: 100, max: 200)

    @Test func translationAndScaleInWindows() {
        #expect(
            AxisInteractionState(translation: 0.5).visible(of: base) == Extent(min: 50, max: 150))
        #expect(AxisInteractionState(scale: 2).visible(of: base) == Extent(min: 125, max: 175))
        #expect(AxisInteractionState.identity.visible(of: base) == base)
        let back = AxisInteractionState(visible: Extent(min: 125, max: 150), base: base)
        #expect(back.scale == 4 && back.translation == 0.125)
        #expect(back.visible(of: base) == Extent(min: 125, max: 150))
    }

    @Test func anAxisLiesAlongAnAngle() {
        let x = AxisInteractionState(angle: 0, tx: 0.5, ty: 7, sx: 2, sy: 9)
        #expect(x.translation == 0.5 && x.scale == 2)
        let y = AxisInteractionState(angle: .pi / 2, tx: 0.5, ty: 7, sx: 2, sy: 8)
        #expect(y.translation == 7 && y.scale == 8)
        let diagonal = AxisInteractionState(angle: .pi / 4, tx: 1, ty: 1, sx: 2, sy: 2)
        #expect(abs(diagonal.scale - 2) < 1e-12)
        #expect(abs(diagonal.translation - 2.0.squareRoot()) < 1e-12)
    }

    @Test func limitsLeaveNoDeadZone() {
        let recorder = RecorderFilter()
        let filter = InteractionFilter(limits: AxisLimits(minimumLength: 10), boundedBy: recorder)
        let data = Extent(min: 0, max: 200)
        var seen = Extent.nothing
        let updater = RangeUpdater(
            filters: [recorder, LengthFilter(length: 100, anchor: 1), filter]) { seen = $0 }
        updater.addSource(data, update: true)
        #expect(seen == base)
        filter.show(Extent(min: -400, max: -300))
        updater.update()
        #expect(seen == Extent(min: 0, max: 100))
        // A single step back is visible at once.
        filter.show(filter.visible.offset(by: 1))
        updater.update()
        #expect(seen == Extent(min: 1, max: 101))
        filter.show(Extent(min: 50, max: 51))
        #expect(abs(filter.visible.length - 10) < 1e-9)
        #expect(abs(filter.visible.mid - 50.5) < 1e-9)
        filter.show(Extent(min: -1e6, max: 1e6))
        #expect(filter.visible == data)
    }

    @Test func overshootIsHeldOnlyDuringTheGesture() {
        let filter = InteractionFilter(
            limits: AxisLimits(bounds: Extent(min: 0, max: 200)))
        _ = filter.filter(base, RangeContext(source: .nothing))
        filter.show(base.offset(by: 30), overshoot: true)
        #expect(filter.excess == 30)
        #expect(filter.filter(base, RangeContext(source: .nothing)) == base.offset(by: 30))
        filter.apply(filter.state, overshoot: false)
        #expect(filter.visible == base)
        #expect(filter.excess == 0)
        filter.show(Extent(min: -25, max: 75), overshoot: true)
        #expect(filter.excess == -25)
        #expect(filter.limits.constrain(filter.visible) == Extent(min: 0, max: 100))
    }

    @Test func zoomKeepsTheValueUnderThePointer() {
        let limits = AxisLimits(minimumLength: 10, bounds: Extent(min: 0, max: 200))
        var range = Extent(min: 40, max: 140)
        for _ in 0..<50 {
            let place = (60 - range.min) / range.length
            range = limits.zoomed(range, by: 1.1, about: 60)
            #expect(abs((60 - range.min) / range.length - place) < 1e-9)
        }
        #expect(abs(range.length - 10) < 1e-9)
        #expect(limits.zoomed(range, by: 1e9, about: 60).length == range.length)
        #expect(limits.zoomed(range, by: 1e-9, about: 60) == Extent(min: 0, max: 200))
        #expect(limits.zoomed(range, by: .nan, about: 60) == range)
    }

    @Test func newLimitsApplyAtOnceAndAreTold() {
        let filter = InteractionFilter()
        _ = filter.filter(base, RangeContext(source: .nothing))
        var told = 0
        filter.onChange { _ in told += 1 }
        filter.show(base.offset(by: 500))
        filter.show(base.offset(by: 500))
        #expect(told == 1)
        filter.limits = AxisLimits(bounds: Extent(min: 0, max: 300))
        #expect(told == 2)
        #expect(filter.visible == Extent(min: 200, max: 300))
        filter.limits = AxisLimits(bounds: Extent(min: 0, max: 400))
        #expect(told == 2)
        filter.reset()
        #expect(filter.visible == base)
        filter.apply(AxisInteractionState(translation: .nan, scale: 1), overshoot: true)
        #expect(filter.visible == base)
    }

    @Test func newDataDoNotMoveWhatIsVisible() {
        let recorder = RecorderFilter()
        let filter = InteractionFilter(boundedBy: recorder)
        var seen = Extent.nothing
        let updater = RangeUpdater(
            filters: [recorder, LengthFilter(length: 10, anchor: 1), filter]) { seen = $0 }
        updater.addSource(Extent(min: 0, max: 100), update: true)
        #expect(seen == Extent(min: 90, max: 100))
        // Untouched: the newest stays in view.
        updater.addSourceValue(120, update: true)
        #expect(seen == Extent(min: 110, max: 120))
        filter.show(Extent(min: 40, max: 45))
        updater.addSourceValue(150, update: true)
        #expect(abs(seen.min - 40) < 1e-9 && abs(seen.max - 45) < 1e-9)
        filter.keepsVisible = false
        updater.addSourceValue(160, update: true)
        #expect(abs(seen.min - 50) < 1e-9 && abs(seen.max - 55) < 1e-9)
    }

    @Test func whatIsShownIsExactAndNeverDrifts() {
        let recorder = RecorderFilter()
        let filter = InteractionFilter(
            limits: AxisLimits(minimumLength: 0.1), boundedBy: recorder)
        var seen = Extent.nothing
        let updater = RangeUpdater(filters: [recorder, filter]) { seen = $0 }
        updater.addSource(Extent(min: 1.6e9, max: 1.7e9), update: true)
        var told = 0
        filter.onChange { _ in
            told += 1
            updater.update()
        }
        var numbers = SplitMix(seed: 31)
        for i in 0..<200 {
            let middle = Double.random(in: 1.6e9...1.7e9, using: &numbers)
            let range = Extent(
                min: middle, max: middle + Double.random(in: 0.1...9e6, using: &numbers))
            filter.show(range, overshoot: false)
            #expect(told == i + 1)
            let wanted = range.max <= 1.7e9 ? range : filter.limits.constrain(range)
            #expect(seen == wanted)
            // Data that arrive while it is shown change nothing.
            updater.addSourceValue(1.6e9 - Double(i), update: true)
            #expect(seen == wanted)
            #expect(filter.limits.constrain(seen) == seen)
        }
        #expect(filter.isTouched)
        let back = filter.state.visible(of: filter.base)
        #expect(abs(back.min - seen.min) < 1e-6 && abs(back.max - seen.max) < 1e-6)
    }

    @Test func aWindowLongerThanTheDataHoldsAllOfThem() {
        let limits = AxisLimits(maximumLength: 70, bounds: Extent(min: 0, max: 20))
        #expect(limits.constrain(Extent(min: 10, max: 80)) == Extent(min: 0, max: 70))
        #expect(limits.constrain(Extent(min: -60, max: 10)) == Extent(min: -50, max: 20))
        #expect(limits.constrain(Extent(min: -20, max: 50)) == Extent(min: -20, max: 50))
        #expect(limits.excess(of: Extent(min: 10, max: 80)) == 10)
        #expect(limits.excess(of: Extent(min: -60, max: 10)) == -10)
    }
}
