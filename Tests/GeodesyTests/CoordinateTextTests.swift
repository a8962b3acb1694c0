import Foundation
import Geodesy
import SeededRandom
import Testing

@Suite("Places as text")
struct CoordinateTextTests {
    @Test(
        "Forms",
        arguments: [
            (.degrees, "26.30833° S, 48.85000° W"), (.minutes, "26° 18.500′ S, 48° 51.000′ W"),
            (.seconds, "26° 18′ 30.0″ S, 48° 51′ 00.0″ W"), (.grid, "22s 714633 7088384"),
            (.militaryGrid, "22J GR 14632 88384"),
        ] as [(CoordinateFormat, String)])
    func forms(format: CoordinateFormat, text: String) {
        let place = Coordinate(latitude: -26 - 18.5 / 60, longitude: -48.85)
        #expect(format.text(place) == text)
    }

    @Test("Rounding goes up to the next minute and degree, and a rounded zero has no half")
    func rounding() {
        let place = Coordinate(latitude: -(9 + 59.99999 / 60), longitude: 179.999_999_9)
        #expect(CoordinateFormat.degrees.text(place) == "10.00000° S, 180.00000° E")
        #expect(CoordinateFormat.minutes.text(place) == "10° 00.000′ S, 180° 00.000′ E")
        #expect(CoordinateFormat.seconds.text(place) == "10° 00′ 00.0″ S, 180° 00′ 00.0″ E")
        let near = Coordinate(latitude: -1e-9, longitude: -1e-9)
        #expect(CoordinateFormat.seconds.text(near) == "0° 00′ 00.0″ N, 0° 00′ 00.0″ E")
        let pole = Coordinate(latitude: 90, longitude: 0)
        #expect(CoordinateFormat.militaryGrid.text(pole) == "Z AH 00000 00000")
        #expect(CoordinateFormat.grid.text(pole) == "n 2000000 2000000")
    }

    @Test("What is written is read, all over the earth")
    func roundTrip() throws {
        var generator = SplitMix(seed: 7)
        for _ in 0..<400 {
            let place = Coordinate(
                latitude: .random(in: -90...90, using: &generator),
                longitude: .random(in: -180...180, using: &generator))
            for format in CoordinateFormat.allCases {
                let text = try #require(format.text(place))
                let back = try Coordinate(parsing: text)
                // Metres and squares are rounded down; a square's place is its middle.
                #expect(back.distance(to: place) < 2.3, "\(text)")
            }
        }
    }

    @Test(
        "Everything that people and programs write",
        arguments: [
            "40.6 -73.8", "40.6, -73.8", "40.6,-73.8", "40,6; -73,8", "40,6 -73,8", "40,6, -73,8",
            "40.6;-73.8", "40.6/-73.8", "40.6\t-73.8", "40.6\n-73.8", "(40.6, -73.8)",
            "[40.6,-73.8]",
            "+40.6 -73.8", "40.6N 73.8W", "40.6n73.8w", "N40.6 W73.8", "N 40.6, W 73.8",
            "73.8W 40.6N", "W73.8 N40.6", "40.6° N, 73.8° W", "40.6°N 73.8°W",
            "40.6 north 73.8 west",
            "40°36′N 73°48′W", "40° 36.000' N, 73° 48.000' W", "40°36'00\"N 73°48'00\"W",
            "40°36′0″N 73°48′0″W", "40°36’00”N 73°48’00”W", "40°36'00''N, 73°48'00''W",
            "40 36 0 N 73 48 0 W", "N 40 36 0 W 73 48 0", "40:36:00N 73:48:00W",
            "40:36:00 -73:48:00", "40 36 00 -73 48 00", "40 36 -73 48", "40d36m0sN 73d48m0sW",
            "40d36mN 73d48mW", "40 deg 36 min N, 73 deg 48 min W", "40.36.0.0N 73.48.0.0W",
            "40.36.0N 73.48.0W", "40;36;0N 73;48;0W", "40,36,0N 73,48,0W", "40/36/0N 73/48/0W",
            "40º36'N 73º48'W", "40 degrees 36 minutes north, 73 degrees 48 minutes west",
            "40.6 \u{2212}73.8", "40.6, \u{2013}73.8",
            "geo:40.6,-73.8", "GEO:40.6,-73.8", "geo:40.6,-73.8;u=35",
            "geo:40.6,-73.8,12;crs=wgs84",
            "geo:40.6,-73.8?z=12", "+40.6-073.8/", "+4036-07348/", "+403600-0734800/",
            "+403600.0-0734800.0+12CRSWGS_84/", "+40.6-73.8", "lat: 40.6, lon: -73.8",
            "lat=40.6 lng=-73.8", "lon: -73.8, lat: 40.6", "latitude 40.6 longitude -73.8",
            "  40.6 -73.8  ", "40°36′ N, 73°48′ W",
        ])
    func places(text: String) throws {
        let place = try Coordinate(parsing: text)
        #expect(abs(place.latitude - 40.6) < 1e-9 && abs(place.longitude + 73.8) < 1e-9)
    }

