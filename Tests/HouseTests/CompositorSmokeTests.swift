import Foundation
import Testing

/// The program on common compositors, headless: one picture each, and a clean exit.
///
/// One after the other, since both use every core for the software renderer.
@Suite(.serialized) struct CompositorSmokeTests {
    @Test(arguments: ["weston", "sway"])
    func theViewerShowsTheSampleRecords(on compositor: String) async throws {
        let program = House.products.appending(path: "oresen").path(percentEncoded: false)
        try #require(
            FileManager.default.isExecutableFile(atPath: program),
            "the program was not built with the tests")
        let pictures = House.products.appending(path: "smoke")
        let picture = pictures.appending(path: "\(compositor).png")
        try? FileManager.default.removeItem(at: picture)
        let said = try await House.run(
            ["display/smoke", compositor, picture.path(percentEncoded: false), program])
        #expect(said.status == 0, "\(said.errors)")

        let bytes = try Data(contentsOf: picture)
        #expect(bytes.prefix(8) == Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
        // An empty screen of one colour compresses to a few kilobytes; charts and letters do not.
        #expect(bytes.count > 20_000, "the picture has \(bytes.count) bytes")
    }
}
