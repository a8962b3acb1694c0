import TestCompositor
import Testing

@Suite struct PictureTests {
    private let picture = WindowPicture(
        width: 2, height: 2, pixels: [0, 0xFF10_2030, 0x8040_4040, 7])

    private func differing(_ pixel: UInt32, isOpaque: Bool = false) -> WindowPicture {
        WindowPicture(
            width: 2, height: 2, pixels: [0, pixel, 0x8040_4040, 7], isOpaque: isOpaque)
    }

    @Test func theLastStepOfAColourIsNoDifference() {
        #expect(picture.difference(from: picture) == nil)
        #expect(differing(0xFE11_1F31).difference(from: picture) == nil)
    }

    @Test(arguments: [0xFF10_2032, 0xFF10_1E30, 0xFF12_2030, 0xFD10_2030] as [UInt32])
    func moreIsOneAndItIsToldWhere(pixel: UInt32) {
        #expect(differing(pixel).difference(from: picture) == "1 pixels, from (1, 0) to (1, 0)")
    }

    @Test func whatIsOpaqueHasNoAlpha() {
        #expect(differing(0x0010_2030, isOpaque: true).difference(from: picture) == nil)
    }

    @Test func anotherSizeIsADifference() {
        let wide = WindowPicture(width: 4, height: 1, pixels: picture.pixels)
        #expect(wide.difference(from: picture) == "4 × 1 is not 2 × 2")
    }
}
