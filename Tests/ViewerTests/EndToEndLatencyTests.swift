import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// The time from an event to the picture that shows it.
    ///
    /// The window's frame callbacks are withheld, so that nothing is drawn because of one that the
    /// test did not answer. The tests count commits and check what they show.
    @Suite struct LatencyTests {
        // MARK: Out of rest

        @Test(arguments: Deed.allCases)
        func atRestInputIsDrawnAtOnce(deed: Deed) throws {
            try withSeries { viewer in
                let hand = try deed.hand(viewer)
                try hand.prepare()
                try viewer.settle()
                try viewer.window.withholdFrames(true)
                let before = try viewer.window.state
                let picture = try viewer.window.picture
                #expect(before.waitingCallbacks == 0)
                try hand.act()
                // No callback is pending and none is answered: the commit comes all the same.
                try viewer.window.waitForFrame(after: before.frames)
                try viewer.answerEverything()
                let after = try viewer.window.state
                #expect(after.frames == before.frames + 1 && after.commits == before.commits + 1)
                #expect(after.waitingCallbacks == 1)
                #expect(try viewer.window.picture != picture, "the event is not visible")
                #expect(try viewer.lines("frame").last?.text("cause") == "input")
                try viewer.window.withholdFrames(false)
                try hand.end()
                try viewer.settle()
            }
        }

        // MARK: In motion

        @Test(arguments: Dragging.allCases)
        func anEventIsInTheVeryNextCommit(means: Dragging) throws {
            try withSeries { viewer in
                let plot = try viewer.layout().plot
                var hand = DraggingHand(means, viewer, at: plot.center)
                try hand.begin()
                try viewer.settle()
                try viewer.window.withholdFrames(true)
                let first = try viewer.window.picture
                var frames = try viewer.window.state.frames

                /// The next commit, and only that one, shows the chart at the expected place.
                func expectNextCommit(_ what: String) throws {
                    let state = try viewer.window.waitForFrame(after: frames)
                    frames += 1
                    #expect(state.frames == frames, "\(what): one commit")
                    let shift = try viewer.window.picture.shift(from: first, in: plot)
                    #expect(shift == hand.travel, "\(what): moved by \(shift) of \(hand.travel)")
                }

                // At rest, at once.
                try hand.move(to: 21)
                try expectNextCommit("out of rest")
                for (index, place) in [58, 47, -30, -31, 64].enumerated() {
                    // While a callback is pending, events arrive and nothing is drawn; the last of
                    // them is sent together with the answer.
                    try hand.move(to: place - 9)
                    try hand.move(to: place + 4)
                    try viewer.answerEverything()
                    #expect(try viewer.window.state.frames == frames)
                    #expect(try viewer.window.state.waitingCallbacks == 1)
                    try hand.move(to: place)
                    try viewer.window.fireFrame()
                    try expectNextCommit("event \(index) with the callback owed")
                }
                // The last answer finds nothing new.
                try viewer.answerEverything()
                #expect(try viewer.window.fireFrame() == 1)
                try viewer.answerEverything()
                #expect(try viewer.window.state.frames == frames)
                #expect(try viewer.window.state.waitingCallbacks == 0)
                try viewer.window.withholdFrames(false)
                try hand.end()
                try viewer.settle()
            }
        }

        // MARK: Back to rest

        @Test(arguments: Deed.allCases)
        func afterAGestureNothingIsCommittedAnyMore(deed: Deed) throws {
            try withSeries { viewer in
                try viewer.window.withholdFrames(true)
                let hand = try deed.hand(viewer)
                try hand.prepare()
                try hand.act()
                try hand.end()
                // One callback, one commit at most, until one brings none.
                let commits = try viewer.followToRest()
                // Then none is pending, and no commit comes unprompted.
                for _ in 0..<3 { try viewer.answerEverything() }
                let state = try viewer.window.state
                #expect(state.commits == commits && state.waitingCallbacks == 0)
                let last = try #require(try viewer.lines("frame").last)
                #expect(last["animating"]?.flag == false)
                // The window still reacts afterwards.
                try hand.prepare()
                try hand.act()
                try viewer.window.wait("another commit") { $0.commits > commits }
                try hand.end()
                _ = try viewer.followToRest()
                try viewer.window.withholdFrames(false)
            }
        }

        @Test func aTouchThatStopsAThrowIsInTheVeryNextCommit() throws {
            try withSeries { viewer in
                let plot = try viewer.layout().plot
                let touch = viewer.compositor.touch
                var clock = EventTime(ago: 80)
                func send(_ event: TouchEvent, after pause: UInt32) throws {
                    try touch.send([event], on: viewer.window, time: clock.after(pause))
                }
                try viewer.window.withholdFrames(true)
                try send(.down(id: 0, x: plot.center.x - 100, y: plot.center.y), after: 0)
                for step in 1...10 {
                    let x = plot.center.x - 100 + 20 * Double(step)
                    try send(.motion(id: 0, x: x, y: plot.center.y), after: 8)
                }
                try send(.up(id: 0), after: 0)
                // It is flying.
                for _ in 0..<3 {
                    try viewer.answerEverything()
                    let frames = try viewer.window.state.frames
                    try viewer.window.fireFrame()
                    try viewer.window.waitForFrame(after: frames)
                }
                try viewer.answerEverything()
                let frames = try viewer.window.state.frames
                let start = try viewer.mark
                var now = EventTime()
                try touch.send(
                    [.down(id: 1, x: plot.center.x, y: plot.center.y)], on: viewer.window,
                    time: now.now)
                try viewer.window.fireFrame()
                try viewer.window.waitForFrame(after: frames)
                // It is where it was when the finger came down, and does not move from there.
                let still = try viewer.window.picture
                try viewer.answerEverything()
                #expect(try viewer.ranges(from: start).count == 1)
                _ = try viewer.followToRest()
                #expect(try viewer.window.picture.shift(from: still, in: plot) == 0)
                #expect(try viewer.ranges(from: start).count == 1)
                try touch.send([.up(id: 1)], on: viewer.window, time: now.after(100))
                _ = try viewer.followToRest()
                try viewer.window.withholdFrames(false)
            }
        }

        // MARK: The chart

        /// Runs the viewer on a series that never changes the value axis: every part of it has the
        /// least and the greatest value.
        private func withSeries(_ body: (RunningViewer) throws -> Void) throws {
            try withTemporaryFolder { folder in
                let path = folder + "/series.csv"
                let rows = (0..<4000).map { hour in
                    let time = Date(timeIntervalSince1970: 1_735_689_600 + Double(hour) * 3600)
                    let value = hour % 12 == 0 ? 60 : hour % 12 == 5 ? 100 : 60 + hour * 7919 % 41
                    return "\(time.formatted(.iso8601)),\(value)\n"
                }
                try Data(("time,value\n" + rows.joined()).utf8).write(to: URL(filePath: path))
                try withViewer([path], ["--period", "w", "--at", "2025-03-15"]) { viewer in
                    try viewer.freeFromPages()
                    try body(viewer)
                }
            }
        }
    }
}

