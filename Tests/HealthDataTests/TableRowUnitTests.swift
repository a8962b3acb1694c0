import ChartCore
import Testing

@testable import HealthData

/// Units that belong to single rows, and numbers of different kinds in one column.
@Suite("Units of rows")
struct TableRowUnitTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    /// The metrics of a table with their units and values.
    private func read(_ text: String) throws -> (metrics: [String: [Double]], file: FileReport) {
        let result = load(try files.write(text))
        expectBalanced(result.report)
        var metrics: [String: [Double]] = [:]
        for metric in result.records.metrics {
            let columns = result.records[metric.id]?.columns
            metrics[metric.unit.isEmpty ? "\(metric.id)" : "\(metric.id) \(metric.unit)"] =
                columns.map { Array($0.values) }
        }
        return (metrics, result.report.files[0])
    }

    private func expect(_ found: [String: [Double]], _ wanted: [String: [Double]]) {
        #expect(found.keys.sorted() == wanted.keys.sorted())
        for (name, values) in wanted {
            let own = found[name] ?? []
            #expect(own.count == values.count, "\(name)")
            for (a, b) in zip(own, values) { #expect(abs(a - b) < 1e-3, "\(name)") }
        }
    }

    @Test("A column of units belongs to the numbers that its name or its place says")
    func unitColumns() throws {
        // A pound has 0.45359237 kg, a mile 1,609.344 m, a millimole of glucose 18.016 mg in a
        // decilitre, a kilopascal 7.50062 mmHg.
        expect(
            try read(
                "Date,Steps,Weight,Note,Weight Unit\n2026-01-05,9,160.5,,lb\n2026-01-06,8,72.5,,kg\n"
            ).metrics,
            ["weight kg": [72.80157, 72.5], "steps count": [9, 8]])
        expect(
            try read("when;distance;Einheit\n2026-01-05;3,1;mi\n2026-01-06;5,5;km\n").metrics,
            ["distance m": [4988.9664, 5500]])
        expect(
            try read("Date,Units,Glucose\n2026-01-05,mmol/L,5.5\n2026-01-06,mg/dL,101\n").metrics,
            ["glucose mg/dL": [99.088, 101]])
        let pressure = try read(
            "Date,Sys,Dia,Unit,Pulse\n2026-01-05,16.3,10.8,kPa,61\n2026-01-06,122,81,mmHg,62\n")
        expect(
            pressure.metrics, ["blood-pressure mmHg": [122.26, 122], "heart-rate bpm": [61, 62]])
        #expect(pressure.file.questions.isEmpty)
    }

    @Test("A row with a unit of another kind is refused; one without a unit has the header's")
    func otherUnits() throws {
        let (metrics, file) = try read(
            "Date,Weight (lb),Unit\n2026-01-05,100,\n2026-01-06,72,kg\n2026-01-07,5,mmol/L\n")
        expect(metrics, ["weight kg": [45.359237, 72]])
        #expect(file.refusals.map(\.cell?.value) == ["5"])
    }

    @Test("Numbers with units of different kinds are never one line")
    func differentKinds() throws {
        // The texts next to them tell them apart.
        expect(
            try read(
                """
                date,item,amount
                2026-01-05,Water,250 ml
                2026-01-05,Rice,100 g
                2026-01-06,Water,0.3 l
                2026-01-06,Rice,90 g
                """
            ).metrics,
            ["column:Rice g": [100, 90], "column:Water ml": [250, 300]])
        // If nothing does, the units themselves do; pounds and kilograms are of one kind.
        expect(
            try read("date,value,unit\n2026-01-05,10,lb\n2026-01-06,5,kg\n2026-01-07,4,mm\n")
                .metrics,
            ["column:value lb": [10, 11.02311], "column:value (mm) mm": [4]])
        // A mole of anything but glucose has another mass.
        expect(
            try read(
                """
                date,test,result,units
                2026-01-05,LDL,110,mg/dL
                2026-01-05,HDL,50,mg/dL
                2026-02-05,LDL,2.9,mmol/L
                """
            ).metrics,
            [
                "column:HDL mg/dL": [50], "column:LDL mg/dL": [110],
                "column:LDL (mmol/L) mmol/L": [2.9],
            ])
    }

    @Test("Next to numbers without a unit, one with a unit is refused")
    func oneUnit() throws {
        let (metrics, file) = try read(
            "date,dose\n2026-01-05,10\n2026-01-06,11\n2026-01-07,5 g\n2026-01-08,12 drops\n")
        expect(metrics, ["column:dose": [10, 11, 12]])
        #expect(file.refusals.map(\.cell?.value) == ["5 g"])
    }

    @Test("Two columns of one name with their units in the cells are one metric")
    func twice() throws {
        let (metrics, file) = try read(
            "Date,Weight,Weight\n2026-01-05,72.5 kg,159.8 lb\n2026-01-06,72.1 kg,159.0 lb\n")
        expect(metrics, ["weight kg": [72.5, 72.1]])
        #expect(file.notes.contains { $0.text.contains("repeats another") })
    }

    @Test("Pressures below 40 are in kilopascals, which is asked")
    func kilopascals() throws {
        let (metrics, file) = try read("Date,SBP,DBP\n2026-01-05 08:00,16.3,10.8\n")
        expect(metrics, ["blood-pressure mmHg": [122.26]])
        #expect(file.questions.map(\.id) == ["unit.blood-pressure"])
        expect(
            try read("Date,Blood Pressure (kPa)\n2026-01-05 08:00,16.3/10.8\n").metrics,
            ["blood-pressure mmHg": [122.26]])
    }

    @Test("A unit behind a name needs no brackets")
    func plainHeaders() throws {
        expect(
            try read("date,glucose mg/dL,weight lb,trunk fat kg\n2026-01-05,99,100,11\n").metrics,
            ["glucose mg/dL": [99], "weight kg": [45.359237], "column:trunk fat kg": [11]])
    }
}
