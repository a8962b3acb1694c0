import Cartography
import Geometry
import Testing

/// The contrasts of the colours of maps.
@Suite struct MapPaletteTests {
    private static let all: [(name: String, palette: MapPalette, isHigh: Bool)] = [
        ("light", .light, false), ("dark", .dark, false), ("light, high", .lightHighContrast, true),
        ("dark, high", .darkHighContrast, true),
    ]

    private func areas(_ palette: MapPalette) -> [(String, Color)] {
        [
            ("land", palette.land), ("water", palette.water), ("green", palette.green),
            ("built", palette.built), ("building", palette.building), ("road", palette.road),
            ("main road", palette.mainRoad),
        ]
    }

    @Test(arguments: 0..<4) func aTrackStandsOutFromItsCasingOnAnyGround(_ index: Int) {
        let (name, palette, isHigh) = Self.all[index]
        #expect(palette.values.count == MapPalette.classes)
        #expect(palette.balance.count == MapPalette.classes)
        for (ground, color) in areas(palette) {
            let casing = palette.casing.over(color)
            for line in palette.values + palette.balance + [palette.track] {
                let contrast = line.contrast(with: casing)
                #expect(
                    contrast >= (isHigh ? 4.5 : 3),
                    "\(name): \(line.hexString) around \(ground) is \(contrast)")
            }
        }
    }

    @Test(arguments: 0..<4) func namesAreLegibleOnAllAreas(_ index: Int) {
        let (name, palette, _) = Self.all[index]
        for (ground, color) in areas(palette).prefix(5) {
            // As the halo shows it.
            for under in [color, palette.halo.over(color)] {
                let contrast = palette.label.contrast(with: under)
                #expect(contrast >= 4.5, "\(name): on \(ground) it is \(contrast)")
            }
        }
    }

    @Test(arguments: [2, 3]) func withHighContrastLinesAndWaterStandOut(_ index: Int) {
        let (name, palette, _) = Self.all[index]
        let lines = [
            ("road", palette.road), ("main road", palette.mainRoad), ("path", palette.path),
            ("rail", palette.rail), ("border", palette.border), ("edge", palette.roadEdge),
        ]
        for (ground, color) in areas(palette).prefix(5) where ground != "water" {
            for (line, own) in lines {
                let contrast = own.contrast(with: color)
                #expect(contrast >= 3, "\(name): \(line) on \(ground) is \(contrast)")
            }
            if ground != "building" {
                #expect(palette.water.contrast(with: color) >= 3, "\(name): water, \(ground)")
            }
        }
        #expect(palette.border.contrast(with: palette.water) >= 3)
        let grid = palette.grid.over(palette.land)
        #expect(grid.contrast(with: palette.land) >= 3)
    }

    @Test func noTwoPalettesAreAlike() {
        #expect(Set(Self.all.map(\.palette)).count == 4)
        for (_, palette, _) in Self.all {
            #expect(Set(palette.values).count == MapPalette.classes)
        }
    }
}
