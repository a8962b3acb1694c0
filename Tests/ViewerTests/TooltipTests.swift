import ChartCore
import ChartInteraction
import Geometry
import HealthData
import Imaging
import Testing

@testable import Viewer

/// The times at which a tooltip appears and disappears.
@Suite struct TooltipStateTests {
    private let one = ControlID("one")
    private let two = ControlID("two")

    @Test func itComesWhenThePointerHasRested() {
        var state = TooltipState()
        #expect(state.deadline == nil)
        state.point(at: one, time: 10)
        #expect(state.shown == nil && state.deadline == 10.5)
        // Moving on the control is no rest.
        state.point(at: one, time: 10.4)
        #expect(state.deadline == 10.9)
        state.advance(to: 10.5)
        #expect(state.shown == nil)
        state.advance(to: 10.9)
        #expect(state.shown == one && state.deadline == nil)
        // Moving on the control removes nothing.
        state.point(at: one, time: 11)
        #expect(state.shown == one)
    }

    @Test func theNextOneComesAtOnce() {
        var state = TooltipState()
        state.point(at: one, time: 0)
        state.advance(to: 1)
        state.point(at: two, time: 2)
        #expect(state.shown == two && state.deadline == nil)
        // There may be a gap between two controls.
        state.point(at: nil, time: 3)
        #expect(state.shown == nil && state.deadline == nil)
        state.point(at: one, time: 3.2)
        #expect(state.shown == one)
        state.point(at: nil, time: 4)
        state.point(at: two, time: 4.4)
        #expect(state.shown == nil && state.deadline == 4.9)
    }

    @Test func whatIsDoneTakesItAway() {
        let acts: [(inout TooltipState) -> Void] = [{ $0.hide() }, { $0.press() }]
        for act in acts {
            for isShown in [false, true] {
                var state = TooltipState()
                state.point(at: one, time: 0)
                if isShown { state.advance(to: 1) }
                act(&state)
                #expect(state.shown == nil && state.deadline == nil)
                state.release()
                // It stays hidden until the pointer has left the control.
                state.point(at: one, time: 2)
                #expect(state.shown == nil && state.deadline == nil)
                state.point(at: two, time: 3)
                #expect(state.shown == nil && state.deadline == 3.5)
            }
        }
    }

    @Test func whatIsDraggedOverSaysNothing() {
        var state = TooltipState()
        state.press()
        state.point(at: one, time: 1)
        #expect(state.deadline == nil)
        state.release()
        state.point(at: one, time: 2)
        #expect(state.deadline == 2.5)
        state.leave()
        #expect(state.deadline == nil && state.shown == nil)
    }

    @Test func itIsInTheWindowAndNeverOverTheControl() throws {
        let window = Rect(x: 12, y: 7, width: 360, height: 480)
        var missing = 0
        for size in [Size(width: 40, height: 34), Size(width: 264, height: 88)] {
            for (x, y) in [0.0, 30, 170, 331].flatMap({ x in [0.0, 40, 240, 451].map { (x, $0) } })
            {
                for side in TooltipPlacement.Side.allCases {
                    let control = Rect(x: 12 + x, y: 7 + y, width: 29, height: 29)
                    guard
                        let frame = TooltipPlacement.frame(
                            size, of: control, in: window, first: side)
                    else {
                        missing += 1
                        continue
                    }
                    #expect(frame.size == size && window.union(frame) == window)
                    #expect(frame.intersection(control).isEmpty, "\(frame) over \(control)")
                }
            }
        }
        #expect(missing == 0)
        // A control that fills the window leaves no room.
        let all = TooltipPlacement.frame(Size(width: 50, height: 34), of: window, in: window)
        #expect(all == nil)
    }
}

/// Tooltips in the window.
@MainActor
@Suite struct TooltipTests {
    private func rig(
        _ metric: String = "weight", size: Size = Size(width: 1100, height: 720),
        reducesMotion: Bool = true
    ) throws -> ViewerRig {
        try ViewerRig(
            metric, .month, at: CivilDate(year: 2026, month: 10, day: 14), size: size,
            reducesMotion: reducesMotion)
    }

