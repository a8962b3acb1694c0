import Geometry
import Testing

@testable import Viewer

@Suite struct LayoutTests {
    static let sizes = [
        Size(width: 360, height: 480), Size(width: 719, height: 480), Size(width: 720, height: 500),
        Size(width: 1100, height: 720), Size(width: 1920, height: 1080),
        Size(width: 7680, height: 4320),
    ]

    @Test func wideWindowHasSidebarAndAllParts() {
        let window = ShellLayout(size: Size(width: 1100, height: 720))
        #expect(!window.isDrawer)
        #expect(window.sidebar == Rect(x: 0, y: 46, width: 232, height: 674))
        #expect(window.content == Rect(x: 256, y: 66, width: 820, height: 634))
        let layout = ChartLayout(in: window.content, hasOverview: true) { _ in 26 }
        #expect(layout.headline == Rect(x: 256, y: 66, width: 820, height: 72))
        // 700 is the content's bottom: legend 26, gap 12, overview 56, gap 12 above it.
        #expect(layout.legend == Rect(x: 256, y: 674, width: 820, height: 26))
        #expect(layout.overview == Rect(x: 256, y: 606, width: 820, height: 56))
        #expect(layout.card == Rect(x: 256, y: 150, width: 820, height: 444))
    }

    /// Checks that parts are inside the window, and that no two of them overlap.
    private func check(_ parts: [Rect], in window: ShellLayout, _ words: String = "") {
        var all = [window.header] + parts
        if let sidebar = window.sidebar, !window.isDrawer { all.append(sidebar) }
        for (index, part) in all.enumerated() {
            #expect(window.window.contains(part), "\(part) in \(window.window.size) \(words)")
            for other in all[(index + 1)...] {
                #expect(!part.intersects(other), "\(part), \(other) \(words)")
            }
        }
    }

    @Test(arguments: sizes) func partsNeitherOverlapNorLeaveTheWindow(size: Size) {
        for isDrawerOpen in [false, true] {
            let window = ShellLayout(size: size, isDrawerOpen: isDrawerOpen)
            let layout = ChartLayout(in: window.content, hasOverview: true) { _ in 26 }
            let parts = [layout.headline, layout.card, layout.overview, layout.legend]
                .compactMap { $0 }
            #expect(parts.allSatisfy { !$0.isEmpty })
            check(parts, in: window)
            #expect(layout.card.height >= 180)
        }
    }

    /// The chart's list is under it or, if there is no room for three rows, behind a button.
    @Test(arguments: sizes) func aListNeitherOverlapsNorLeavesTheWindow(size: Size) {
        let window = ShellLayout(size: size)
        let layout = ChartLayout(in: window.content, hasOverview: true, hasList: true) { _ in 26 }
        check(
            [
                layout.headline, layout.card, layout.overview, layout.legend, layout.list,
                layout.listButton,
            ].compactMap { $0 }, in: window)
        #expect((layout.list == nil) != (layout.listButton == nil))
        #expect(layout.list.map { $0.height >= 188 } ?? (size.height <= 500))
    }

    @Test(arguments: sizes) func theFiguresOfAPageAreUnderItsChart(size: Size) {
        let window = ShellLayout(size: size)
        for (charts, figures) in [0, 1, 3].flatMap({ c in
            [0.0, 152, 3_000].map { figure in (c, figure) }
        }) {
            let layout = WorkoutLayout(
                in: window.content, choices: charts, hasChart: charts > 0
            ) { _ in figures }
            let parts = [layout.heading, layout.choice, layout.card, layout.details]
                .compactMap { $0 }.filter { !$0.isEmpty }
            check(parts, in: window, "\(charts) charts, \(figures)")
            #expect(layout.card.isEmpty == (charts == 0))
            #expect((layout.choice == nil) == (charts < 2))
            #expect(charts == 0 || layout.card.height >= 80, "\(size)")
            #expect(charts == 0 || layout.details.height <= figures)
        }
    }

    @Test func narrowWindowTurnsTheSidebarIntoADrawer() {
        let size = Size(width: 500, height: 700)
        let shut = ShellLayout(size: size)
        let open = ShellLayout(size: size, isDrawerOpen: true)
        #expect(shut.sidebar == nil)
        #expect(open.sidebar?.width == 232)
        #expect(open.content == shut.content, "the drawer lies over the content and moves nothing")
    }
}
