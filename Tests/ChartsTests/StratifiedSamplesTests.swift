import ChartCore
import GPU
import Geometry
import SeededRandom
import Testing

@testable import Charts

@Suite struct StratifiedSamplesTests {
    @Test(arguments: [0, 1, 2, 7, 16]) func fewAreAll(count: Int) {
        for start in [0, 1, 5, 1_000_003] {
            let range = start..<start + count
            #expect(Array(StratifiedSamples(of: range, atMost: 16)) == Array(range))
        }
    }

    @Test func manyAreAsManyAsWanted() {
        for count in [17, 31, 32, 33, 100, 999, 1 << 20, 12_345_678] {
            for start in [0, 1, 15, 16, 777, 1 << 30] {
                let range = start..<start + count
                let chosen = Array(StratifiedSamples(of: range, atMost: 16))
                #expect((6...16).contains(chosen.count), "\(range): \(chosen.count)")
                #expect(chosen.allSatisfy(range.contains))
                #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }

    @Test func whoComesNearerSeesMoreAndNoneGoes() {
        var far = Set(StratifiedSamples(of: 0..<1 << 20, atMost: 16))
        for level in stride(from: 19, through: 4, by: -1) {
            let range = 0..<1 << level
            let near = Set(StratifiedSamples(of: range, atMost: 16))
            #expect(near.isSuperset(of: far.filter(range.contains)), "\(range)")
            far = near
        }
    }

    /// Every n-th of samples with a rhythm of n would always hit the same beat.
    @Test(arguments: [2, 3, 4, 7, 16, 64, 96, 1024]) func noRhythmIsTakenForAll(period: Int) {
        let columns = 2000
        var beats = [Int](repeating: 0, count: min(period, 16))
        for column in 0..<columns {
            for index in StratifiedSamples(of: column * 1024..<(column + 1) * 1024, atMost: 16) {
                beats[index % period * beats.count / period] += 1
            }
        }
        let total = Double(beats.reduce(0, +))
        for (beat, count) in beats.enumerated() {
            // As large a fraction as the beat has of the rhythm, within four standard deviations.
            let part =
                Double((0..<period).count { $0 * beats.count / period == beat }) / Double(period)
            let spread = (part * (1 - part) / total).squareRoot()
            #expect(abs(Double(count) / total - part) < 4 * spread, "\(beat): \(count) of \(total)")
        }
    }
}

/// Clouds of points, many more than pixels.
@MainActor @Suite struct PointCloudTests {
    /// 200,000 samples over 90 columns whose values are a function of random numbers from 0 to 1.
    private func cloud(_ value: (Double) -> Double) -> SampleSeries {
        var numbers = LinearCongruence(seed: 7)
        func random() -> Double { numbers.unit() }
        let times = (0..<200_000).map { Double($0) * 90 / 200_000 }
        return SampleSeries(times: times, values: times.map { _ in value(random()) })
    }

    private func picture(
        _ series: SampleSeries, attributes: Bool = false, radius: Double = 2
    ) throws -> Picture {
        let mark = PointMark(id: "cloud", style: PointStyle(radius: radius, fill: white))
        if attributes {
            let count = series.count
            mark.show(
                AttributedSeries(
                    times: (0..<count).map(series.time), values: (0..<count).map(series.value),
                    attributes: [UInt8](repeating: 0, count: count)))
        } else {
            mark.show(series)
        }
        let picture = try MarkStage(width: 90, height: 60).draw(mark)
        #expect(mark.drawnAs == .columns)
        return picture
    }

    /// The covered fraction of some rows.
    private func coverage(_ picture: Picture, _ rows: Range<Int>) -> Double {
        var sum = 0.0
        for y in rows { for x in 5..<85 { sum += picture.coverage(x, y) } }
        return sum / Double(rows.count * 80)
    }

    @Test(arguments: [false, true]) func aCloudIsNotHollow(attributes: Bool) throws {
        let picture = try picture(cloud { 5 + 50 * $0 }, attributes: attributes)
        for rows in stride(from: 10, to: 50, by: 10) {
            let part = coverage(picture, rows..<rows + 10)
            #expect(part > 0.75, "rows from \(rows) on: \(part)")
        }
    }

    /// Wide points are fewer, and the cloud is as dense.
    @Test(arguments: [1, 2, 3, 5, 8]) func aCloudIsAsDenseWithWidePoints(radius: Double) throws {
        let picture = try picture(cloud { 5 + 50 * $0 }, radius: radius)
        #expect(coverage(picture, 10..<50) > 0.99)
    }

    /// If styles differ in width, the narrowest points decide the number.
    @Test func aCloudOfNarrowPointsIsDenseBesideAWideStyle() throws {
        let series = cloud { 5 + 50 * $0 }
        let mark = PointMark(id: "cloud", style: PointStyle(radius: 10, fill: white))
        mark.attributeStyles = [1: PointStyle(radius: 2, fill: white)]
        mark.show(
            AttributedSeries(
                times: (0..<series.count).map(series.time),
                values: (0..<series.count).map(series.value),
                attributes: [UInt8](repeating: 1, count: series.count)))
        let picture = try MarkStage(width: 90, height: 60).draw(mark)
        #expect(coverage(picture, 10..<50) > 0.75)
    }

    @Test(arguments: [false, true]) func betweenTwoCloudsIsNothing(attributes: Bool) throws {
        let picture = try picture(
            cloud { $0 < 0.5 ? 10 + 10 * $0 : 40 + 20 * ($0 - 0.5) }, attributes: attributes)
        #expect(coverage(picture, 24..<40) == 0)
        #expect(coverage(picture, 11..<19) > 0.9 && coverage(picture, 46..<49) > 0.9)
    }

    /// One in a hundred thousand is visible at its position, as before.
    @Test(arguments: [false, true]) func noOutlierIsLeftOut(attributes: Bool) throws {
        var series = cloud { 25 + 10 * $0 }
        series.append(times: [90.0001], values: [30])
        let values = (0..<series.count).map { $0 == 123_457 ? 55 : series.value(at: $0) }
        let outlier = SampleSeries(times: (0..<series.count).map(series.time), values: values)
        let picture = try picture(outlier, attributes: attributes)
        let column = Int(outlier.time(at: 123_457))
        #expect(picture[column, 4] == 0xFFFFFF && picture[column, 5] == 0xFFFFFF)
        #expect(coverage(picture, 0..<8) * 8 * 80 < 20)
    }
}
