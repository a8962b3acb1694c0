import ChartCore
import Testing

/// Labels that appear and disappear: which of them stay, fade, wait, and give way.
@Suite struct LabelFadeTests {
    private typealias Fades = LabelFades<Int>

    private static let everywhere = Extent(min: -1e9, max: 1e9)

    private func label(_ value: Double, _ text: String = "label", width: Double = 40) -> Fades.Label
    {
        .init(
            .init(value: value, text: text), at: value,
            reach: Extent(min: -width / 2, max: width / 2), content: Int(value))
    }

    private func opacities(_ fades: Fades) -> [Double: Double] {
        Dictionary(fades.labels.map { ($0.id.value, $0.opacity) }) { max($0, $1) }
    }

    @Test func onlyTheDifferenceFades() {
        var fades = Fades()
        fades.show([0, 100, 200].map { label($0) }, at: 1, over: Self.everywhere, isFading: false)
        fades.update(at: 1, density: 1)
        #expect(fades.labels.map(\.opacity) == [1, 1, 1])
        #expect(!fades.isFading(at: 1))
        fades.show([0, 50, 100].map { label($0) }, at: 2, over: Self.everywhere)
        for step in 0...15 {
            let time = 2 + Double(step) * 0.01
            fades.update(at: time, density: 1)
            let now = opacities(fades)
            #expect(now[0] == 1 && now[100] == 1)
            #expect(abs((now[50] ?? 0) - Double(step) / 15) < 1e-9)
            #expect(abs((now[200] ?? 0) - (1 - Double(step) / 15)) < 1e-9)
        }
        fades.update(at: 2.151, density: 1)
        #expect(fades.labels.map(\.id.value) == [0, 50, 100])
        #expect(!fades.isFading(at: 2.151))
    }

    @Test func whatComesWhereOneGoesWaitsUntilThatIsGone() {
        for frame in [1.0 / 24, 1.0 / 60, 1.0 / 144, 0.07] {
            var fades = Fades()
            fades.show([label(0, "Mon")], at: 0, over: Self.everywhere, isFading: false)
            fades.update(at: 0, density: 1)
            fades.show([label(0, "Mon 5")], at: 1, over: Self.everywhere)
            var time = 1.0
            while time < 1.4 {
                fades.update(at: time, density: 1)
                let shown = fades.labels.filter { $0.opacity > 0 }
                #expect(shown.count <= 1)
                let since = time - 1
                let old = max(0, 1 - since / 0.15)
                // At any frame times: it begins when the other one is gone.
                let new = min(max(0, since / 0.15 - 1), 1)
                #expect(abs((shown.first?.opacity ?? 0) - max(old, new)) < 1e-9, "\(time)")
                time += frame
            }
            #expect(fades.labels.map(\.id.text) == ["Mon 5"])
        }
    }

    @Test func whatLeavesGivesWayBeforeItTouches() {
        var fades = Fades()
        fades.show([0, 60, 120].map { label($0) }, at: 0, over: Self.everywhere, isFading: false)
        fades.update(at: 0, density: 1)
        fades.show([0, 120].map { label($0) }, at: 1, over: Self.everywhere)
        for (density, expected) in [(1.0, 1.0), (0.72, 0.8), (0.7, 0.5), (0.67, 0.05), (0.5, 0)] {
            fades.update(at: 1, density: density)
            let now = opacities(fades)
            #expect(now[0] == 1 && now[120] == 1)
            #expect(abs((now[60] ?? 0) - expected) < 1e-9, "\(density)")
        }
        // And it does not become more opaque again while it leaves.
        fades.update(at: 1.03, density: 1)
        #expect(fades.labels.map(\.id.value) == [0, 120])
    }

    @Test func whatIsLeavingLongerGivesWayToWhatLeavesNow() {
        var fades = Fades()
        fades.show([label(0), label(60)], at: 0, over: Self.everywhere, isFading: false)
        fades.update(at: 0, density: 1)
        fades.show([label(60)], at: 1, over: Self.everywhere)
        fades.update(at: 1.03, density: 0.7)
        fades.show([], at: 1.03, over: Self.everywhere)
        fades.update(at: 1.03, density: 0.7)
        #expect(abs(fades.labels[0].opacity - 0.5) < 1e-9)
        #expect(fades.labels[1].opacity == 1)
    }