// MARK: - Hands

extension EndToEnd.LatencyTests {
    /// A single action of a person.
    enum Deed: CaseIterable {
        case hover, pointerDrag, fingerDrag, scroll, wheel, touchpadPinch, key, page

        /// Performs it: `prepare` draws and comes to rest, `act` is the event that counts.
        fileprivate func hand(_ viewer: RunningViewer) throws -> DeedHand {
            let plot = try viewer.layout().plot
            return DeedHand(deed: self, viewer: viewer, place: plot.center)
        }
    }

    fileprivate struct DeedHand {
        let deed: Deed
        let viewer: RunningViewer
        let place: Point

        private var pointer: PointerInput { viewer.compositor.pointer }
        private var touch: TouchInput { viewer.compositor.touch }

        func prepare() throws {
            switch deed {
            case .hover: try viewer.pointTo(Point(x: 2, y: place.y))
            case .pointerDrag:
                try viewer.pointTo(place)
                try pointer.press()
            case .fingerDrag:
                // Far enough that resting does not become a long press.
                try touch.send([.down(id: 0, x: place.x - 12, y: place.y)], on: viewer.window)
                try touch.send([.motion(id: 0, x: place.x, y: place.y)], on: viewer.window)
            case .scroll, .wheel: try viewer.pointTo(place)
            case .touchpadPinch:
                try viewer.pointTo(place)
                try pointer.gesture(.pinchBegin(fingers: 2))
            case .key, .page: break
            }
        }

        func act() throws {
            switch deed {
            case .hover: try viewer.pointTo(place)
            case .pointerDrag: try viewer.pointTo(Point(x: place.x + 24, y: place.y))
            case .fingerDrag:
                try touch.send([.motion(id: 0, x: place.x + 24, y: place.y)], on: viewer.window)
            case .scroll: try pointer.scroll(dx: 24)
            case .wheel: try pointer.turnWheel(steps: -1)
            case .touchpadPinch:
                try pointer.gesture(.pinchUpdate(dx: 3, dy: 0, scale: 1.25, rotation: 0))
            case .key: try viewer.type(KeyCode.equal)
            case .page: try viewer.type(KeyCode.left)
            }
        }

        func end() throws {
            switch deed {
            case .hover, .wheel, .key, .page: break
            case .pointerDrag: try pointer.release()
            case .fingerDrag: try touch.send([.up(id: 0)], on: viewer.window)
            case .scroll: try pointer.stopScrolling([.horizontal])
            case .touchpadPinch: try pointer.gesture(.pinchEnd(isCancelled: false))
            }
        }
    }

