import ChartCore
import ChartInteraction
import Geometry
import SeededRandom
import Testing

/// Input that no hand produces: any event at any time, with any number.
@MainActor @Suite struct SturdinessTests {
    private struct Dice {
        private var numbers: LinearCongruence

        init(state: UInt64) { numbers = LinearCongruence(seed: state) }

        mutating func roll(_ sides: Int) -> Int { numbers.whole(below: sides) }

        mutating func number() -> Double {
            switch roll(12) {
            case 0: [0, -0.0, .nan, .infinity, 1e300, -1e12, 1e-300, 9.9e6][roll(8)]
            case 1: Double(roll(2_000_000)) - 1_000_000
            default: Double(roll(9000)) / 10
            }
        }

        mutating func vector() -> Vector { Vector(dx: number() - 450, dy: number() - 450) }

        mutating func kind() -> InputEvent.Kind {
            let button = [PointerButton.left, .right, .middle, .other(8)][roll(4)]
            switch roll(20) {
            case 0...2: return .pointerMoved
            case 3: return .pointerPressed(button)
            case 4: return .pointerReleased(button)
            case 5: return roll(9) == 0 ? .pointerLeft : .pointerMoved
            case 6: return .scrolled(vector(), roll(3) == 0 ? .continuous : .finger)
            case 7: return .scrollStopped(roll(2) == 0 ? .horizontal : .vertical)
            case 8: return .wheel(Vector(dx: number() / 100 - 4, dy: number() / 100 - 4))
            case 9...10: return .touchBegan(roll(4))
            case 11...13: return .touchMoved(roll(4))
            case 14: return .touchEnded(roll(4))
            case 15: return roll(5) == 0 ? .touchCancelled : .touchEnded(roll(4))
            case 16: return .pinchBegan(fingers: 2)
            case 17:
                return .pinchUpdated(
                    translation: vector(), scale: number() / 300, rotation: number())
            case 18: return .pinchEnded(isCancelled: roll(3) == 0)
            default: return roll(2) == 0 ? .holdBegan(fingers: 2) : .holdEnded(isCancelled: true)
            }
        }
    }

    @Test(arguments: 1...8)
    func nothingBreaksAndTheWindowComesHome(seed: UInt64) {
        var dice = Dice(state: seed)
        let isFree = seed % 2 == 0
        let rig = isFree ? Rig(yActions: .all, limits: .none) : Rig(yActions: .all)
        rig.interaction.options.verticalScroll = seed % 3 == 0 ? .zooms : .asAxes
        var time = 1.0
        for _ in 0..<4000 {
            time += Double(dice.roll(40)) / 1000
            let modifiers = Modifiers(rawValue: UInt8(dice.roll(3) == 0 ? dice.roll(16) : 0))
            rig.feed(
                InputFrame(
                    time, dice.kind(), dice.number(), dice.number(), modifiers))
            if dice.roll(3) == 0 {
                rig.wait(until: time)
                rig.interaction.advance(to: time)
            }
            #expect(rig.x.extent.isProper)
            #expect(rig.y.extent.isProper)
        }
        for gesture in rig.interpreter.reset(at: time) { _ = rig.interaction.handle(gesture) }
        rig.interaction.advance(to: time + 20)
        #expect(!rig.interaction.isMoving)
        #expect(!rig.x.isHeld && !rig.y.isHeld)
        #expect(!rig.x.isBeyondLimits)
        guard !isFree else { return }
        #expect(rig.days.min >= 0 && rig.x.extent.max <= Rig.epoch + 1000 * Rig.day)
        #expect(rig.x.extent.length >= 3600 - 1e-3)
    }

    @Test func zoomingEndsWhereNumbersEnd() {
        let rig = Rig(limits: .none)
        for i in 0..<3000 { rig.feed(Double(i), .wheel(Vector(dx: 0, dy: -10)), 500, 200) }
        // 65,536 steps of a Double at 1.6e9: a hundredth of a second.
        #expect(rig.x.extent.length > 0.01 && rig.x.extent.length < 0.02)
        rig.interaction.zoom(by: 1e9, at: 4000)
        rig.run(from: 4000)
        #expect(rig.x.extent.isProper)
        for i in 0..<3000 { rig.feed(5000 + Double(i), .wheel(Vector(dx: 0, dy: 10)), 500, 200) }
        #expect(rig.x.extent.isProper)
        #expect(rig.x.extent.length <= 1.000_001e100)
    }
}
