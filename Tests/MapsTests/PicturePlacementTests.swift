import Geodesy
import Maps
import Testing

@Suite("Pictures of maps")
struct PicturePlacementTests {
    private func near(_ place: Coordinate?, _ latitude: Double, _ longitude: Double) -> Bool {
        guard let place else { return false }
        return abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9
    }

    @Test("A world file is of the middles of pixels")
    func worldFile() throws {
        let picture = try PicturePlacement(worldFile: "0.01\n0\n0\n-0.02\n8.005\n46.99\n")
        #expect(near(picture.place(column: 0.5, row: 0.5), 46.99, 8.005))
        #expect(near(picture.place(column: 0, row: 0), 47, 8))
        #expect(near(picture.place(column: 100, row: 50), 46, 9))
        #expect(picture.system == .degrees)
        // Turned by a quarter, with commas, Windows' ends of lines and blanks.
        let turned = try PicturePlacement(worldFile: " 0 \r\n0,01\r\n0,01\r\n0\r\n8\r\n47\r\n")
        #expect(near(turned.place(column: 10.5, row: 20.5), 47.1, 8.2))
    }

    @Test("Metres of Mercator and of zones of UTM")
    func systems() throws {
        let text = "10\n0\n0\n-10\n327136\n6655458"
        let utm = try PicturePlacement(
            worldFile: text, system: .utm(zone: 32, isNorthern: true))
        let place = try #require(utm.place(column: 0, row: 0))
        #expect(place.distance(to: Coordinate(latitude: 60, longitude: 5.9)) < 1)
        let mercator = try PicturePlacement(
            worldFile: "1\n0\n0\n-1\n0.5\n-0.5", system: .mercator)
        #expect(near(mercator.place(column: 0, row: 0), 0, 0))
        let east = try #require(mercator.place(column: MapPlane.unit / 4, row: 0))
        #expect(abs(east.longitude - 90) < 1e-9)
        #expect(throws: PlacementError.hasNoSystem) { try PicturePlacement(worldFile: text) }
        // Outside of the zone.
        #expect(utm.place(column: 1e7, row: 0) == nil)
    }

    @Test(
        "Wrong world files are refused with a sentence",
        arguments: [
            ("", .hasNotSixNumbers), ("1\n0\n0\n-1\n8", .hasNotSixNumbers),
            ("1\n0\n0\n-1\n8\n47\n9", .hasNotSixNumbers), ("1\n0\n0\nx\n8\n47", .hasNotSixNumbers),
            ("nan\n0\n0\n-1\n8\n47", .hasNotSixNumbers), ("1\n2\n2\n4\n8\n47", .isFlat),
            ("0\n0\n0\n0\n8\n47", .isFlat), ("1\n0\n0\n-1\n600000\n200000", .hasNoSystem),
        ] as [(String, PlacementError)])
    func refusals(text: String, error: PlacementError) {
        #expect(throws: error) { try PicturePlacement(worldFile: text) }
        #expect(error.description.hasSuffix("."))
    }

    @Test(
        "Systems by their numbers and by their text",
        arguments: [
            (
                #"GEOGCS["WGS 84",DATUM["WGS_1984",AUTHORITY["EPSG","6326"]],AUTHORITY["EPSG","4326"]]"#,
                .degrees
            ),
            (
                #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"],UNIT["Degree",0.0174532925199433]]"#,
                .degrees
            ),
            (
                #"PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984"]]"#,
                .utm(zone: 32, isNorthern: true)
            ),
            (
                #"PROJCS["WGS 84 / UTM zone 7S",AUTHORITY["EPSG","32707"]]"#,
                .utm(zone: 7, isNorthern: false)
            ),
            (#"PROJCRS["WGS 84 / Pseudo-Mercator",ID["EPSG",3857]]"#, .mercator),
            (#"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere"]"#, .mercator),
            (#"PROJCS["CH1903+ / LV95",AUTHORITY["EPSG","2056"]]"#, nil), ("", nil), ("EPSG", nil),
            (#"PROJCS["ED50_UTM_Zone_32N"]"#, nil), (#"PROJCS["WGS_1984_UTM_Zone_32"]"#, nil),
        ] as [(String, MapSystem?)])
    func texts(text: String, system: MapSystem?) {
        #expect(MapSystem(wellKnownText: text) == system)
    }

    @Test("Names of the ancestor's pictures")
    func names() throws {
        let picture = try #require(
            PicturePlacement(fileName: "2618S+04851W+0010+0015.PNG", width: 1500, height: 1000))
        #expect(near(picture.place(column: 0, row: 0), -26.3, -48.85))
        #expect(near(picture.place(column: 1500, row: 1000), -26.3 - 10.0 / 60, -48.6))
        let moved = try #require(
            PicturePlacement(
                fileName: "2618s+4851w+10+15+1000+-500.jpg", width: 100, height: 100))
        let corner = try #require(moved.place(column: 0, row: 0))
        let way = Geodesic(from: Coordinate(latitude: -26.3, longitude: -48.85), to: corner)
        #expect(abs(way.length - 1118.03) < 0.1 && abs(way.azimuth - 116.565) < 0.01)
        for wrong in [
            "map.png", "2618+04851W+10+15", "2618S+04851+10+15", "2668S+04851W+10+15",
            "2618S+04851W+10", "2618S+04851W+0+15", "26S+04851W+10+15", "2618S+04851W+10+15+5",
            "2618S+04851W+10+15+x+y", "2618S+04851W+1x+15", "", "+++", "9000S+0000E+0100+0100",
        ] {
            #expect(PicturePlacement(fileName: wrong, width: 10, height: 10) == nil, "\(wrong)")
        }
        #expect(PicturePlacement(fileName: "2618S+04851W+10+15", width: 0, height: 10) == nil)
    }
}