    private let id = ControlID("tooltip")

    private func rest(on control: String, _ rig: ViewerRig) throws {
        let node = try #require(rig.node(ControlID(control)), "there is no \(control)")
        rig.send(.pointerMoved, node.frame.center)
        rig.frame(after: 0.6)
    }

    @Test func aControlHasItsNameAndItsKeys() throws {
        let rig = try rig()
        try rest(on: "menu", rig)
        #expect(rig.node(id)?.name == "Menu" && rig.node(id)?.value == "F10")
        try rest(on: "page.previous", rig)
        #expect(rig.node(id)?.name == "Previous page")
        #expect(rig.node(id)?.value == "←, Page Up")
    }

    @Test func nothingIsAskedForWhileNothingIsWaitedFor() throws {
        let rig = try rig(reducesMotion: false)
        #expect(rig.viewer.controller.nextDeadline == nil)
        let menu = try #require(rig.node(.menu)).frame.center
        rig.send(.pointerMoved, menu)
        #expect(rig.viewer.controller.nextDeadline == rig.time + TooltipState.delay)
        rig.wait(0.5)
        rig.viewer.controller.advance(to: rig.time)
        #expect(rig.frame(), "it fades in")
        rig.settle()
        #expect(rig.node(id) != nil && rig.viewer.controller.nextDeadline == nil)
        rig.send(.pointerMoved, rig.at(0.5))
        #expect(rig.frame(), "it fades out")
        #expect(rig.node(id) == nil, "it is not read while it fades out")
        rig.settle()
    }

    @Test func withLessMotionItDoesNotFade() throws {
        let rig = try rig()
        try rest(on: "menu", rig)
        #expect(rig.node(id) != nil && !rig.frame())
    }

