import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import Imaging
import Testing

@testable import Viewer

/// The legend's series, and the value axis that follows what is shown.
@MainActor @Suite struct SeriesTests {
    private let day = CivilDate(year: 2025, month: 4, day: 10)

    private func pressure(reducesMotion: Bool = false) throws -> ViewerRig {
        try ViewerRig("blood-pressure", .month, at: day, reducesMotion: reducesMotion)
    }

    private func pill(_ rig: ViewerRig, _ id: String) throws -> Rect {
        try #require(rig.node("series.\(id)")).frame
    }

    private func shown(_ rig: ViewerRig) -> [String] {
        (rig.model.metricChart?.legend ?? []).filter { $0.isShown && $0.isSeries }.map(\.id)
    }

    private func state(_ rig: ViewerRig) -> SemanticNode? { rig.node("state") }

    @Test func aPillFadesItsSeriesAndTheValuesFitTheRest() throws {
        let rig = try pressure()
        let chart = try #require(rig.model.chart)
        #expect(shown(rig) == ["systolic-mean", "diastolic-mean", "pairs"])
        let both = chart.y.target
        // The readings behind the means include low values, too.
        rig.click(try pill(rig, "pairs").center)
        rig.click(try pill(rig, "diastolic-mean").center)
        #expect(shown(rig) == ["systolic-mean"])
        let alone = chart.y.target
        let values = chart.marks.first { $0.id == "systolic-mean" }?.values(over: chart.x.range)
        #expect(alone.contains(values ?? .nothing))
        let low = try #require(chart.marks.first { $0.id == "diastolic-mean" })
        #expect(chart.opacity(of: low) > 0, "it is fading, but still visible")
        #expect(rig.frame(after: 0.1))
        #expect(chart.opacity(of: low) > 0 && chart.opacity(of: low) < 1)
        rig.settle()
        #expect(chart.opacity(of: low) == 0 && chart.y.range == alone)
        rig.click(try pill(rig, "diastolic-mean").center)
        rig.click(try pill(rig, "pairs").center)
        rig.settle()
        #expect(chart.y.range == both)
    }

    @Test func aPillThatIsHeldIsShownAloneAndAgainAll() throws {
        let rig = try pressure()
        let all = ["systolic-mean", "diastolic-mean", "pairs"]
        for began: (Point) -> InputEvent.Kind in [
            { _ in .touchBegan(3) }, { _ in .pointerPressed(.left) },
        ] {
            let place = try pill(rig, "diastolic-mean").center
            let isTouch = began(place) == .touchBegan(3)
            func end() { rig.send(isTouch ? .touchEnded(3) : .pointerReleased(.left), place) }
            rig.send(began(place), place, after: 1)
            #expect(rig.viewer.controller.nextDeadline == rig.time + 0.5)
            rig.frame(after: 0.49)
            #expect(shown(rig) != ["diastolic-mean"])
            rig.frame(after: 0.02)
            #expect(shown(rig) == ["diastolic-mean"], "while it is still held")
            #expect(rig.viewer.controller.nextDeadline == nil)
            end()
            #expect(shown(rig) == ["diastolic-mean"], "the release is no press")
            rig.settle()
            rig.send(began(place), place, after: 1)
            rig.frame(after: 0.6)
            end()
            #expect(shown(rig) == all)
        }
        // A hand that moves away cancels it.
        let place = try pill(rig, "pairs").center
        rig.send(.touchBegan(4), place, after: 1)
        rig.send(.touchMoved(4), Point(x: place.x + 30, y: place.y))
        rig.frame(after: 1)
        #expect(shown(rig) == all && rig.viewer.controller.nextDeadline == nil)
    }

    @Test func altShowsOneAlone() throws {
        let rig = try pressure()
        let place = try pill(rig, "systolic-mean").center
        for kind in [InputEvent.Kind.pointerPressed(.left), .pointerReleased(.left)] {
            rig.send(kind, place, .alt, after: 0)
        }
        #expect(shown(rig) == ["systolic-mean"])
        rig.frame(after: 1)
        // By keys: Tab to the next pill.
        try rig.focus("series.pairs")
        let altEnter = KeyCombination(.enter, alt: true)
        #expect(rig.viewer.controller.press([altEnter]))
        #expect(shown(rig) == ["pairs"])
        #expect(rig.viewer.controller.press([altEnter]))
        #expect(shown(rig).count == 3)
        #expect(rig.viewer.controller.commands.run(LegendItem.showAlone("diastolic-mean")))
        #expect(shown(rig) == ["diastolic-mean"])
        #expect(rig.viewer.controller.commands.run("series.all"))
        #expect(shown(rig).count == 3 && !rig.viewer.controller.commands.run("series.all"))
    }

