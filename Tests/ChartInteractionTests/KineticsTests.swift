import ChartInteraction
import Glibc
import Testing

@Suite struct FlingTests {
    /// FMKit's original momentum, a trapezoid step per frame.
    ///
    /// Returns displacement and duration.
    private func stepped(_ velocity: Double, rate: Double) -> (displacement: Double, time: Double) {
        let decay = max(4, log(velocity) / 2)
        var speed = velocity
        var place = 0.0
        var frames = 0
        repeat {
            let next = speed * exp(-decay / rate)
            place += (next + speed) / rate / 2
            speed = next
            frames += 1
        } while speed > 1 && Double(frames) / rate < 2
        // One more frame detects that nothing moves.
        return (place, Double(frames + 1) / rate)
    }

    @Test(arguments: [
        (100.0, 24.8, 1.18), (500, 124.8, 1.58), (1000, 249.9, 1.75), (3000, 749, 2.02),
        (6000, 1380, 2.02),
    ])
    func comesAsFarAsTheSteppedOne(velocity: Double, displacement: Double, time: Double) {
        let old = stepped(velocity, rate: 60)
        #expect(abs(old.displacement - displacement) < 0.0015 * displacement)
        #expect(abs(old.time - time) < 0.01)
        let fling = Fling(velocity: velocity)
        #expect(abs(fling.totalDisplacement - old.displacement) < 0.001 * displacement)
        #expect(abs(fling.duration - old.time) < 2.5 / 60)
        // The stepped one tends to the closed form as its steps shrink.
        let fine = stepped(velocity, rate: 60_000)
        #expect(abs(fling.totalDisplacement - fine.displacement) < 1e-3)
    }

    @Test func hasTheFiguresOfTheFormula() {
        // k = 4: (100 - 1) / 4 and ln(100) / 4.
        #expect(abs(Fling(velocity: 100).totalDisplacement - 24.75) < 1e-12)
        #expect(abs(Fling(velocity: 100).duration - 1.151_292_546_497_023) < 1e-12)
        // k = ln(6000) / 2 makes it end after two seconds.
        let fast = Fling(velocity: -6000)
        #expect(abs(fast.duration - 2) < 1e-12)
        #expect(abs(fast.totalDisplacement + 5999 / (log(6000) / 2)) < 1e-9)
        #expect(fast.velocity(at: 2.1) == 0)
        #expect(fast.displacement(at: 9) == fast.totalDisplacement)
    }

    @Test func displacementIsTheIntegralOfVelocity() {
        let fling = Fling(velocity: 2345)
        var sum = 0.0
        let step = 1e-4
        for i in 0..<10_000 {
            let t = Double(i) * step
            sum +=
                step / 6
                * (fling.velocity(at: t) + 4 * fling.velocity(at: t + step / 2)
                    + fling.velocity(at: t + step))
        }
        #expect(abs(sum - fling.displacement(at: 1)) < 1e-8)
    }

    @Test func findsTheMomentOfAPlace() throws {
        for velocity in [800.0, -800] {
            let fling = Fling(velocity: velocity)
            let place = fling.displacement(at: 0.37)
            let time = try #require(fling.time(of: place))
            #expect(abs(time - 0.37) < 1e-12)
            #expect(fling.time(of: -place) == nil)
            #expect(fling.time(of: fling.totalDisplacement * 1.0001) == nil)
            #expect(fling.time(of: 0) == 0)
        }
    }

    @Test func aSlowOrSenselessReleaseDoesNotMove() {
        for velocity in [0, 1, -0.99, .nan, .infinity] {
            #expect(Fling(velocity: velocity).duration == 0)
            #expect(Fling(velocity: velocity).displacement(at: 1) == 0)
        }
    }
}

@Suite struct SpringTests {
    @Test func solvesTheCriticallyDampedEquation() {
        let spring = Spring(displacement: 80, velocity: -300, frequency: 9)
        let h = 1e-4
        for i in 1..<60 {
            let t = Double(i) * 0.01
            let x = spring.displacement(at: t)
            let v = (spring.displacement(at: t + h) - spring.displacement(at: t - h)) / (2 * h)
            let a =
                (spring.displacement(at: t + h) - 2 * x + spring.displacement(at: t - h)) / (h * h)
            #expect(abs(a + 18 * v + 81 * x) < 0.01)
            #expect(abs(v - spring.velocity(at: t)) < 1e-3)
        }
    }