    @Test(
        "Grids, as they are written in many ways",
        arguments: [
            "32n 327131 6655463", "32N 327131 6655463", "32V 327131 6655463", "32v 327131 6655463",
            "32 V 327131 6655463", "32 north 327131 6655463", "32V 327131E 6655463N",
            "32V 327131mE 6655463mN", "32 V 327131 m E 6655463 m N", "32V E327131 N6655463",
            "32V 327131.5, 6655463.5", "Zone 32V 327131 6655463", "32V LM 27131 55463",
            "32VLM2713155463", "32vlm 27131 55463", "32V LM 27131 55463", "32V  LM  2713155463",
        ])
    func grids(text: String) throws {
        let place = try Coordinate(parsing: text)
        let there = Coordinate(latitude: 60, longitude: 5.9)
        #expect(place.distance(to: there) < 1.5, "\(place)")
    }

    @Test("The numbers of the ancestor: hundredths of seconds, and parts that are missing")
    func ancestor() throws {
        #expect(abs(try Coordinate.latitude(parsing: "26.18.30.50S") + 26.308_472_222) < 1e-9)
        #expect(abs(try Coordinate.latitude(parsing: "26;18;30;50-") + 26.308_472_222) < 1e-9)
        #expect(abs(try Coordinate.longitude(parsing: "48:51 W") + 48.85) < 1e-9)
        #expect(try Coordinate.longitude(parsing: "48") == 48)
        #expect(try Coordinate.longitude(parsing: "48 E") == 48)
        #expect(try Coordinate.longitude(parsing: "48+") == 48)
        #expect(try Coordinate.longitude(parsing: "-48.5") == -48.5)
        #expect(try Coordinate.longitude(parsing: "48,5° W") == -48.5)
    }

    @Test(
        "What is no place",
        arguments: [
            ("", .isEmpty), (" \n", .isEmpty), ("hello", .isNoPlace), ("40.6", .lacksLongitude),
            ("40°36′N", .lacksLongitude), ("91 0", .isBeyondPole), ("-90.001, 0", .isBeyondPole),
            ("0 180.5", .isBeyondHalfTurn), ("0 -181", .isBeyondHalfTurn),
            ("40 60 N 73 0 W", .hasWrongMinutes), ("40.5 30 N 73 0 W", .hasWrongMinutes),
            ("40 0 75 N 73 0 0 W", .hasWrongMinutes), ("40N 41N", .hasTwoOfAKind),
            ("40E 41W", .hasTwoOfAKind), ("32S 327131 4000000", .isAmbiguousZone),
            ("61n 327131 6655463", .isOutsideGrid), ("32O 327131 6655463", .isOutsideGrid),
            ("32n 999131 16655463", .isOutsideGrid), ("99VKM11", .isOutsideGrid),
            ("geo:40,-73;crs=moon", .isOnOtherEllipsoid), ("geo:", .isNoPlace),
            ("geo:a,b", .isNoPlace),
            ("geo:nan,1", .isNoPlace), ("+40-073CRSxyz/", .isOnOtherEllipsoid),
            ("1 2 3", .lacksLongitude),
            ("--40 73", .isNoPlace), ("-40N 73W", .isNoPlace), ("40 73 🙂", .isNoPlace),
            ("°′″", .isNoPlace),
            ("N W", .isNoPlace), ("1 2 3 4 5 6 7 8 9 10", .isNoPlace),
            ("+4060-07300/", .hasWrongMinutes),
        ] as [(String, CoordinateError)])
    func refusals(text: String, error: CoordinateError) {
        #expect(throws: error) { try Coordinate(parsing: text) }
    }

    @Test("Each refusal is one sentence, and no two are the same")
    func sentences() {
        let sentences = CoordinateError.allCases.map(\.description)
        #expect(Set(sentences).count == sentences.count)
        for sentence in sentences { #expect(sentence.hasSuffix(".") && sentence.count < 100) }
    }

    @Test("A single angle is refused as clearly")
    func refusedAngles() {
        #expect(throws: CoordinateError.isBeyondPole) { try Coordinate.latitude(parsing: "91") }
        #expect(throws: CoordinateError.hasTwoOfAKind) { try Coordinate.latitude(parsing: "9 E") }
        #expect(throws: CoordinateError.isEmpty) { try Coordinate.latitude(parsing: " ") }
        #expect(throws: CoordinateError.isNoPlace) { try Coordinate.latitude(parsing: "x") }
        #expect(throws: CoordinateError.hasWrongMinutes) {
            try Coordinate.longitude(parsing: "9 61")
        }
    }

    @Test("Nothing that is typed stops the program")
    func noise() {
        let alphabet = Array("0123456789 .,;:/+-−–NSEWnsew°′″'\"dmsgeoCRS()[]\n🙂éV")
        var generator = SplitMix(seed: 7)
        for _ in 0..<3_000 {
            let text = String(
                (0..<Int.random(in: 0...24, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                })
            if let place = try? Coordinate(parsing: text) { #expect(place.isValid, "\(text)") }
        }
    }
}
