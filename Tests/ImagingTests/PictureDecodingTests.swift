import Foundation
import Imaging
import Platform
import Testing

/// Pictures of several formats, whole and row by row.
@Suite struct PictureDecodingTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.fixtures.appending(path: name)))
    }

    private func path(_ name: String) -> String { Self.fixtures.appending(path: name).path }

    /// The picture of the fixtures at a place: red follows the column, green the row.
    private func expected(_ x: Int, _ y: Int) -> [Int] { [4 * x, 5 * y, 128] }

    private func check(_ bitmap: Bitmap, tolerance: Int, _ name: String) {
        #expect(bitmap.width == 60 && bitmap.height == 40 && bitmap.alpha == .premultiplied)
        var worst = 0
        for y in 0..<40 {
            for x in 0..<60 {
                let pixel = bitmap[x, y]
                let found = [pixel.red, pixel.green, pixel.blue].map(Int.init)
                for (a, b) in zip(found, expected(x, y)) { worst = max(worst, abs(a - b)) }
            }
        }
        #expect(worst <= tolerance, "\(name): \(worst)")
    }

    @Test(arguments: [
        ("slope.png", 0), ("slope-interlaced.png", 0), ("slope.webp", 0), ("slope.jpg", 6),
        ("slope-progressive.jpg", 6),
    ])
    func formatsAreKnownByTheirBytes(name: String, tolerance: Int) throws {
        let bytes = try bytes(name)
        let ending = String(name.split(separator: ".")[1])
        let format = try #require(PictureFormat(bytes))
        #expect(format.rawValue.lowercased().hasPrefix(ending == "jpg" ? "jp" : ending))
        let size = try #require(Bitmap.size(ofEncoded: bytes))
        #expect(size.width == 60 && size.height == 40)
        check(
            try Bitmap(encoded: bytes, name: name, mostPixels: 2400), tolerance: tolerance, name)
        #expect(throws: ImagingError.tooLarge(name: name, width: 60, height: 40)) {
            try Bitmap(encoded: bytes, name: name, mostPixels: 2399)
        }
    }

    @Test func clearPixelsAreMultiplied() throws {
        for name in ["clear.png", "clear.webp"] {
            let bitmap = try Bitmap(encoded: try bytes(name), name: name, mostPixels: 100)
            #expect(
                bitmap[0, 0] == Bitmap.Pixel(red: 100, green: 50, blue: 0, alpha: 128), "\(name)")
        }
    }

    /// A header that promises 60,000 × 60,000 pixels is refused before a byte of them is decoded.
    @Test func bombsAreRefusedByTheirHeader() throws {
        var png = try bytes("slope.png")
        for place in [16, 20] { png.replaceSubrange(place..<place + 4, with: [0, 0, 0xEA, 0x60]) }
        #expect(throws: ImagingError.tooLarge(name: "x", width: 60_000, height: 60_000)) {
            try Bitmap(encoded: png, name: "x", mostPixels: 1 << 22)
        }
        var jpeg = try bytes("slope.jpg")
        let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xEA, 0x60, 0xEA, 0x60])
        #expect(throws: ImagingError.tooLarge(name: "x", width: 60_000, height: 60_000)) {
            try Bitmap(encoded: jpeg, name: "x", mostPixels: 1 << 22)
        }
    }

    @Test func damageIsASentenceOrAPicture() throws {
        var random = SystemRandomNumberGenerator()
        for name in ["slope.png", "slope.webp", "slope.jpg", "slope-progressive.jpg"] {
            let good = try bytes(name)
            for length in stride(from: 0, to: good.count, by: 37) {
                _ = try? Bitmap(
                    encoded: Array(good.prefix(length)), name: name, mostPixels: 1 << 16)
            }
            for _ in 0..<200 {
                var wrong = good
                for _ in 0..<4 {
                    wrong[.random(in: 0..<wrong.count, using: &random)] = .random(
                        in: 0...255, using: &random)
                }
                _ = try? Bitmap(encoded: wrong, name: name, mostPixels: 1 << 16)
            }
        }
        for error in [
            ImagingError.isNoPicture(name: "x"), .needsMemory(name: "x", format: .png),
            .needsMemory(name: "x", format: .jpeg),
            .isBroken(name: "x", format: .webp, detail: "y"),
            .noLibrary(file: "lib", format: .jpeg, package: "p"),
        ] { #expect(!error.problem.isEmpty && !error.remedy.isEmpty && !error.place.isEmpty) }
        #expect(throws: ImagingError.isNoPicture(name: "x")) {
            try Bitmap(encoded: [1, 2, 3], name: "x", mostPixels: 1)
        }
    }

    @Test(arguments: [
        ("slope.png", 0), ("slope-interlaced.png", 0), ("slope.jpg", 6),
        ("slope-progressive.jpg", 6), ("slope-palette.png", 40),
    ])
    func rowsAreThoseOfThePicture(name: String, tolerance: Int) throws {
        let rows = try PictureRows(path: path(name))
        #expect(rows.width == 60 && rows.height == 40)
        var pixels = [UInt8](repeating: 0, count: 60 * 40 * 4)
        for y in 0..<40 {
            try rows.next(into: &pixels, at: y * 240)
        }
        check(
            Bitmap(width: 60, height: 40, alpha: .premultiplied, bytes: pixels),
            tolerance: tolerance, name)
    }

    /// Interlaced and progressive pictures are in memory as a whole, so large ones are refused.
    @Test func rowsThatNeedAllOfThePictureAreRefused() throws {
        #expect(
            throws: ImagingError.needsMemory(name: path("slope-interlaced.png"), format: .png)
        ) { try PictureRows(path: path("slope-interlaced.png"), mostMemory: 9599) }
        #expect(
            throws: ImagingError.needsMemory(name: path("slope-progressive.jpg"), format: .jpeg)
        ) { try PictureRows(path: path("slope-progressive.jpg"), mostMemory: 1000) }
        _ = try PictureRows(path: path("slope.png"), mostMemory: 0)
        _ = try PictureRows(path: path("slope.jpg"), mostMemory: 0)
        #expect(throws: ImagingError.self) { try PictureRows(path: "/missing.png") }
        #expect(throws: ImagingError.self) { try PictureRows(path: path("slope.webp")) }
    }

    @Test func rowsOfADamagedPictureEndInASentence() throws {
        for name in ["slope.png", "slope.jpg", "slope-progressive.jpg", "slope-interlaced.png"] {
            let good = try bytes(name)
            for length in stride(from: 1, to: good.count - 20, by: 53) {
                let file = FileManager.default.temporaryDirectory
                    .appending(path: "rows-\(UUID().uuidString)")
                try Data(good.prefix(length)).write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                #expect(throws: ImagingError.self, "\(name) \(length)") {
                    let rows = try PictureRows(path: file.path)
                    var row = [UInt8](repeating: 0, count: rows.width * 4)
                    for _ in 0..<rows.height {
                        try rows.next(into: &row, at: 0)
                    }
                }
            }
        }
    }

    @Test func aJPEGOfAPictureIsLikeIt() throws {
        let bitmap = try Bitmap(encoded: try bytes("slope.png"), name: "x", mostPixels: 2400)
        let again = try Bitmap(
            encoded: try bitmap.encodedJPEG(quality: 95), name: "x", mostPixels: 2400)
        check(again, tolerance: 12, "again")
    }
}
