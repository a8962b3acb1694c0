import Testing

@testable import HealthData

@Suite("Lengths on the ellipsoid")
struct EllipsoidTests {
    /// Two places and the length between them in metres.
    private typealias Length = (Double, Double, Double, Double, Double)

    /// Steps of a track at all latitudes, by GeographicLib 2.1 (Karney's geodesics).
    private static let steps: [Length] = [
        (-6.9e-06, 173.95701, 1.15e-05, 173.9570267, 2.755_988_849),
        (0.0017394, 135.0239845, -0.0012582, 135.0247464, 342.136_682_502),
        (-12.5000101, 82.9600051, -12.5000128, 82.9600076, 0.403_808_656),
        (-12.4997433, 27.4183141, -12.4977793, 27.4212735, 388.182_297_334),
        (32.9999938, 110.1964341, 33.0000094, 110.196429, 1.794_557_718),
        (32.9977407, -0.9404047, 32.9993286, -0.9402316, 176.846_595_637),
        (46.9999874, 73.9692349, 46.9999804, 73.9692576, 1.893_751_118),
        (46.998011, 33.7979203, 46.9973238, 33.8021867, 333.371_141_519),
        (-58.0000145, 136.8404895, -58.0000178, 136.8404798, 0.681_244_458),
        (-58.001751, -1.9469218, -57.9991748, -1.9412682, 440.558_885_320),
        (70.0000176, 40.0506727, 70.000007, 40.0506735, 1.182_951_995),
        (70.0008984, -73.4536043, 70.0038199, -73.460893, 428.578_611_920),
        (83.9999894, -106.8410819, 83.9999761, -106.8412489, 2.451_042_928),
        (83.9984377, -45.4199282, 84.0010734, -45.4173481, 295.896_626_303),
        (-87.999995, -54.6829449, -88.0000082, -54.6828719, 1.501_551_955),
        (-87.9986314, -149.3728125, -87.9977353, -149.4226831, 218.807_631_489),
        (89.9900076, -52.0771427, 89.9899935, -52.0915338, 1.599_674_780),
        (89.9917531, 14.4962766, 89.9892663, 16.9286874, 281.320_084_870),
    ]

    /// Long ways, across poles, along the equator, and between places opposite each other; also by
    /// GeographicLib.
    private static let ways: [Length] = [
        (40.6, -73.8, 51.6, -0.5, 5_551_759.400_319), (0, 0, 0.5, 179.5, 19_936_288.578_965),
        (-30, 0, 29.9, 179.8, 19_989_832.827_610), (89.9, 0, 89.9, 180, 22_338.795_683),
        (0, 179, 0, -179, 222_638.981_587), (-26.3, -48.85, -26.92, -49.07, 72_104.091_553),
        (60.0, 179.9999, 60.0001, -179.9998, 20.108_549_176),
        (45.0, 7.0, 45.1, 7.0, 11_113.275_453_251),
        (45.0, 7.0, 45.0, 7.2, 15_769.363_015_774),
        (45.0, 7.0, 45.05, 7.15, 13_062.646_936_551),
        (80.0, 10.0, 80.0, 10.1, 1_939.348_314_086),
        (80.0, 10.0, 80.0, 12.0, 38_785.061_258_197),
        (90.0, 0.0, 89.0, 123.0, 111_693.864_914_200),
        (-90.0, 50.0, -90.0, 10.0, 0.000_000_000),
        (90.0, 0.0, -90.0, 0.0, 20_003_931.458_625_447),
        (12.0, 34.0, -12.0, -146.0, 20_003_931.458_625_447),
        (0.0, 0.0, 0.0, 180.0, 20_003_931.458_625_447),
        (0.0, 0.0, 0.1, 179.9, 19_992_082.107_913_841),
        (-33.0, 18.0, 51.5, 0.0, 9_524_970.083_014_118),
        (0.0, 0.0, 0.0, 179.5, 19_980_861.908_890_963),
        (1.0, 2.0, 1.0, 2.0, 0.000_000_000),
    ]

    @Test("Steps and long ways are those of GeographicLib, in either direction")
    func lengths() {
        for (latitude, longitude, toLatitude, toLongitude, wanted) in Self.steps + Self.ways {
            let there = Ellipsoid.distance(latitude, longitude, toLatitude, toLongitude)
            let back = Ellipsoid.distance(toLatitude, toLongitude, latitude, longitude)
            let place = Comment(rawValue: "\(latitude) \(longitude) \(toLatitude) \(toLongitude)")
            #expect(abs(there - wanted) <= 1e-8 * wanted + 1e-8, place)
            #expect(abs(back - wanted) <= 1e-8 * wanted + 1e-8, place)
        }
    }

    @Test("Whole turns change nothing, and the same place is no way")
    func turns() {
        let once = Ellipsoid.distance(60, 179.9999, 60.0001, -179.9998)
        for turns in [-720.0, -360, 360, 1080] {
            let way = Ellipsoid.distance(60, 179.9999 + turns, 60.0001, -179.9998)
            #expect(abs(way - once) < 1e-5)
        }
        for latitude in [-90.0, -47, 0, 0.5, 90] {
            #expect(Ellipsoid.distance(latitude, 8.5, latitude, 8.5) == 0)
        }
    }

    @Test("A way in small steps is as long as the arc of the meridian")
    func sums() {
        for from in [-80.0, 0, 47] {
            let sum = (0..<1000).reduce(0.0) { sum, index in
                let latitude = from + Double(index) * 1e-4
                return sum + Ellipsoid.distance(latitude, 8.5, latitude + 1e-4, 8.5)
            }
            #expect(abs(sum / EarthTruth.meridian(from, from + 0.1) - 1) < 1e-9)
        }
    }
}
