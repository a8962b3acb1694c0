import Geometry
import Testing

@testable import Imaging

@Test func pixelsStandWhereTheyAreSaidToStand() {
    var bitmap = Bitmap(
        width: 3, height: 2, filledWith: Bitmap.Pixel(red: 1, green: 2, blue: 3, alpha: 4))
    bitmap[2, 1] = Bitmap.Pixel(red: 9, green: 8, blue: 7)
    #expect(bitmap.bytes.suffix(4) == [9, 8, 7, 255])
    #expect(bitmap.bytes.prefix(4) == [1, 2, 3, 4])
    #expect(bitmap[2, 1] == Bitmap.Pixel(red: 9, green: 8, blue: 7))
    #expect(bitmap.flipped()[2, 0] == bitmap[2, 1])
    #expect(bitmap.flipped().flipped() == bitmap)
}

@Test func colorsAndPixelsAgree() {
    let accent = Color(hex: 0xE8590C)
    let pixel = Bitmap.Pixel(accent)
    #expect(pixel == Bitmap.Pixel(red: 0xE8, green: 0x59, blue: 0x0C))
    #expect(pixel.color.hexString == "#E8590C")
}

@Test func alphaIsTakenOutAndPutInToTheNearest() {
    for alpha in 0...255 {
        for value in stride(from: 0, through: alpha, by: 3) {
            let bytes = [UInt8(value), 0, UInt8(alpha), UInt8(alpha)]
            let bitmap = Bitmap(width: 1, height: 1, alpha: .premultiplied, bytes: bytes)
            let straight = bitmap.straightened()
            let exact = alpha == 0 ? 0 : Double(value) * 255 / Double(alpha)
            #expect(abs(Double(straight.bytes[0]) - exact) <= 0.5)
            #expect(straight.bytes[1] == 0 && straight.bytes[3] == UInt8(alpha))
            #expect(straight.bytes[2] == (alpha == 0 ? 0 : 255))
            // The round trip loses nothing, since straight values are finer.
            #expect(straight.premultiplied() == bitmap)
        }
    }
}

@Test func whatIsMoreThanAlphaIsCutOff() {
    let wrong = Bitmap(width: 1, height: 1, alpha: .premultiplied, bytes: [200, 0, 0, 100])
    #expect(wrong.straightened().bytes == [255, 0, 0, 100])
}
