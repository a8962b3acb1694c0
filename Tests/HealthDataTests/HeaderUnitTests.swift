import ChartCore
import Testing

@testable import HealthData

/// Names and units in headers, comments and cells.
@Suite("Headers and units")
struct HeaderUnitTests {
    @Test("A comment right above the rows names the columns, and another the unit of the file")
    func comments() throws {
        let files = try TestFiles()
        let text = """
            # exported by a scale
            # Unit: lb
            # date, weight, fat percentage
            2026-01-05, 150, 20
            2026-01-06, 151, 21
            """
        let result = load(try files.write(text))
        #expect(areNear(result.values(.weight), [68.038_855_5, 68.492_447_87]))
        #expect(result.values(.bodyFat) == [20, 21])
        #expect(result.report.files[0].questions.isEmpty)
        let row = "Einheit: mmol/L\nDatum;Glukose\n05.01.2026 08:00;5,0\n06.01.2026 08:00;6,0\n"
        let other = load(try files.write(row, "row.csv"))
        #expect(areNear(other.values(.glucose), [90.08, 108.096]))
        #expect(other.report.files[0].questions.isEmpty)
    }

    @Test("Units in brackets stay with unknown columns and are converted for known ones")
    func brackets() throws {
        let files = try TestFiles()
        let text = """
            date,Bone Mass(lb),Fat Mass(lb),Body Fat (kg),Skill [points per game]
            2026-01-05,7,30,14,3
            2026-01-06,7.5,31,15,4
            """
        let result = load(try files.write(text))
        #expect(areNear(result.values(.boneMass), [3.175_146_59, 3.401_942_775]))
        #expect(result.records[.column("Fat Mass")]?.metric.unit == "lb")
        #expect(result.records[.column("Body Fat")]?.metric.unit == "kg")
        #expect(result.records[.bodyFat] == nil)
        #expect(result.values(.column("Skill [points per game]")) == [3, 4])
    }

    @Test("A mean is a reading; a least or greatest value is a column of its own")
    func qualifiers() throws {
        let files = try TestFiles()
        let text = """
            date,Pulse [Min] (bpm),Pulse [Max] (bpm),Pulse [Avg] (bpm),Blood Pressure [Systolic] (mmHg),Blood Pressure [Diastolic] (mmHg)
            2026-01-05,50,140,70,120,80
            2026-01-06,51,141,71,121,81
            """
        let result = load(try files.write(text))
        #expect(result.values(.heartRate) == [70, 71])
        #expect(result.values(.column("Pulse [Min]")) == [50, 51])
        #expect(result.records[.column("Pulse [Max]")]?.metric.unit == "bpm")
        #expect(result.values(.bloodPressure) == [120, 121])
    }

    @Test(
        "Pressures and pulses in the words of several languages",
        arguments: [
            "Tarih;Büyük tansiyon;Küçük tansiyon;Nabız", "Дата;Верхнее;Нижнее;ЧСС",
            "Data;Ciśnienie skurczowe;Ciśnienie rozkurczowe;Tętno",
            "Datum;Bovendruk;Onderdruk;Polsslag",
            "Dato;Systolisk;Diastolisk;Puls", "Date;Sys;Dia;Pul", "Date;SBP;DBP;HR",
            "Fecha;Sist;Diast;Avg HR",
        ])
    func words(header: String) throws {
        let files = try TestFiles()
        let text = header + "\n05.01.2026;121;79;60\n06.01.2026;125;82;63\n"
        let result = load(try files.write(text))
        #expect(
            result.values(.bloodPressure) == [121, 125], "\(result.records.metrics.map(\.id))")
        #expect(result.values(.heartRate) == [60, 63])
    }

    @Test("Quantities in two units, in one cell or in two columns")
    func compounds() throws {
        let files = try TestFiles()
        // A stone is 14 lb, a pound 0.45359237 kg.
        let cells = "date,weight\n2026-01-05,11st 3lb\n2026-01-06,11 st 2.5 lb\n2026-01-07,11st 3\n"
        let wanted = [71.214_002_09, 70.987_205_905]
        #expect(areNear(load(try files.write(cells)).values(.weight), wanted + [wanted[0]]))
        for header in ["date,Stones,Pounds", "date,Weight (st),Weight (lb)"] {
            let columns = header + "\n2026-01-05,11,3\n2026-01-06,11,2.5\n"
            let result = load(try files.write(columns))
            #expect(areNear(result.values(.weight), wanted))
            #expect(result.records.metrics.map(\.id) == [.weight])
        }
        let height = "date,height\n2026-01-05,5' 11\"\n2026-01-06,5'10\"\n"
        let tall = load(try files.write(height, "height.csv"))
        #expect(areNear(tall.values(.height), [1.8034, 1.778]))
    }

    @Test("Units behind numbers in cells: of unknown columns, mixed, and of glucose")
    func cells() throws {
        let files = try TestFiles()
        let text = """
            date,Grip,Sugar,blood glucose
            2026-01-05,30 kg,2 tsp,4.5mmol/L
            2026-01-06,66 lb,3 tsp,LO
            2026-01-07,31 kg,1 tsp,90 mg/dL
            """
        let result = load(try files.write(text))
        let grip = try #require(result.records[.column("Grip")])
        #expect(grip.metric.unit == "kg")
        #expect(areNear(Array(grip.columns.values), [30, 29.937_096_42, 31]))
        #expect(result.records[.column("Sugar")]?.metric.unit == "tsp")
        #expect(areNear(result.values(.glucose), [81.072, 90]))
        let notes = result.report.files[0].notes.map(\.text)
        #expect(notes.contains { $0.contains("outside the range of the sensor") })
    }

    @Test("A header with one name too many fits what is below it")
    func aligned() throws {
        let files = try TestFiles()
        let text = "Pulse,Taken,Date,Time\n61,5/13/26,08:10\n63,5/14/26,21:20\n"
        let result = load(try files.write(text))
        #expect(result.values(.heartRate) == [61, 63])
        #expect(
            result.records[.heartRate].map { Array($0.columns.starts) }
                == [utc(2026, 5, 13, 8, 10), utc(2026, 5, 14, 21, 20)])
    }

    @Test("One quantity in two units is one metric; two quantities of one name are two")
    func twice() throws {
        let files = try TestFiles()
        let same = "date,weight (kg),weight (lb)\n2026-01-05,70,154.3\n2026-01-06,71,156.5\n"
        #expect(load(try files.write(same)).values(.weight) == [70, 71])
        let two = "date,weight (kg),body mass (kg)\n2026-01-05,70,65\n2026-01-06,71,64\n"
        let result = load(try files.write(two, "two.csv"))
        #expect(result.values(.weight) == [70, 71])
        #expect(result.values(.column("body mass")) == [65, 64])
    }

    @Test("Columns of one metric of which each row has only one are that metric")
    func complementary() throws {
        let files = try TestFiles()
        let text = "date,sgv,blood glucose\n2026-01-05 08:00,110,\n2026-01-05 09:00,,104\n"
        #expect(load(try files.write(text)).values(.glucose) == [110, 104])
    }

    @Test("Columns of one name with two units in two files are two lines")
    func files() throws {
        let files = try TestFiles()
        let a = try files.write("date,grip (kg)\n2026-01-05,30\n", "a.csv")
        let b = try files.write("date,grip (lb)\n2026-01-06,66\n", "b.csv")
        let ids = load(a, b).records.metrics.map(\.id.rawValue)
        #expect(ids == ["column:grip", "column:grip (lb)"])
    }
}
