import ChartCore
import Geometry
import HealthData
import Imaging
import Testing

@testable import Viewer

/// The window's information about what is shown: the banner over sample records, the title,
/// progress.
@MainActor
@Suite struct FeedbackTests {
    private func rig(size: Size) throws -> ViewerRig {
        let rig = try ViewerRig(
            "weight", .month, at: CivilDate(year: 2026, month: 10, day: 14), size: size,
            reducesMotion: true)
        rig.viewer.host.isShowingSamples = true
        rig.frame()
        return rig
    }

    @Test(arguments: [Size(width: 360, height: 480), Size(width: 1100, height: 720)])
    func theLineOverSampleRecordsTakesItsRoomFromTheContent(size: Size) throws {
        let rig = try rig(size: size)
        let banner = try #require(rig.node(ControlID("banner"))).frame
        let scene = rig.viewer.scene
        #expect(banner.height == Measure.bannerHeight)
        let parts = scene.tree.children.filter { ![ControlID("banner")].contains($0.id) }
        for part in parts.flatMap(\.flattened) {
            #expect(part.frame.intersection(banner).isEmpty, "\(part.id) under the banner")
        }
        let open = try #require(rig.node(BannerPane.openID)).frame
        let close = try #require(rig.node(BannerPane.closeID)).frame
        #expect(banner.union(open) == banner && banner.union(close) == banner)
        #expect(open.intersection(close).isEmpty)

        rig.click(close.center)
        #expect(rig.node(ControlID("banner")) == nil && scene.layout.banner == nil)
        // It stays closed while these records are shown.
        rig.press(.down)
        #expect(rig.node(ControlID("banner")) == nil)
    }

    @Test func theLineOverSampleRecordsOpensAFile() throws {
        let rig = try rig(size: Size(width: 1100, height: 720))
        var asked: [FileOffer] = []
        rig.viewer.host.onChoose = { offer, _ in asked.append(offer) }
        rig.click(try #require(rig.node(BannerPane.openID)).frame.center)
        #expect(asked == [.view])
    }

    @Test func openingAndImportingAreTwoCommands() throws {
        let rig = try rig(size: Size(width: 1100, height: 720))
        var asked: [FileOffer] = []
        rig.viewer.host.onChoose = { offer, _ in asked.append(offer) }
        func press(_ character: Character) {
            rig.viewer.controller.press([KeyCombination(.character(character), control: true)])
        }
        press("o")
        press("i")
        #expect(asked == [.view], "nothing can be imported without a library")
        #expect(rig.viewer.context.toast?.text == "There is no library in this run.")
        #expect(rig.node(ControlID("import")) == nil)
        rig.viewer.host.canImport = true
        rig.frame()
        press("i")
        #expect(asked == [.view, .import])
        let ways = ["open", "import"].compactMap { rig.node(ControlID($0)) }
        try #require(ways.map(\.name) == ["Open…", "Import…"])
        #expect(ways[0].frame.maxX <= ways[1].frame.minX)
    }

    @Test func theWelcomeHasBothWaysWhereThereIsALibrary() throws {
        for (width, rows) in [(360.0, 2), (1100, 1)] {
            let viewer = try OffscreenViewer(
                ViewerOptions(
                    files: [], zone: .utc, theme: .light, size: Size(width: width, height: 480),
                    library: ":memory:"), scale: 1, reducesMotion: true, snapshot: ImportSnapshot())
            func buttons() -> [SemanticNode] {
                viewer.scene.tree.flattened.filter { $0.id.area == .state }
            }
            let two = ["Open…", "Show sample records"]
            #expect(buttons().map(\.name) == (rows > 1 ? two : two.reversed()))
            viewer.host.canImport = true
            _ = viewer.scene.advance(to: 2)
            // In a line the most likely one is at the end, as in dialogs.
            let names = ["Import…", "Open…", "Show sample records"]
            #expect(buttons().map(\.name) == (rows > 1 ? names : names.reversed()))
            #expect(Set(buttons().map(\.frame.y)).count == rows)
            let window = viewer.scene.layout.window
            #expect(buttons().allSatisfy { window.union($0.frame) == window })
        }
    }

    @Test func theTitleSaysWhatIsShown() throws {
        let rig = try rig(size: Size(width: 1100, height: 720))
        func title() -> String { WindowTitle.text(rig.viewer.context, program: "Oresen") }
        #expect(title() == "Weight – Oresen")
        rig.model.choose(.steps, at: rig.time)
        rig.frame()
        #expect(title() == "Steps – Oresen")
        let empty = try OffscreenViewer(
            ViewerOptions(files: [], zone: .utc, theme: .light, library: ":memory:"), scale: 1,
            reducesMotion: true, snapshot: ImportSnapshot())
        #expect(WindowTitle.text(empty.context, program: "Oresen") == "Oresen")
    }

    /// Under a title bar the program's name is not shown a second time.
    @Test func theNameIsThereOnce() throws {
        let rig = try rig(size: Size(width: 1100, height: 720))
        defer { rig.viewer.close() }
        let open = ControlID("open", in: .header)
        let named = try #require(rig.node(open)).frame
        func colors(_ columns: Range<Int>) throws -> Set<Bitmap.Pixel> {
            let picture = try rig.viewer.draw()
            return Set(columns.flatMap { x in (12..<34).map { picture[x, $0] } })
        }
        #expect(try colors(20..<Int(named.minX)).count > 2)
        rig.viewer.scene.look.hasTitleBar = true
        rig.frame()
        // Nothing is before the first button, which is where the name was.
        let alone = try #require(rig.node(open)).frame
        #expect(alone.minX < named.minX - 40)
        #expect(try colors(2..<Int(alone.minX)).count == 1)
    }

    /// A track is empty until the length is known.
    @Test func progressThatIsNotKnownFillsNoTrack() throws {
        let viewer = try OffscreenViewer(
            ViewerOptions(files: [], zone: .utc, theme: .light, library: ":memory:"), scale: 1,
            reducesMotion: true, snapshot: ImportSnapshot())
        defer { viewer.close() }
        viewer.model.beginReading()
        _ = viewer.scene.advance(to: 2)
        #expect(viewer.model.phase == .reading && viewer.model.progress == nil)
        #expect(!viewer.scene.tree.flattened.contains { $0.value.contains("0 records") })
        let picture = try viewer.draw()
        let theme = Theme.theme(.light)
        let filled = [theme.text2, theme.text3].map { Bitmap.Pixel($0) }
        for y in 0..<picture.height {
            let row = (0..<picture.width).count { filled.contains(picture[$0, y]) }
            #expect(row < 100, "a full track at \(y)")
        }
    }
}
