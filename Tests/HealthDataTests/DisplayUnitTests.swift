import ChartCore
import Foundation
import HealthData
import Localization
import Testing

/// The units that values are shown in, by territory and choice.
@Suite("Units that are shown") struct DisplayUnitTests {
    /// A value in its canonical unit, and as shown: by the definitions of the units.
    nonisolated static let values: [(Quantity, DisplayUnit, Double, Double)] = [
        (.mass, .kilogram, 71.2, 71.2), (.mass, .pound, 0.453_592_37, 1),
        (.mass, .pound, 72.574_779_2, 160),
        // Stones are shown with pounds: 14 to the stone.
        (.mass, .stone, 6.350_293_18, 14),
        (.distance, .kilometer, 5230, 5.23), (.distance, .mile, 1609.344, 1),
        (.height, .meter, 1.82, 1.82), (.height, .centimeter, 1.82, 182),
        (.height, .foot, 1.8288, 72), (.waist, .inch, 0.8636, 34),
        (.waist, .centimeter, 0.855, 85.5), (.elevation, .foot, 304.8, 1000),
        (.elevation, .meter, 8848.86, 8848.86),
        (.energy, .kilocalorie, 2000, 2000), (.energy, .kilojoule, 2000, 8368),
        (.pressure, .millimeterOfMercury, 120, 120), (.pressure, .kilopascal, 120, 15.998_688),
        (.glucose, .milligramPerDeciliter, 99.088, 99.088),
        (.glucose, .millimolePerLiter, 99.088, 5.5), (.glucose, .millimolePerLiter, 180.16, 10),
        (.temperature, .celsius, 36.6, 36.6), (.temperature, .fahrenheit, 37, 98.6),
        (.temperature, .fahrenheit, 0, 32), (.temperature, .fahrenheit, -40, -40),
    ]

    @Test("Every unit is converted there and back", arguments: values)
    func conversion(quantity: Quantity, unit: DisplayUnit, value: Double, shown: Double) {
        #expect(quantity.units.contains(unit))
        let scale = unit.scale(of: quantity)
        #expect(abs(scale.shown(value) - shown) <= 1e-9 * max(1, abs(shown)))
        #expect(abs(scale.value(ofShown: shown) - value) <= 1e-9 * max(1, abs(value)))
    }

    @Test("The first unit of a quantity is that of its values, apart from powers of ten")
    func first() throws {
        for quantity in Quantity.allCases {
            let first = try #require(quantity.units.first)
            let scale = first.scale(of: quantity)
            #expect(scale.offset == 0 && [1, 1000].contains(scale.size))
            #expect((scale == .same) == (first.symbol == quantity.canonicalUnit))
            var unit = first
            for next in quantity.units.dropFirst() + [first] {
                unit = quantity.unit(after: unit)
                #expect(unit == next)
            }
        }
    }

