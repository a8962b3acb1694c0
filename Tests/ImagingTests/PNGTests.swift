import Glibc
import Platform
import SeededRandom
import Testing

@testable import Imaging

/// A picture in which every byte differs from its neighbours.
private func pattern(_ width: Int, _ height: Int, opaque: Bool) -> Bitmap {
    var bytes: [UInt8] = []
    for i in 0..<(width * height) {
        bytes += [
            UInt8(truncatingIfNeeded: i * 7), UInt8(truncatingIfNeeded: i * 13 + 5),
            UInt8(truncatingIfNeeded: i / 3), opaque ? 255 : UInt8(truncatingIfNeeded: i * 31 + 1),
        ]
    }
    return Bitmap(width: width, height: height, alpha: .straight, bytes: bytes)
}

/// The chunks of a PNG file: https://www.w3.org/TR/png-3/#5Chunk-layout.
private func chunks(_ png: [UInt8]) -> [(type: String, data: ArraySlice<UInt8>)] {
    var found: [(String, ArraySlice<UInt8>)] = []
    var i = 8
    while i + 12 <= png.count {
        let length = png[i..<(i + 4)].reduce(0) { $0 << 8 | Int($1) }
        let type = String(decoding: png[(i + 4)..<(i + 8)], as: UTF8.self)
        found.append((type, png[(i + 8)..<(i + 8 + length)]))
        i += 12 + length
    }
    return found
}

@Test(arguments: [(1, 1), (3, 5), (64, 40), (257, 3)])
func aPictureComesBackAsItWas(width: Int, height: Int) throws {
    for opaque in [true, false] {
        let picture = pattern(width, height, opaque: opaque)
        let png = try picture.encodedPNG()
        #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(try Bitmap(png: png, name: "test") == picture)
    }
}

@Test func theSamePictureGivesTheSameBytesAndNoTimeStamp() throws {
    let picture = pattern(50, 30, opaque: false)
    let png = try picture.encodedPNG()
    #expect(try picture.encodedPNG() == png)
    let types = chunks(png).map(\.type)
    #expect(types.first == "IHDR" && types.last == "IEND" && types.contains("IDAT"))
    #expect(!types.contains("tIME") && !types.contains("tEXt"))
    let header = chunks(png)[0].data
    // Width, height, 8 bits, colour with alpha (6), without alpha (2).
    #expect(Array(header.prefix(10)) == [0, 0, 0, 50, 0, 0, 0, 30, 8, 6])
    let opaque = try pattern(50, 30, opaque: true).encodedPNG()
    #expect(Array(chunks(opaque)[0].data.prefix(10)) == [0, 0, 0, 50, 0, 0, 0, 30, 8, 2])
}

@Test func premultipliedPicturesAreWrittenStraight() throws {
    let half = Bitmap(width: 1, height: 1, alpha: .premultiplied, bytes: [64, 0, 128, 128])
    let back = try Bitmap(png: half.encodedPNG(), name: "test")
    #expect(back.alpha == .straight)
    #expect(back.bytes == [128, 0, 255, 128])
}

@Test func noisyPicturesFitAsWell() throws {
    // Incompressible bytes: the file is larger than the picture.
    var numbers = Xorshift(seed: 1)
    let bytes = (0..<(200 * 100 * 4)).map { _ in
        UInt8(truncatingIfNeeded: numbers.next() >> 24)
    }
    let noise = Bitmap(width: 200, height: 100, alpha: .straight, bytes: bytes)
    let png = try noise.encodedPNG()
    #expect(png.count > bytes.count)
    #expect(try Bitmap(png: png, name: "noise") == noise)
}

@Test func brokenPicturesAreSentences() throws {
    let good = try pattern(40, 40, opaque: false).encodedPNG()
    var broken: [[UInt8]] = [
        [], Array("12,14\n".utf8), Array(good.prefix(20)), Array(good.prefix(200)),
    ]
    broken.append([0xFF, 0xD8, 0xFF, 0xE0] + good)
    var damaged = good
    damaged[good.count / 2] ^= 0x55
    broken.append(damaged)
    for bytes in broken {
        let failure = #expect(throws: ImagingError.self) { try Bitmap(png: bytes, name: "x.png") }
        #expect(failure?.description.hasPrefix("x.png: ") == true)
        #expect(failure?.problem.contains("()") == false)
    }
}

@Test func aHugePictureIsRefusedBeforeItTakesMemory() throws {
    var png = try pattern(2, 2, opaque: true).encodedPNG()
    // Width and height of 65,535 each, with a corrected checksum of the header.
    png.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in png[12..<29] {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    crc = ~crc
    png.replaceSubrange(29..<33, with: (0..<4).map { UInt8(crc >> (24 - 8 * $0) & 255) })
    #expect(throws: ImagingError.tooLarge(name: "x", width: 65535, height: 65535)) {
        try Bitmap(png: png, name: "x")
    }
}

@Test func filesAreWrittenWholeAndReadBack() throws {
    var template = Array("/tmp/oresen-imaging-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = folder + "/a.png"
    defer {
        unlink(path)
        rmdir(folder)
    }
    let first = pattern(10, 10, opaque: true)
    let second = pattern(20, 5, opaque: false)
    try first.writePNG(toFile: path)
    #expect(try Bitmap(contentsOfFile: path) == first)
    try second.writePNG(toFile: path)
    #expect(try Bitmap(contentsOfFile: path) == second)
    try second.writePNG(toFile: "/dev/null")
    let lost = #expect(throws: ImagingError.self) {
        try first.writePNG(toFile: folder + "/no/such/a.png")
    }
    #expect(lost?.description.contains("cannot be written (No such file or directory)") == true)
    #expect(throws: ImagingError.reading(path: folder + "/b.png", code: ENOENT)) {
        try Bitmap(contentsOfFile: folder + "/b.png")
    }
    // No draft is left behind: the folder can be removed after the picture.
    unlink(path)
    #expect(rmdir(folder) == 0)
}