    /// The means of dragging a chart.
    enum Dragging: CaseIterable {
        case pointer, touch, scroll
    }

    /// A device that drags the chart, with its distance.
    fileprivate struct DraggingHand {
        /// The distance that the chart should have moved by now, in points to the right.
        private(set) var travel = 0
        private let means: Dragging
        private let viewer: RunningViewer
        private let place: Point
        private var clock = EventTime()

        init(_ means: Dragging, _ viewer: RunningViewer, at place: Point) {
            self.means = means
            self.viewer = viewer
            self.place = place
        }

        private var pointer: PointerInput { viewer.compositor.pointer }
        private var touch: TouchInput { viewer.compositor.touch }

        mutating func begin() throws {
            switch means {
            case .pointer:
                try viewer.pointTo(place, time: clock.now)
                try pointer.press(time: clock.after(8))
            case .touch:
                // Far enough that resting does not become a long press.
                try send(.down(id: 0, x: place.x - 12, y: place.y))
                try send(.motion(id: 0, x: place.x, y: place.y))
            case .scroll: try viewer.pointTo(place, time: clock.now)
            }
        }

        mutating func move(to travel: Int) throws {
            let step = Double(travel - self.travel)
            self.travel = travel
            let x = place.x + Double(travel)
            switch means {
            case .pointer: try pointer.move(x: x, y: place.y, time: clock.after(8))
            case .touch: try send(.motion(id: 0, x: x, y: place.y))
            // The content moves the other way.
            case .scroll: try pointer.scroll(dx: -step, time: clock.after(8))
            }
        }

        /// Releases after a rest, so that nothing is thrown.
        mutating func end() throws {
            switch means {
            case .pointer: try pointer.release(time: clock.after(200))
            case .touch:
                try touch.send([.up(id: 0)], on: viewer.window, time: clock.after(200))
            case .scroll: try pointer.stopScrolling([.horizontal], time: clock.after(200))
            }
        }

        private mutating func send(_ event: TouchEvent) throws {
            try touch.send([event], on: viewer.window, time: clock.after(8))
        }
    }
}

extension RunningViewer {
    /// Waits until everything that was sent is handled, whether something is drawn or not.
    func answerEverything() throws {
        // As in `settle`: the second answer comes after the turn that handles the input.
        try window.roundTrip()
        try window.roundTrip()
    }

    /// Answers callbacks, one at a time, until one causes no commit; returns the number of commits.
    ///
    /// Requires that none causes more than one.
    fileprivate func followToRest() throws -> Int {
        try answerEverything()
        var commits = try window.state.commits
        while try window.state.waitingCallbacks > 0 {
            try window.fireFrame()
            try answerEverything()
            let now = try window.state
            try #require(now.commits <= commits + 1, "one callback brought several commits")
            if now.commits == commits { break }
            commits = now.commits
        }
        return commits
    }
}

extension WindowPicture {
    /// The shift, in pixels to the right, of the contents of a rectangle since another picture.
    ///
    /// It is the shift at which the columns' ink agrees best; nil if it does not agree ten times
    /// better there than at any other shift.
    fileprivate func shift(from other: WindowPicture, in rect: Rect) -> Int? {
        let far = 100
        let (here, there) = (ink(in: rect), other.ink(in: rect))
        guard here.count == there.count, here.count > 4 * far else { return nil }
        let middle = far..<here.count - far
        let shifts = Array(-far...far)
        let costs = shifts.map { shift in
            middle.reduce(0) { $0 + abs(here[$1] - there[$1 - shift]) }
        }
        guard let least = costs.min(), let index = costs.firstIndex(of: least),
            least * 10 * costs.count <= costs.reduce(0, +)
        else { return nil }
        return shifts[index]
    }

    /// The darkness of each column of pixels in a rectangle: the sum over its pixels, by their
    /// green.
    private func ink(in rect: Rect) -> [Int] {
        let rows = Int(rect.minY) + 2..<Int(rect.maxY) - 2
        return (Int(rect.minX)..<Int(rect.maxX)).map { x in
            rows.reduce(0) { $0 + 255 - Int(self[x, $1] >> 8 & 0xFF) }
        }
    }
}
