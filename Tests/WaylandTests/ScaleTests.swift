import Geometry
import Testing

@testable import Wayland

@Suite struct SurfaceScaleTests {
    @Test func buffersAreRoundedHalfAwayFromZero() {
        // 853 × 1.5 = 1279.5 and 101 × 1.25 = 126.25, 101 × 1.5 = 151.5, 3 × 1.1666… = 3.5.
        #expect(SurfaceScale(numerator: 180).pixels(853) == 1280)
        #expect(SurfaceScale(numerator: 150).pixels(101) == 126)
        #expect(SurfaceScale(numerator: 180).pixels(101) == 152)
        #expect(SurfaceScale(numerator: 140).pixels(3) == 4)
        #expect(SurfaceScale(numerator: 180).pixels(-101) == -152)
    }

    @Test func agreesWithExactFractionsOverAllScalesAndSizes() {
        for numerator in stride(from: 60, through: 480, by: 7) {
            let scale = SurfaceScale(numerator: numerator)
            for points in stride(from: 1, through: 4000, by: 13) {
                // |pixels·120 - points·numerator| ≤ 60, and ties are rounded up.
                let error = scale.pixels(points) * 120 - points * numerator
                #expect(error > -60 && error <= 60)
            }
        }
    }

    @Test func marginsAreWholePixelsWherePossible() {
        // 24 × 144/120 = 28.8; 20 × 1.2 = 24.
        #expect(SurfaceScale(numerator: 144).aligned(24) == 20)
        #expect(SurfaceScale(numerator: 180).aligned(24) == 24)
        #expect(SurfaceScale(numerator: 180).aligned(25) == 24)
        // At 121/120 only multiples of 120 are whole.
        #expect(SurfaceScale(numerator: 121).aligned(24) == 24)
        #expect(SurfaceScale.one.aligned(0) == 0)
    }
}

@Suite struct FrameGeometryTests {
    private func geometry(
        _ states: WindowStates, _ decoration: WindowDecoration, radius: Int = 10
    ) -> FrameGeometry {
        FrameGeometry(
            size: PixelSize(width: 400, height: 300), states: states, decoration: decoration,
            shadow: 24, cornerRadius: radius, scale: .one)
    }

    @Test func aFreeWindowOfOurOwnHasAShadowAndAGrip() {
        let frame = geometry([.activated], .client)
        #expect(frame.margin == 24)
        #expect(frame.surface == PixelSize(width: 448, height: 348))
        #expect(frame.content == Rect(x: 24, y: 24, width: 400, height: 300))
        #expect(frame.input == Rect(x: 16, y: 16, width: 416, height: 316))
        // A cross without the four corners.
        #expect(
            frame.opaque == [
                Rect(x: 24, y: 34, width: 400, height: 280),
                Rect(x: 34, y: 24, width: 380, height: 300),
            ])
    }

    @Test(arguments: [
        WindowStates.maximized, .fullscreen, .tiledLeft, [.tiledRight, .tiledTop, .activated],
    ])
    func aWindowThatIsHeldInPlaceHasNone(states: WindowStates) {
        let frame = geometry(states, .client)
        let whole = Rect(x: 0, y: 0, width: 400, height: 300)
        #expect(frame.margin == 0)
        #expect(frame.surface == PixelSize(width: 400, height: 300))
        #expect(frame.content == whole)
        #expect(frame.input == whole)
        #expect(frame.opaque == [whole])
    }

    @Test func theCompositorsFrameLeavesTheWholeSurface() {
        #expect(geometry([], .server).surface == PixelSize(width: 400, height: 300))
    }
}

@Suite struct ResizeEdgeTests {
    private let size = Size(width: 200, height: 100)

    private func edge(_ x: Double, _ y: Double) -> ResizeEdge? {
        ResizeEdge(at: Point(x: x, y: y), of: size)
    }