    @Test func twoThatLeaveBothGiveWay() {
        var fades = Fades()
        fades.show([0, 60].map { label($0) }, at: 0, over: Self.everywhere, isFading: false)
        fades.show([], at: 1, over: Self.everywhere)
        fades.update(at: 1, density: 0.7)
        #expect(fades.labels.map(\.opacity).allSatisfy { abs($0 - 0.5) < 1e-9 })
        fades.update(at: 1, density: 0.6)
        #expect(fades.labels.isEmpty)
    }

    @Test func aLabelThatIsWantedAgainComesBackFromWhereItIs() {
        var fades = Fades()
        fades.show([label(0)], at: 0, over: Self.everywhere, isFading: false)
        fades.update(at: 0, density: 1)
        fades.show([], at: 1, over: Self.everywhere)
        fades.update(at: 1.06, density: 1)
        #expect(abs(fades.labels[0].opacity - 0.6) < 1e-9)
        fades.show([label(0)], at: 1.06, over: Self.everywhere)
        fades.update(at: 1.06, density: 1)
        #expect(abs(fades.labels[0].opacity - 0.6) < 1e-9)
        fades.update(at: 1.09, density: 1)
        #expect(abs(fades.labels[0].opacity - 0.8) < 1e-9)
        fades.update(at: 1.13, density: 1)
        #expect(fades.labels[0].opacity == 1 && !fades.isFading(at: 1.13))
    }

    @Test func whatCannotBeSeenAndWhatMayNotFadeChangesAtOnce() {
        var fades = Fades()
        let view = Extent(min: 0, max: 100)
        fades.show([label(50), label(500)], at: 0, over: view, isFading: false)
        fades.show([label(50), label(300)], at: 1, over: view)
        #expect(fades.labels.map(\.id.value) == [50, 300])
        #expect(!fades.isFading(at: 1))
        fades.show([label(20)], at: 2, over: view, isFading: false)
        fades.update(at: 2, density: 1)
        #expect(fades.labels.map(\.id.value) == [20])
        #expect(fades.labels[0].opacity == 1 && !fades.isFading(at: 2))
    }

    @Test func gridLinesTakeNoRoom() {
        var fades = LabelFades<Void>()
        let line = { (value: Double) -> LabelFades<Void>.Label in
            .init(.init(value: value), at: value, content: ())
        }
        fades.show([0, 10].map(line), at: 0, over: Self.everywhere, isFading: false)
        fades.show([0, 10.5].map(line), at: 1, over: Self.everywhere)
        fades.update(at: 1.075, density: 1)
        #expect(fades.labels.map(\.id.value) == [0, 10, 10.5])
        #expect(abs(fades.labels[1].opacity - 0.5) < 1e-9)
        #expect(abs(fades.labels[2].opacity - 0.5) < 1e-9)
    }

    // MARK: Transitions

    @Test func aStormOfRequestsChangesLabelsAtMostEveryHalfTransition() {
        for frame in [1.0 / 24, 1.0 / 60, 1.0 / 144] {
            var transitions = LabelTransitions<Int>()
            var changes: [(time: Double, value: Int)] = []
            var known: Int?
            func note(_ time: Double) {
                if transitions.current != known {
                    known = transitions.current
                    changes.append((time, known ?? 0))
                }
            }
            // Twenty in two fifths of a second, between the frames.
            var requests = (1...20).map { (time: 1 + Double($0) * 0.02, value: $0) }[...]
            for step in 0...Int(1 / frame) {
                let time = 1 + Double(step) * frame
                while let request = requests.first, request.time <= time {
                    requests.removeFirst()
                    transitions.request(request.value, at: request.time)
                    note(request.time)
                }
                transitions.advance(to: time)
                note(time)
            }
            // The first at once, then the newest of each half: of those up to 1.17, 1.32 and 1.47.
            #expect(changes.map(\.value) == [1, 8, 15, 20])
            #expect(transitions.opening == nil)
        }
    }

    @Test func aChangeIsShownAtOnceWhereNoneIsYoung() {
        var transitions = LabelTransitions<Int>()
        let first = transitions.request(1, at: 5)
        let same = transitions.request(1, at: 5.01)
        let young = transitions.request(2, at: 5.1)
        #expect(first && !same && !young)
        #expect(transitions.opening == 5.15)
        // Back before any of it was shown.
        let back = transitions.request(1, at: 5.12)
        #expect(!back && transitions.opening == nil && transitions.current == 1)
        let next = transitions.request(3, at: 5.15)
        #expect(next && transitions.current == 3)
        let jump = transitions.request(4, at: 5.16, isAtOnce: true)
        #expect(jump && transitions.current == 4)
        let after = transitions.request(5, at: 5.17)
        #expect(after)
    }
}