    @Test func whereAllIsHiddenOneButtonShowsAll() throws {
        let rig = try pressure()
        let chart = try #require(rig.model.chart)
        rig.settle()
        let before = chart.y.range
        #expect(rig.node("figures")?.children.count == 3)
        for id in shown(rig) { rig.click(try pill(rig, id).center) }
        #expect(rig.node("figures") == nil, "a hidden series has no reading")
        #expect(state(rig)?.name.isEmpty == false)
        #expect(rig.frame(after: 0.05), "it fades in")
        rig.settle()
        #expect(chart.y.range.isProper && before.isProper)
        #expect(rig.viewer.scene.area?.frames.legend?.isEmpty == false, "the legend stays")
        let button = try #require(rig.node("state.all"))
        rig.click(button.frame.center)
        #expect(shown(rig).count == 3 && state(rig) == nil)
        #expect(rig.node("figures")?.children.count == 3)
        rig.settle()
        try keepPicture(rig, "all-again")
    }

    @Test func withReducedMotionAllOfItIsAtOnce() throws {
        let rig = try pressure(reducesMotion: true)
        let chart = try #require(rig.model.chart)
        let mark = try #require(chart.marks.first { $0.id == "systolic" })
        for id in shown(rig) { rig.click(try pill(rig, id).center) }
        #expect(chart.opacity(of: mark) == 0)
        #expect(!rig.frame(after: 0.001))
    }

    @Test(arguments: ["light", "dark"]) func picturesOfFades(_ theme: String) throws {
        let rig = try pressure()
        if theme == "dark" { rig.model.appearance.toggleTheme(at: rig.time) }
        rig.settle()
        rig.click(try pill(rig, "pairs").center)
        rig.frame(after: 0.1)
        try keepPicture(rig, "fade-\(theme)")
        for id in shown(rig) { rig.click(try pill(rig, id).center) }
        rig.frame(after: 0.1)
        try keepPicture(rig, "hiding-\(theme)")
        rig.settle()
        try keepPicture(rig, "hidden-\(theme)")
    }

    /// Saves a picture if the environment names a folder for it.
    private func keepPicture(_ rig: ViewerRig, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["ORESEN_PICTURES"] else { return }
        try rig.viewer.draw().writePNG(toFile: "\(folder)/series-\(name).png")
    }

    // MARK: The value axis by hand

