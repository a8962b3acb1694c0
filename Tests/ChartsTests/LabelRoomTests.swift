import ChartCore
import Geometry
import Testing

@testable import Charts

/// The labels of an axis that have room: side by side, and one over the other.
@MainActor
@Suite struct LabelRoomTests {
    /// Labels of a width centred at positions, some of them strong.
    private func row(
        _ places: [Double], width: Double = 30, strong: Set<Int> = [], gap: Double = 10
    ) -> [LabelRow.Candidate] {
        places.enumerated().map { index, place in
            LabelRow.Candidate(
                span: Extent(min: place - width / 2, max: place + width / 2),
                isStrong: strong.contains(index), gap: gap)
        }
    }

    private func chosen(_ labels: [LabelRow.Candidate]) -> [Int] {
        let shown = LabelRow.chosen(among: labels)
        #expect(shown.count == labels.count)
        return shown.indices.filter { shown[$0] }
    }

    // MARK: Side by side

    @Test func labelsThatHaveRoomAreAllThere() {
        #expect(chosen([]) == [])
        // 30 points each, and 10 between them.
        #expect(chosen(row([0, 40, 80, 120])) == [0, 1, 2, 3])
        #expect(chosen(row([0, 39, 78, 117])) == [0, 2])
    }

    @Test func neighboursGiveWayToAStrongOne() {
        // A little too close to the strong one on either side, which came later than one of them.
        #expect(chosen(row([0, 40, 79, 118, 160], strong: [2])) == [0, 2, 4])
        // A strong one wider than the others removes more of them.
        var labels = row([0, 40, 80, 120, 160], strong: [2])
        labels[2].span = Extent(min: 20, max: 140)
        #expect(chosen(labels) == [2])
        #expect(chosen(row([0, 30, 60, 90, 120], strong: [0, 1, 2, 3, 4])) == [0, 2, 4])
    }

    @Test func whatIsNotWrittenTakesNoRoom() {
        var labels = row([0, 20, 40], strong: [1])
        labels[1].isWritten = false
        #expect(chosen(labels) == [0, 2])
    }

    @Test func whatComesBackNeedsMoreRoom() {
        var labels = row([0, 41, 82])
        labels[1].gap = 12
        #expect(chosen(labels) == [0, 2])
        #expect(chosen(row([0, 41, 82])) == [0, 1, 2])
    }

    /// For any labels: none is closer to another than the gap, and none is missing that has room
    /// between those that are there.
    @Test func aRowIsFullAndNowhereTooTight() {
        for row in 1...200 {
            var place = 0.0
            let labels = (0..<40).map { index in
                // Distances and widths without a pattern: fractional parts of multiples of
                // irrational numbers.
                let turn = Double(row * 40 + index)
                place += 5 + 55 * (turn * 2.0.squareRoot()).truncatingRemainder(dividingBy: 1)
                let width = 5 + 65 * (turn * 3.0.squareRoot()).truncatingRemainder(dividingBy: 1)
                return LabelRow.Candidate(
                    span: Extent(min: place, max: place + width), isStrong: index % 7 == 3, gap: 8)
            }
            let shown = chosen(labels)
            for (left, right) in zip(shown, shown.dropFirst()) {
                #expect(labels[right].span.min >= labels[left].span.max + 8)
            }
            for (index, label) in labels.enumerated() where !shown.contains(index) {
                let rivals = shown.filter { !label.isStrong || labels[$0].isStrong }
                #expect(
                    rivals.contains {
                        labels[$0].span.min < label.span.max + 8
                            && label.span.min < labels[$0].span.max + 8
                    }, "\(index) had room")
            }
        }
    }

    // MARK: One over the other

    @Test(arguments: [(25.0, 1), (20, 1), (19, 2), (10, 2), (9, 4), (4, 8), (0.1, 256)])
    func crowdedTicksAreHalved(distance: Double, every: Int) {
        var column = LabelColumn()
        column.update(distance: distance)
        #expect(column.every == every)
    }

    @Test func ticksComeBackWithALittleMoreRoom() {
        var column = LabelColumn()
        column.update(distance: 9.9)
        #expect(column.every == 4)
        column.update(distance: 10.4)
        #expect(column.every == 4)
        column.update(distance: 10.6)
        #expect(column.every == 2)
        column.update(distance: 0)
        #expect(column.every == 1 << 20)
        column.restart()
        #expect(column.every == 1)
    }

    @Test func aStepUnderAHandIsKeptForAWhile() {
        let spacing = TickSpacing(most: 6, least: 22, widest: 140)
        let step = AxisStep.decimal(DecimalStep(atLeast: 1))
        // Five steps over 300 points.
        #expect(LabelColumn.distance(step, spacing, length: 300, isKept: false) == 60)
        #expect(
            abs(LabelColumn.distance(step, spacing, length: 300, isKept: true) - 60 / 1.15) < 1e-9)
        // Not so close that labels would be left out.
        #expect(LabelColumn.distance(step, spacing, length: 50, isKept: false) == 22)
        #expect(LabelColumn.distance(step, spacing, length: 50, isKept: true) == 20)
    }
}

/// A labeling with another variant if more than ten are visible.
private struct Ways: AxisLabeling {
    var number = 0
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel { AxisLabel("\(number)") }
    func samples(step: AxisStep) -> [AxisLabel] { [] }
    func variant(over length: Double) -> Int { length > 10 ? 1 : 0 }
    func variant(_ number: Int) -> any AxisLabeling { Ways(number: number) }
}

/// How an axis changes the variant of its labeling.
@MainActor
@Suite struct LabelWritingTests {
    @Test func theWayForLongerRangesComesLateAndGoesAtOnce() {
        var writing = LabelWriting(Ways())
        func update(_ length: Double, isFirst: Bool = false) -> Bool {
            writing.update(over: length, isFirst: isFirst)
        }
        #expect((writing.current as? Ways)?.number == 0)
        #expect(!update(10.3))
        #expect(update(10.5))
        #expect(writing.variant == 1 && (writing.current as? Ways)?.number == 1)
        #expect(!update(10.1))
        #expect(update(9.9))
        #expect(writing.variant == 0 && (writing.current as? Ways)?.number == 0)
        // What was never shown need not stay.
        #expect(update(10.3, isFirst: true))
        // Another labeling continues in the same variant.
        writing.labeling = Ways()
        #expect((writing.current as? Ways)?.number == 1)
    }
}