    @Test func returnsFasterThanBeforeAndNeverPasses() {
        // The reference: 100 pt outside back at 0 in about 1.85 s with no overshoot.
        let spring = Spring(displacement: 100, velocity: 0)
        #expect(spring.duration < 1.85)
        #expect(spring.crossingTime == nil)
        var last = 100.0
        for i in 1...400 {
            let x = spring.displacement(at: Double(i) * 0.005)
            #expect(x >= 0 && x <= last)
            last = x
        }
        #expect(last == 0)
    }

    @Test(arguments: [
        (100.0, 0.0), (0.0, 2000.0), (-40.0, 900.0), (0.05, 0.01), (30.0, 400.0), (5.0, -50.0),
    ])
    func restsExactlyFromItsDurationOn(displacement: Double, velocity: Double) {
        let spring = Spring(displacement: displacement, velocity: velocity)
        #expect(spring.displacement(at: spring.duration) == 0)
        #expect(spring.velocity(at: spring.duration) == 0)
        let just = spring.duration - 1e-9
        guard just > 0 else { return }
        #expect(abs(spring.displacement(at: just)) <= Spring.restingDisplacement * 1.000_001)
        #expect(abs(spring.velocity(at: just)) <= Spring.restingSpeed * 1.000_001)
    }
}

@Suite struct RubberBandTests {
    @Test(arguments: [(10.0, 0.819), (50, 0.368), (100, 0.135)])
    func resistsAsTheRule(excess: Double, factor: Double) {
        let band = RubberBand.standard
        #expect(abs(band.compliance(excess: excess) - factor) < 5e-4)
        // The slope of the curve is that factor.
        let pull = band.pull(excess: excess)
        let slope = (band.excess(pull: pull + 1e-4) - band.excess(pull: pull - 1e-4)) / 2e-4
        #expect(abs(slope - exp(-excess / 50)) < 1e-6)
    }

    @Test func isTheIntegralOfTheRulePerEvent() {
        // delta · exp(-excess/50), event by event, with ever smaller events.
        var excess = 0.0
        let steps = 200_000
        for _ in 0..<steps { excess += 240 / Double(steps) * exp(-excess / 50) }
        #expect(abs(excess - RubberBand.standard.excess(pull: 240)) < 1e-3)
    }

    @Test func goesOutAndBackToTheSamePlace() {
        let band = RubberBand(reach: 50)
        for pull in [-2000.0, -33, -1e-9, 0, 1e-6, 12.5, 700] {
            let back = band.pull(excess: band.excess(pull: pull))
            #expect(abs(back - pull) <= 1e-12 * max(1, abs(pull)))
            #expect(band.excess(pull: -pull) == -band.excess(pull: pull))
        }
    }
}

@Suite struct CoastTests {
    /// No jump in place or velocity anywhere, checked every tenth of a millisecond.
    private func expectSmooth(_ coast: Coast) {
        let h = 1e-4
        var place = coast.position(at: 0)
        var speed = coast.velocity(at: 0)
        var t = 0.0
        while t < coast.duration - 2 * h {
            t += h
            let nextPlace = coast.position(at: t)
            let nextSpeed = coast.velocity(at: t)
            #expect(abs(nextPlace - place - (speed + nextSpeed) / 2 * h) < 2e-4)
            #expect(abs(nextSpeed - speed) < 200_000 * h)
            place = nextPlace
            speed = nextSpeed
        }
    }

    @Test func handsItsVelocityToTheSpringAtTheEdge() throws {
        let coast = Coast(position: 0, velocity: 2000, limits: -1000...120)
        let fling = Fling(velocity: 2000)
        let meeting = try #require(fling.time(of: 120))
        #expect(abs(coast.position(at: meeting) - 120) < 1e-9)
        #expect(abs(coast.velocity(at: meeting - 1e-9) - coast.velocity(at: meeting + 1e-9)) < 1e-3)
        #expect(abs(coast.velocity(at: meeting) - (2000 - 4 * 120)) < 1e-6)
        #expect(coast.position(at: meeting + 0.05) > 120)
        #expect(coast.position(at: coast.duration) == 120)
        #expect(coast.finalPosition == 120)
        expectSmooth(coast)
    }

