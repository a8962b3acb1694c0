import Geometry
import Testing

@testable import Viewer

@MainActor @Suite struct CrosshairTests {
    let card = Rect(x: 0, y: 0, width: 800, height: 400)
    let plot = Rect(x: 18, y: 18, width: 730, height: 348)
    let size = Size(width: 140, height: 60)

    @Test func overTheReadingWhereNothingIsInTheWay() {
        let board = CrosshairPane.place(size, x: 400, markers: [300], plot: plot, card: card)
        #expect(board == Rect(x: 330, y: 22, width: 140, height: 60))
    }

    @Test func besideTheReadingOnTheSideWithRoom() {
        let left = CrosshairPane.place(size, x: 700, markers: [40], plot: plot, card: card)
        let right = CrosshairPane.place(size, x: 60, markers: [40], plot: plot, card: card)
        #expect(left.maxX < 700 - 8)
        #expect(right.minX > 60 + 8)
    }

    @Test func neverOutsideTheCardAndNeverOverAMarker() {
        for x in stride(from: plot.minX, through: plot.maxX, by: 7) {
            for y in stride(from: plot.minY, through: plot.maxY, by: 11) {
                let markers = [y, min(plot.maxY, y + 45)]
                let board = CrosshairPane.place(
                    size, x: x, markers: markers, plot: plot, card: card)
                #expect(card.contains(board))
                for marker in markers {
                    let ring = Rect(x: x - 6, y: marker - 6, width: 12, height: 12)
                    #expect(!board.intersects(ring), "marker at \(x), \(marker)")
                }
            }
        }
    }
}