    @Test("Metrics have the quantity of their unit")
    func metrics() throws {
        for metric in Metric.catalogue {
            if let quantity = Quantity(metric) {
                #expect(quantity.canonicalUnit == metric.unit)
            } else {
                #expect(
                    !["kg", "kcal", "mmHg", "mg/dL", "°C"].contains(metric.unit), "\(metric.id)")
            }
        }
        #expect(Quantity(try #require(Metric(.distance))) == .distance)
        #expect(Quantity(try #require(Metric(.height))) == .height)
        #expect(Quantity(try #require(Metric(.waist))) == .waist)
        #expect(Quantity(try #require(Metric(.elevation))) == .elevation)
        #expect(Quantity(try #require(Metric(.steps))) == nil)
        #expect(Quantity(try #require(Metric(.column("depth")))) == nil)
    }

    // MARK: By where people live

    nonisolated static let territories: [(String, String)] = [
        ("US", "lb mi ft in ft kcal mmHg mg/dL °F"), ("PR", "lb mi ft in ft kcal mmHg mg/dL °F"),
        ("GB", "st mi ft in m kcal mmHg mmol/L °C"), ("CA", "kg km ft in m kcal mmHg mmol/L °C"),
        ("AU", "kg km m m m kJ mmHg mmol/L °C"), ("NZ", "kg km m m m kJ mmHg mmol/L °C"),
        ("IE", "kg km m m m kcal mmHg mmol/L °C"), ("IN", "kg km ft in m kcal mmHg mg/dL °C"),
        ("BS", "kg km m m m kcal mmHg mg/dL °F"),
    ]

    private func units(_ place: MeasurementLocale) -> String {
        Quantity.allCases.map { UnitPreferences().unit(of: $0, in: place).symbol }
            .joined(separator: " ")
    }

    @Test("A territory has its units", arguments: territories)
    func defaults(territory: String, expected: String) {
        #expect(units(MeasurementLocale(territory: territory)) == expected)
    }

    @Test("Elsewhere only glucose differs")
    func glucose() {
        for territory in [
            "DE", "FR", "ES", "IT", "PT", "PL", "AT", "BE", "JP", "BR", "MX", "TR", "KR", "XX",
        ] {
            #expect(
                units(MeasurementLocale(territory: territory))
                    == "kg km m m m kcal mmHg mg/dL °C", "\(territory)")
        }
        for territory in [
            "DK", "FI", "IS", "NO", "SE", "NL", "CH", "CN", "RU", "CZ", "UA", "ZA", "FO", "GL",
        ] {
            #expect(
                units(MeasurementLocale(territory: territory))
                    == "kg km m m m kcal mmHg mmol/L °C", "\(territory)")
        }
    }

    @Test("Without a territory, units are those of storage, and the system has priority")
    func systems() {
        let canonical = "kg km m m m kcal mmHg mg/dL °C"
        #expect(units(MeasurementLocale()) == canonical)
        #expect(units(LocaleFormat(identifier: "C").measurement) == canonical)
        #expect(units(LocaleFormat(identifier: "POSIX").measurement) == canonical)
        // A person in the United States whose machine is set to metric units.
        #expect(units(MeasurementLocale(territory: "US", system: .metric)) == canonical)
        #expect(
            units(MeasurementLocale(territory: "DE", system: .us))
                == "lb mi ft in ft kcal mmHg mg/dL °F")
        #expect(
            units(MeasurementLocale(territory: "GB", system: .metric))
                == "st mi ft in m kcal mmHg mmol/L °C")
    }

    // MARK: Chosen units

    @Test("A valid choice overrides the territory")
    func chosen() {
        let us = MeasurementLocale(territory: "US")
        var units = UnitPreferences()
        #expect(units.isEmpty && units.unit(of: .mass, in: us) == .pound)
        units[.mass] = .stone
        units[.glucose] = .pound
        #expect(units[.glucose] == nil && units[.mass] == .stone)
        #expect(units.unit(of: .mass, in: us) == .stone)
        #expect(units.unit(of: .glucose, in: us) == .milligramPerDeciliter)
        var others = UnitPreferences()
        others[.distance] = .kilometer
        units.adopt(others)
        #expect(units[.mass] == .stone && units[.distance] == .kilometer)
        units[.mass] = nil
        units[.distance] = nil
        #expect(units == UnitPreferences())
    }

    @Test("Settings are read as far as they are valid")
    func settings() throws {
        var units = UnitPreferences()
        units[.mass] = .pound
        units[.glucose] = .millimolePerLiter
        units[.temperature] = .fahrenheit
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(units), as: UTF8.self)
        #expect(text == #"{"glucose":"mmol/L","mass":"lb","temperature":"°F"}"#)
        func read(_ text: String) throws -> UnitPreferences {
            try JSONDecoder().decode(UnitPreferences.self, from: Data(text.utf8))
        }
        #expect(try read(text) == units)
        var mass = UnitPreferences()
        mass[.mass] = .pound
        #expect(
            try read(
                #"{"mass":"lb","glucose":"kg","distance":3,"energy":null,"mood":"km"}"#) == mass)
        #expect(try read("{}").isEmpty)
    }

    @Test("The command line names a quantity or a metric, and a unit in any case")
    func commandLine() throws {
        var units = UnitPreferences()
        for text in [
            "weight=LB", "glucose=mmol/l", "temperature=f", "height=cm", "energy.active=KJ",
            "pressure=kpa",
        ] {
            try units.add(text)
        }
        #expect(units[.mass] == .pound && units[.glucose] == .millimolePerLiter)
        #expect(units[.temperature] == .fahrenheit && units[.height] == .centimeter)
        #expect(units[.energy] == .kilojoule && units[.pressure] == .kilopascal)
        try units.add("mass=st")
        #expect(units[.mass] == .stone)
        for (text, part) in [
            ("mass", "write mass=lb"), ("", "write mass=lb"),
            ("steps=kg", "mass, distance, height"), ("mood=kg", "temperature"),
            ("mass=km", "there is kg, lb, st"), ("glucose=", "write mass=lb"),
        ] {
            var unchanged = units
            do throws(UnitPreferences.Misfit) {
                try unchanged.add(text)
                Issue.record("\(text) chooses no unit")
            } catch {
                #expect(error.description.contains(part), "\(error)")
            }
            #expect(unchanged == units)
        }
    }
}