    @Test func fliesFreelyBetweenTheEdges() {
        let coast = Coast(position: 10, velocity: -400, limits: -1000...1000)
        let fling = Fling(velocity: -400)
        #expect(coast.duration == fling.duration)
        for t in [0, 0.1, 0.73, 5] {
            #expect(
                coast.position(at: t)
                    == (t >= fling.duration ? coast.finalPosition : 10 + fling.displacement(at: t)))
        }
        #expect(abs(coast.finalPosition - (10 - 99.75)) < 1e-9)
    }

    @Test func springsBackWithoutPassingTheEdge() {
        let coast = Coast(position: 100, velocity: 0, limits: -500...0)
        #expect(coast.duration < 1.85)
        for i in 0...200 { #expect(coast.position(at: Double(i) * 0.01) >= 0) }
        #expect(coast.position(at: 2) == 0)
        expectSmooth(coast)
    }

    @Test func aThrowInwardsFromOutsideFliesOnInside() {
        let coast = Coast(position: 40, velocity: -3000, limits: -5000...0)
        #expect(coast.finalPosition < -100)
        expectSmooth(coast)
        // And as far as the other edge, where it springs.
        let across = Coast(position: 40, velocity: -3000, limits: -100...0)
        #expect(across.finalPosition == -100)
        expectSmooth(across)
    }

    @Test func throwsOutwardsFromOutsideReturn() {
        let coast = Coast(position: 30, velocity: 700, limits: -100...0)
        #expect(coast.position(at: 0.03) > 30)
        #expect(coast.finalPosition == 0)
        expectSmooth(coast)
    }

    @Test func arrivesAtATargetWithoutPassingIt() {
        let coast = Coast(position: 0, velocity: 1200, target: 100)
        expectSmooth(coast)
        for i in 0...300 { #expect(coast.position(at: Double(i) * 0.01) <= 100 + 1e-9) }
        #expect(coast.position(at: coast.duration) == 100)
        let back = Coast(position: 0, velocity: 300, target: -50)
        #expect(back.position(at: 0.02) > 0)
        #expect(back.position(at: back.duration) == -50)
    }

    @Test func standsWhereThereIsNothingToDo() {
        #expect(Coast(position: 5, velocity: 0.5, limits: 0...10).duration == 0)
        #expect(Coast(position: 5, velocity: .nan, limits: 0...10).position(at: 1) == 5)
    }
}

@Suite struct VelocityEstimateTests {
    @Test(arguments: [0.001, 0.008, 1.0 / 60, 1.0 / 30])
    func isExactForASteadyMovementAtAnyRate(interval: Double) {
        var estimate = VelocityEstimate()
        var t = 1_000_000.0
        for i in 0..<40 {
            t = 1_000_000 + Double(i) * interval
            estimate.add(x: 700 + 850 * (t - 1_000_000), y: -130 * (t - 1_000_000), at: t)
        }
        let velocity = estimate.velocity(at: t)
        #expect(abs(velocity.x - 850) < 1e-3)
        #expect(abs(velocity.y + 130) < 1e-3)
    }

    @Test func knowsThatAFingerRested() {
        var estimate = VelocityEstimate()
        for i in 0..<10 { estimate.add(x: Double(i) * 10, y: 0, at: Double(i) * 0.01) }
        #expect(estimate.velocity(at: 0.09).x > 900)
        #expect(estimate.velocity(at: 0.09 + 0.051).x == 0)
    }

    @Test func trustsTheNewestMost() {
        var estimate = VelocityEstimate()
        var x = 0.0
        for i in 0...20 {
            estimate.add(x: x, y: 0, at: Double(i) * 0.01)
            x += i < 15 ? 10 : 1
        }
        // 1000 pt/s until 50 ms ago, 100 since.
        let velocity = estimate.velocity(at: 0.2).x
        #expect(velocity > 100 && velocity < 400)
    }

    @Test func twoPlacesAtOneTimeAreNoVelocity() {
        var estimate = VelocityEstimate()
        #expect(estimate.velocity(at: 0) == (0, 0))
        estimate.add(x: 0, y: 0, at: 1)
        estimate.add(x: 50, y: 0, at: 1)
        #expect(estimate.velocity(at: 1) == (0, 0))
        estimate.add(x: 999, y: 0, at: 0.5)
        #expect(estimate.velocity(at: 1) == (0, 0))
    }
}
