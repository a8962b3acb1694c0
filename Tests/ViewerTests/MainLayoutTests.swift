import Geometry
import Testing

@testable import Viewer

@Suite struct MainLayoutTests {
    @Test func wideWindowHasSidebarAndAllParts() throws {
        let layout = MainLayout(
            size: Size(width: 1100, height: 720), isDrawerOpen: false, hasOverview: true
        ) { _ in 26 }
        #expect(!layout.isDrawer)
        #expect(layout.sidebar == Rect(x: 0, y: 46, width: 232, height: 674))
        #expect(layout.content == Rect(x: 256, y: 66, width: 820, height: 634))
        #expect(layout.headline == Rect(x: 256, y: 66, width: 820, height: 58))
        // 700 is the content's bottom: legend 26, gap 12, overview 56, gap 12 above it.
        #expect(layout.legend == Rect(x: 256, y: 674, width: 820, height: 26))
        #expect(layout.overview == Rect(x: 256, y: 606, width: 820, height: 56))
        #expect(layout.card == Rect(x: 256, y: 136, width: 820, height: 458))
    }

    @Test(arguments: [
        Size(width: 360, height: 480), Size(width: 719, height: 480), Size(width: 720, height: 500),
        Size(width: 1100, height: 720), Size(width: 1920, height: 1080),
        Size(width: 7680, height: 4320),
    ])
    func partsNeitherOverlapNorLeaveTheWindow(size: Size) {
        for isDrawerOpen in [false, true] {
            let layout = MainLayout(
                size: size, isDrawerOpen: isDrawerOpen, hasOverview: true
            ) { _ in 26 }
            var parts = [layout.header, layout.headline, layout.card]
            if let sidebar = layout.sidebar, !layout.isDrawer { parts.append(sidebar) }
            if let overview = layout.overview { parts.append(overview) }
            if let legend = layout.legend { parts.append(legend) }
            for (index, part) in parts.enumerated() {
                #expect(layout.window.contains(part), "\(part) in \(size)")
                #expect(!part.isEmpty)
                for other in parts[(index + 1)...] { #expect(!part.intersects(other)) }
            }
            #expect(layout.card.height >= 180)
        }
    }

    /// What belongs to the chart stands under it or, where there is no room for three rows of it,
    /// behind a button; a page has its figures under its chart.
    @Test(arguments: [
        Size(width: 360, height: 480), Size(width: 720, height: 500),
        Size(width: 1100, height: 720), Size(width: 7680, height: 4320),
    ])
    func companionsNeitherOverlapNorLeaveTheWindow(size: Size) throws {
        let companions: [MainLayout.Companion] = [
            .list, .page(charts: 0), .page(charts: 1), .page(charts: 3),
        ]
        for companion in companions {
            for figures in [0, 152.0, 3_000] {
                let layout = MainLayout(
                    size: size, isDrawerOpen: false, hasOverview: true, companion: companion,
                    legendHeight: { _ in 26 }, detailsHeight: { _ in figures })
                let parts = [
                    layout.header, layout.headline, layout.card, layout.overview, layout.legend,
                    layout.list, layout.listButton, layout.details, layout.choice,
                ].compactMap { $0 }.filter { !$0.isEmpty }
                for (index, part) in parts.enumerated() {
                    #expect(layout.window.contains(part), "\(part) in \(size)")
                    for other in parts[(index + 1)...] {
                        #expect(!part.intersects(other), "\(companion) in \(size)")
                    }
                }
                guard case .page(let charts) = companion else {
                    #expect((layout.list == nil) != (layout.listButton == nil))
                    #expect(layout.list.map { $0.height >= 188 } ?? (size.height <= 500))
                    continue
                }
                #expect(layout.card.isEmpty == (charts == 0))
                #expect((layout.choice == nil) == (charts < 2))
                #expect(charts == 0 || layout.card.height >= 80, "\(size)")
                if charts > 0 {
                    #expect(try #require(layout.details).height <= figures)
                }
            }
        }
    }

    @Test func narrowWindowTurnsTheSidebarIntoADrawer() {
        let size = Size(width: 500, height: 700)
        let shut = MainLayout(size: size, isDrawerOpen: false, hasOverview: false)
        let open = MainLayout(size: size, isDrawerOpen: true, hasOverview: false)
        #expect(shut.sidebar == nil)
        #expect(open.sidebar?.width == 232)
        #expect(open.card == shut.card, "the drawer lies over the chart and moves nothing")
    }
}