    @Test func everyEdgeAndCornerHasItsGrip() {
        #expect(edge(100, -4) == .top)
        #expect(edge(100, 104) == .bottom)
        #expect(edge(-4, 50) == .left)
        #expect(edge(204, 50) == .right)
        #expect(edge(-4, -4) == .topLeft)
        #expect(edge(15, -4) == .topLeft)
        #expect(edge(-4, 15) == .topLeft)
        #expect(edge(190, -4) == .topRight)
        #expect(edge(204, 90) == .bottomRight)
        #expect(edge(-1, 99) == .bottomLeft)
    }

    @Test func insideAndFarOutsideThereIsNone() {
        #expect(edge(0, 0) == nil)
        #expect(edge(199, 99) == nil)
        #expect(edge(100, -9) == nil)
        #expect(edge(209, 50) == nil)
    }

    @Test func protocolValuesAreCombinationsOfSides() {
        // top 1, bottom 2, left 4, right 8; a corner is the sum of its sides.
        let sides: [ResizeEdge: UInt32] = [
            .top: 1, .bottom: 2, .left: 4, .right: 8, .topLeft: 1 + 4, .topRight: 1 + 8,
            .bottomLeft: 2 + 4, .bottomRight: 2 + 8,
        ]
        for edge in ResizeEdge.allCases { #expect(edge.protocolValue == sides[edge]) }
    }
}

@Suite struct ConfigureSequenceTests {
    private func sequence() -> ConfigureSequence {
        ConfigureSequence(defaultSize: PixelSize(width: 1100, height: 720))
    }

    @Test func zeroMeansTheDefaultThenTheLastFreeSize() {
        var sequence = sequence()
        sequence.toplevel(width: 0, height: 0, states: [])
        #expect(sequence.close(scale: 1).size == Size(width: 1100, height: 720))
        sequence.toplevel(width: 900, height: 600, states: [.activated])
        #expect(sequence.close(scale: 1).size == Size(width: 900, height: 600))
        sequence.toplevel(width: 1920, height: 1080, states: [.maximized])
        #expect(sequence.close(scale: 1).size == Size(width: 1920, height: 1080))
        sequence.toplevel(width: 0, height: 0, states: [.activated])
        #expect(sequence.close(scale: 1).size == Size(width: 900, height: 600))
    }

    @Test func oneSideMayBeLeftOpen() {
        var sequence = sequence()
        sequence.toplevel(width: 500, height: 0, states: [])
        let value = sequence.close(scale: 2)
        #expect(value.size == Size(width: 500, height: 720))
        #expect(value.suggestedSize == Size(width: 500, height: 0))
        #expect(value.scale == 2)
    }

    @Test func theDefaultStaysWithinTheBounds() {
        var sequence = sequence()
        sequence.bounds(width: 800, height: 2000)
        sequence.toplevel(width: 0, height: 0, states: [])
        let value = sequence.close(scale: 1)
        #expect(value.size == Size(width: 800, height: 720))
        #expect(value.bounds == Size(width: 800, height: 2000))
        sequence.bounds(width: 0, height: 0)
        #expect(sequence.close(scale: 1).bounds == nil)
    }

    @Test func aFreeWindowIsNeverBelowItsMinimumAndAHeldOneObeys() {
        var sequence = sequence()
        sequence.minimum = PixelSize(width: 360, height: 480)
        sequence.toplevel(width: 100, height: 100, states: [])
        #expect(sequence.close(scale: 1).size == Size(width: 360, height: 480))
        sequence.toplevel(width: 300, height: 1080, states: [.tiledLeft])
        #expect(sequence.close(scale: 1).size == Size(width: 300, height: 1080))
    }

    @Test func statesAndCapabilitiesAreReadByTheirProtocolNumbers() {
        #expect(WindowStates(protocolValues: [1, 4]) == [.maximized, .activated])
        #expect(
            WindowStates(protocolValues: [2, 3, 5, 6, 7, 8, 9])
                == WindowStates.tiled.union([.fullscreen, .resizing, .suspended]))
        #expect(WindowStates(protocolValues: [0, 10, 4_000_000_000]) == [])
        #expect(WindowCapabilities(protocolValues: [1, 2, 3, 4, 5]) == .all)
        #expect(WindowCapabilities(protocolValues: [3]) == .fullscreen)
    }
}