    @Test func theValueAxisIsMovedZoomedPinnedAndReleased() throws {
        let rig = try ViewerRig("weight", .month, at: day)
        let chart = try #require(rig.model.chart)
        let fit = chart.y.range
        let x = chart.x.range
        let gutter = Point(x: chart.plot.maxX + 12, y: chart.plot.midY)
        var told: [(String, String)] = []
        rig.model.onRange = { told.append(($0, $2)) }
        rig.send(.wheel(Vector(dx: 0, dy: -2)), gutter, after: 1)
        rig.settle()
        #expect(chart.hasPinnedValues && chart.x.range == x)
        #expect(abs(chart.y.range.length - fit.length / 1.44) < 1e-9)
        #expect(told.contains { $0.0 == "y" && $0.1 == "wheel" })
        let sign = try #require(rig.node("axis.pinned"))
        #expect(rig.viewer.scene.card.contains(sign.frame.center))
        try keepPicture(rig, "pinned")
        // A drag over it moves the axis.
        let pinned = chart.y.range
        rig.send(.pointerPressed(.left), gutter, after: 1)
        for step in 1...10 {
            rig.send(
                .pointerMoved, Point(x: gutter.x, y: gutter.y + Double(step) * 5), after: 0.03)
        }
        rig.send(.pointerReleased(.left), Point(x: gutter.x, y: gutter.y + 50), after: 0.3)
        rig.settle()
        #expect(
            abs(chart.y.range.min - (pinned.min + 50 / chart.plot.height * pinned.length)) < 1e-9)
        // Paging does not change it; another metric has its own.
        let moved = chart.y.range
        rig.press(.pageUp)
        rig.settle()
        #expect(chart.y.range == moved && chart.x.range != x)
        rig.press(.up)
        rig.settle()
        #expect(rig.model.chart !== chart && rig.model.chart?.hasPinnedValues == false)
        rig.press(.down)
        rig.settle()
        #expect(rig.model.chart === chart && chart.y.range == moved)
        rig.press(.pageDown)
        rig.settle()
        // The key releases it.
        rig.press(.character("f"))
        #expect(!chart.hasPinnedValues)
        rig.settle()
        #expect(chart.y.range == fit)
        #expect(rig.node("axis.pinned") == nil)
        // So does a double click over it, which does not change x.
        rig.send(.wheel(Vector(dx: 0, dy: 1)), gutter, after: 1)
        rig.settle()
        #expect(chart.hasPinnedValues)
        for _ in 0..<2 {
            rig.send(.pointerPressed(.left), gutter)
            rig.send(.pointerReleased(.left), gutter)
        }
        rig.settle()
        #expect(!chart.hasPinnedValues && chart.y.range == fit && chart.x.range == x)
    }

    @Test func keysMoveTheValueAxis() throws {
        let rig = try ViewerRig("weight", .month, at: day)
        let chart = try #require(rig.model.chart)
        let fit = chart.y.range
        func press(_ key: Key) {
            rig.frame(after: 0.5)
            #expect(rig.viewer.controller.press([KeyCombination(key, alt: true)]))
            rig.settle()
        }
        #expect(!rig.viewer.controller.commands.run("axis.fit"), "nothing to release")
        press(.up)
        #expect(abs(chart.y.range.min - (fit.min + fit.length * 0.2)) < 1e-9)
        press(.character("+"))
        #expect(abs(chart.y.range.length - fit.length / 1.5) < 1e-9)
        press(.character("-"))
        press(.down)
        #expect(abs(chart.y.range.min - fit.min) < 1e-9 && chart.hasPinnedValues)
        #expect(rig.viewer.controller.commands.run("axis.fit"))
        rig.settle()
        #expect(chart.y.range == fit && !chart.hasPinnedValues)
    }

    // MARK: The range that follows

    @Test func valuesFollowAFingerAndRestInTheFit() throws {
        let rig = try ViewerRig("weight", .month, at: day)
        rig.model.zoom(by: 1.2, at: rig.time)
        rig.settle()
        let chart = try #require(rig.model.chart)
        var changed = 0
        rig.send(.touchBegan(1), rig.at(0.5), after: 1)
        for step in 1...120 {
            let before = chart.y.target
            rig.send(.touchMoved(1), Point(x: rig.at(0.5).x + Double(step) * 30, y: rig.at(0.5).y))
            rig.frame()
            if chart.y.target != before { changed += 1 }
            // Everything visible has room at the target of the axis.
            for mark in chart.marks where !mark.isHidden {
                let values = mark.values(over: chart.x.range)
                #expect(values.isEmpty || chart.y.target.contains(values))
            }
        }
        #expect(changed > 0 && changed < 40, "\(changed): it follows, and not every step")
        rig.send(.touchEnded(1), Point(x: rig.at(0.5).x + 3600, y: rig.at(0.5).y), after: 0.3)
        rig.settle()
        let rest = chart.y.range
        chart.fitValues(over: chart.x.range, at: rig.time, animated: false)
        #expect(chart.y.range == rest, "a function of the x range alone")
    }

    @Test func barsGrowWhenTheyAreFirstShown() throws {
        let rig = try ViewerRig("weight", .month, at: day)
        rig.press(.up)
        let bars = try #require(rig.model.metricChart?.bars).mark
        #expect(bars.growth < 1)
        rig.frame(after: 0.15)
        #expect(bars.growth > 0.5 && bars.growth < 1)
        rig.settle()
        #expect(bars.growth == 1)
        rig.press(.down)
        rig.press(.up)
        #expect(bars.growth == 1, "once")
    }
}