    @Test func pressesKeysAndWheelsTakeItAway() throws {
        let acts: [(String, (ViewerRig, Point) -> Void)] = [
            ("a press", { $0.send(.pointerPressed(.left), $1) }),
            ("a key", { rig, _ in rig.press(.function(5)) }),
            ("a wheel", { $0.send(.wheel(Vector(dx: 0, dy: 1)), $1) }),
            ("a finger", { $0.send(.touchBegan(3), $1) }),
            ("leaving", { $0.send(.pointerLeft, $1) }),
        ]
        for (name, act) in acts {
            let rig = try rig()
            try rest(on: "menu", rig)
            #expect(rig.node(id) != nil, "\(name)")
            act(rig, try #require(rig.node(.menu)).frame.center)
            rig.frame()
            #expect(rig.node(id) == nil, "\(name)")
            rig.frame(after: 2)
            #expect(rig.node(id) == nil, "\(name)")
        }
    }

    @Test func whatIsDisabledSaysWhy() throws {
        let rig = try rig()
        rig.model.turn(toPageOf: rig.model.dates.domain.max, at: rig.time)
        rig.settle()
        let next = try #require(rig.node(ControlID("page.next")))
        #expect(!next.isEnabled)
        try rest(on: "page.next", rig)
        #expect(rig.node(id)?.value.contains("This is the last page.") == true)
    }

    @Test func everyFigureAndSeriesExplainsItself() throws {
        for metric in ["weight", "steps", "blood-pressure"] {
            let rig = try rig(metric)
            let figures = try #require(rig.node(ControlID("figures"))).children
            #expect(!figures.isEmpty)
            for figure in figures {
                #expect(figure.explanation.hasSuffix("."), "\(metric): \(figure.name)")
                try rest(on: figure.id.name, rig)
                #expect(rig.node(id)?.name == figure.name)
                #expect(rig.node(id)?.value == figure.explanation)
            }
        }
    }

    /// Controls under a dialog have no tooltip; the rows of the menu show their keys already.
    @Test func aDialogHasItsOwn() throws {
        let rig = try rig()
        let week = try #require(rig.node(ControlID("period.w"))).frame.center
        rig.viewer.context.toggle(.keys)
        rig.frame()
        rig.send(.pointerMoved, week)
        rig.frame(after: 0.6)
        #expect(rig.node(id) == nil)
        let close = try #require(rig.node(DialogFrame.closeID))
        rig.send(.pointerMoved, close.frame.center)
        rig.frame(after: 0.6)
        #expect(rig.node(id)?.name == "Close")
    }

    nonisolated static let sizes = [
        Size(width: 360, height: 480), Size(width: 1100, height: 720),
    ]

    /// For every control of a window: its tooltip is inside, is not over the control, and changes
    /// nothing else.
    @Test(arguments: sizes, ["weight", "steps"]) func everyControlHasOne(
        size: Size, metric: String
    ) throws {
        let rig = try rig(metric, size: size)
        let window = rig.viewer.scene.layout.window
        let controls = rig.viewer.scene.tree.flattened.filter {
            [.button, .segment, .listItem, .toggle].contains($0.role) && !$0.frame.isEmpty
        }
        #expect(controls.count >= 10)
        for control in controls {
            // A control that is out of sight, or under something else, needs none.
            let place = control.frame.center
            guard rig.viewer.scene.tree.explained(at: place)?.id == control.id else { continue }
            rig.send(.pointerLeft, place)
            rig.send(.pointerMoved, place)
            rig.frame(after: 0.6)
            let tooltip = try #require(rig.node(id), "\(control.id) has none")
            #expect(tooltip.name == control.name)
            #expect(window.union(tooltip.frame) == window, "\(control.id): \(tooltip.frame)")
            #expect(tooltip.frame.intersection(control.frame).isEmpty, "\(control.id)")
        }
    }

    /// In every theme and at every scale: the text can be read, and nothing is drawn far from the
    /// box.
    @Test(arguments: [false, true], [false, true]) func theBoxCanBeRead(
        isDark: Bool, isHighContrast: Bool
    ) throws {
        let theme = Theme.theme(isDark ? .dark : .light, highContrast: isHighContrast)
        #expect(theme.text1.contrast(with: theme.board) >= 4.5)
        #expect(theme.text2.contrast(with: theme.board) >= 4.5)
        for scale in [1.0, 1.5, 2.0] {
            var options = ViewerOptions(
                files: SampleFiles.all, zone: .utc, metric: "weight", period: .month,
                theme: isDark ? .dark : .light, size: Size(width: 700, height: 500),
                library: ":memory:")
            options.isHighContrast = isHighContrast
            let viewer = try OffscreenViewer(options, scale: scale, reducesMotion: true)
            defer { viewer.close() }
            let menu = try #require(viewer.scene.tree.first { $0.id == .menu })
            viewer.controller.handle(
                InputFrame(
                    InputEvent(time: 2, position: menu.frame.center, kind: .pointerMoved)))
            _ = viewer.scene.advance(to: 2)
            let before = try viewer.draw()
            viewer.controller.advance(to: 2.5)
            _ = viewer.scene.advance(to: 2.5)
            let after = try viewer.draw()
            let box = try #require(viewer.scene.tree.first { $0.id == id }).frame
            let changed = Self.changes(before, after, scale: scale)
            // The shadow extends a little beyond the box.
            #expect(box.inset(by: -28).union(changed) == box.inset(by: -28), "\(changed)")
            let inner = box.inset(by: 1)
            #expect(changed.minX <= inner.minX && changed.maxX >= inner.maxX)
            #expect(changed.minY <= inner.minY && changed.maxY >= inner.maxY)
            let inside = after[Int((box.x + 4) * scale), Int(box.midY * scale)]
            #expect(inside == Bitmap.Pixel(theme.board))
        }
    }

    /// The bounds of all pixels that differ, in points.
    private static func changes(_ a: Bitmap, _ b: Bitmap, scale: Double) -> Rect {
        var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -1, y: -1))
        for y in 0..<a.height {
            for x in 0..<a.width where a[x, y] != b[x, y] {
                low = Point(x: min(low.x, Double(x)), y: min(low.y, Double(y)))
                high = Point(x: max(high.x, Double(x + 1)), y: max(high.y, Double(y + 1)))
            }
        }
        return Rect(
            x: low.x / scale, y: low.y / scale, width: (high.x - low.x) / scale,
            height: (high.y - low.y) / scale)
    }
}
