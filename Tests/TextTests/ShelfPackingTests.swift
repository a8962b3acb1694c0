import SeededRandom
import Testing

@testable import Text

@Test(arguments: [1, 2, 3] as [UInt64]) func nothingOverlapsWhateverComesAndGoes(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var edge = 128
    var packing = ShelfPacking(width: edge, height: edge)
    var placed: [(x: Int, y: Int, width: Int, height: Int)] = []
    var owner = [Int](repeating: -1, count: 256 * 256)
    func paint(_ r: (x: Int, y: Int, width: Int, height: Int), _ from: Int, _ to: Int) -> Bool {
        for y in r.y..<(r.y + r.height) {
            for x in r.x..<(r.x + r.width) {
                if owner[y * 256 + x] != from { return false }
                owner[y * 256 + x] = to
            }
        }
        return true
    }
    for step in 0..<4000 {
        if step == 2000 {
            edge = 256
            packing.grow(width: edge, height: edge)
        }
        if Int.random(in: 0..<5, using: &random) < 3 || placed.isEmpty {
            let width = Int.random(in: 1...20, using: &random)
            let height = Int.random(in: 1...24, using: &random)
            guard let at = packing.place(width: width, height: height) else { continue }
            let rectangle = (x: at.x, y: at.y, width: width, height: height)
            #expect(at.x >= 0 && at.y >= 0 && at.x + width <= edge && at.y + height <= edge)
            #expect(paint(rectangle, -1, step))
            placed.append(rectangle)
        } else {
            let gone = placed.remove(at: Int.random(in: 0..<placed.count, using: &random))
            let mark = owner[gone.y * 256 + gone.x]
            #expect(paint(gone, mark, -1))
            packing.remove(x: gone.x, y: gone.y, width: gone.width)
        }
    }
    #expect(placed.count > 50)
    for gone in placed { packing.remove(x: gone.x, y: gone.y, width: gone.width) }
    // An emptied page is whole again.
    #expect(packing.place(width: 256, height: 256) != nil)
}

@Test func aFullPageRefuses() {
    var packing = ShelfPacking(width: 32, height: 32)
    var count = 0
    while packing.place(width: 8, height: 8) != nil { count += 1 }
    #expect(count == 16)
    #expect(packing.place(width: 33, height: 1) == nil)
    packing.remove(x: 8, y: 16, width: 8)
    let again = packing.place(width: 7, height: 7)
    #expect(again?.x == 8 && again?.y == 16)
}
