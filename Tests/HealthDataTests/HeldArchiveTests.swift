import ChartCore
import Testing

@testable import HealthData

/// Archives and tables of programs that many people have, as a whole, in other forms and languages,
/// and broken as such files break.
@Suite("Archives that people hold") struct HeldArchiveTests {
    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        Array(result.records.merged(id).values)
    }

    private func total(_ result: ImportResult, _ id: MetricID) -> Double {
        values(result, id).reduce(0, +)
    }

    private func sleep(_ result: ImportResult) -> Double {
        let columns = result.records.merged(.sleep)
        return columns.starts.indices.reduce(0) { sum, index in
            [.awake, .inBed].contains(columns.sleepStage(at: index))
                ? sum : sum + columns.end(at: index) - columns.starts[index]
        }
    }

    // MARK: Strava

    private let activities = """
        Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Calories
        11,"May 3, 2024, 6:00:00 AM",Morning Run,Run,,240,0.5,150,20.0,false,,,activities/11.gpx,71.0,,240.0,240.0,500.0,5.0,30.0
        12,"May 4, 2024, 7:00:00 AM",Walk,Walk,"two lines
        of text",600,0.8,110,5.0,false,,,activities/12.tcx.gz,71.0,,600.0,580.0,800.0,2.0,40.0
        13,"May 5, 2024, 5:00:00 PM",Pool,Swim,,1800,"1,000",,,false,,,,71.0,,1800.0,1700.0,1000.0,,250.0

        """

    private let run = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx creator="StravaGPX" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
         <trk><name>Morning Run</name><type>running</type><trkseg>
          <trkpt lat="52.5000" lon="13.4"><time>2024-05-03T06:00:00Z</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>121</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>
          <trkpt lat="52.5045" lon="13.4"><time>2024-05-03T06:04:00Z</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>150</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>
         </trkseg></trk>
        </gpx>
        """

    /// As Strava writes it, with ten blanks before the declaration.
    private let walk = """
                  <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
         <Activities><Activity Sport="Other"><Id>2024-05-04T07:00:00Z</Id><Lap StartTime="2024-05-04T07:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>800</DistanceMeters><Calories>40</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>
         <Trackpoint><Time>2024-05-04T07:00:00Z</Time><DistanceMeters>0</DistanceMeters><HeartRateBpm><Value>95</Value></HeartRateBpm></Trackpoint>
         <Trackpoint><Time>2024-05-04T07:10:00Z</Time><DistanceMeters>800</DistanceMeters><HeartRateBpm><Value>105</Value></HeartRateBpm></Trackpoint>
         </Track></Lap></Activity></Activities></TrainingCenterDatabase>
        """

    private func packedWalk(_ files: TestFiles) throws -> [UInt8] {
        _ = try files.write(walk, "12.tcx")
        try files.run("gzip", ["12.tcx"])
        return try files.bytes("12.tcx.gz")
    }

    @Test("Strava's archive: what the list and a track both have counts once")
    func strava() throws {
        let files = try TestFiles()
        let path = try files.zip(
            [
                ("activities.csv", Array(activities.utf8)),
                ("activities/11.gpx", Array(run.utf8)),
                ("activities/12.tcx.gz", try packedWalk(files)),
                ("profile.csv", Array("Athlete ID,First Name,Weight\n1,A,71.0\n".utf8)),
                ("media/a.jpg", [0xff, 0xd8, 0xff, 0xe0, 0x4a, 0x46, 0x49, 0x46]),
            ], "export_1.zip")
        let result = load(path, in: try zone("Europe/Berlin"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Running", "Walking", "Swimming"])
        #expect(
            workouts.map(\.start) == [
                utc(2024, 5, 3, 6), utc(2024, 5, 4, 7), utc(2024, 5, 5, 17),
            ])
        #expect(workouts.map { $0.end - $0.start } == [240, 600, 1800])
        #expect(workouts.compactMap(\.figures.distance) == [500, 800, 1000])
        #expect(Set(values(result, .heartRate)) == [121, 150, 95, 105])
        expectBalanced(result.report)
    }

    @Test("Strava's list that ends in the middle of a row, and a track that was cut")
    func brokenStrava() throws {
        let files = try TestFiles()
        let end = try #require(activities.firstRange(of: "Pool,Swim,,18"))
        let half = Array(try packedWalk(files).prefix(200))
        let path = try files.zip(
            [
                ("activities.csv", Array(activities[..<end.upperBound].utf8)),
                ("activities/12.tcx.gz", half),
            ], "export_1.zip")
        let result = load(path)
        #expect(result.records.workouts.map(\.sport) == ["Running", "Walking"])
        let list = result.report.files[0]
        #expect([list.read, list.used, list.refused] == [3, 2, 1] as [Int])
        #expect(list.refusals.first?.reason.contains("cut off") == true)
        expectBalanced(result.report)
    }

    @Test(
        "Strava's list in other languages: kilometres, times in UTC, sports and energies",
        arguments: [
            """
            Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendeln,Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,Dateiname,Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Höchstgeschw.,Kalorien
            11,"09.12.2024, 15:24:49",Lauf am Morgen,Lauf,,240,"0,50",150.0,20.0,false,,,activities/11.gpx,71.0,,240.0,230.0,500.0,5.0,30.0
            12,"31.07.2024, 17:00:00",Fahrt,Radfahrt,,1800,"8,02",110.0,5.0,false,,,,71.0,,1800.0,1780.0,8020.0,2.0,140.0

            """,
            """
            ID de l'activité,Date de l'activité,Nom de l'activité,Type d'activité,Description de l'activité,Temps écoulé,Distance,Fréquence cardiaque max.,Effort relatif,Trajet domicile-travail,Note privée de l'activité,Matériel de l'activité,Nom du fichier,Poids de l'athlète,Poids du vélo,Temps écoulé,Durée de déplacement,Distance,Vitesse max.,Calories
            11,"9 déc. 2024 à 15:24:49",Course le matin,Course à pied,,240,"0,50",150.0,20.0,false,,,activities/11.gpx,71.0,,240.0,230.0,500.0,5.0,30.0
            12,"31 juil. 2024 à 17:00:00",Sortie,Vélo,,1800,"8,02",110.0,5.0,false,,,,71.0,,1800.0,1780.0,8020.0,2.0,140.0

            """,
            """
            ID de actividad,Fecha de la actividad,Nombre de la actividad,Tipo de actividad,Descripción de la actividad,Tiempo transcurrido,Distancia,Frecuencia cardiaca máxima,Esfuerzo relativo,Desplazamiento,Nota privada,Equipamiento,Nombre de archivo,Peso del atleta,Peso de la bicicleta,Tiempo transcurrido,Tiempo en movimiento,Distancia,Velocidad máxima,Calorías
            11,"9 dic 2024, 15:24:49",Carrera,Carrera,,240,"0,50",150.0,20.0,false,,,activities/11.gpx,71.0,,240.0,230.0,500.0,5.0,30.0
            12,"31 jul 2024, 17:00:00",Vuelta,Ciclismo,,1800,"8,02",110.0,5.0,false,,,activities/12.fit.gz,71.0,,1800.0,1780.0,8020.0,2.0,140.0

            """,
        ])
    func translatedStrava(_ text: String) throws {
        let files = try TestFiles()
        let result = load(try files.write(text, "activities.csv"), in: try zone("Europe/Berlin"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Cycling", "Running"])
        #expect(
            workouts.map(\.start) == [utc(2024, 7, 31, 17), utc(2024, 12, 9, 15, 24) + 49])
        #expect(workouts.compactMap(\.figures.distance) == [8020, 500])
        #expect(workouts.compactMap(\.figures.activeDuration) == [1780, 230])
        #expect(workouts.compactMap(\.figures.energy) == [140, 30])
        #expect(workouts.compactMap(\.figures.highestHeartRate) == [110, 150])
        expectBalanced(result.report)
    }

    // MARK: Whoop

    private let whoop = """
        Cycle start time,Cycle end time,Cycle timezone,Workout start time,Workout end time,Duration (min),Activity name,Activity Strain,Energy burned (cal),Max HR (bpm),Average HR (bpm),GPS enabled,Distance (meters)
        2024-11-16 23:00:00,2024-11-17 22:10:00,UTC+05:30,2024-11-17 07:00:00,2024-11-17 07:45:00,45,Cycling,10.2,380.00,165,139,true,15200
        2024-11-17 23:00:00,2024-11-18 22:10:00,UTC+05:30,2024-11-18 07:00:00,,40,Running,10.2,380.00,165,139,true,6200

        """

    @Test("Whoop's workouts have their own times, and their length where an end is missing")
    func whoopWorkouts() throws {
        let files = try TestFiles()
        let result = load(try files.write(whoop, "workouts.csv"), in: try zone("Europe/Berlin"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Cycling", "Running"])
        #expect(workouts.map(\.start) == [utc(2024, 11, 17, 1, 30), utc(2024, 11, 18, 1, 30)])
        #expect(workouts.map { $0.end - $0.start } == [2700, 2400])
        #expect(workouts.compactMap(\.figures.meanHeartRate) == [139, 139])
        let notes = result.report.files[0].notes.map(\.text)
        #expect(!notes.contains { $0.contains("Workout") }, "\(notes)")
        expectBalanced(result.report)
    }

    @Test("The end of a cycle is not that of a workout, even if no workout has one")
    func whoopWithoutEnds() throws {
        let files = try TestFiles()
        let text = whoop.replacing("2024-11-17 07:45:00", with: "")
        let result = load(try files.write(text, "workouts.csv"))
        #expect(result.records.workouts.map { $0.end - $0.start } == [2700, 2400])
        let backwards =
            whoop
            + "2024-11-19 23:00:00,2024-11-20 22:10:00,UTC+05:30,2024-11-20 07:00:00,2024-11-20 06:30:00,30,Running,1,3,16,13,true,52\n"
        let broken = load(try files.write(backwards, "workouts.csv"))
        #expect(broken.records.workouts.count == 2 && broken.report.files[0].refused == 1)
        expectBalanced(broken.report)
    }

    // MARK: Fitbit

    private let fitbit = """
        Body
        Date,Weight,BMI,Fat
        "2017-01-09","177.5","24.3","21.5"
        "2017-01-10","176.6","24.2","0"

        Activities
        Date,Calories Burned,Steps,Distance,Floors,Minutes Sedentary,Minutes Lightly Active,Minutes Fairly Active,Minutes Very Active,Activity Calories
        "2017-01-09","2,345","10,123","7.3","10","700","200","20","30","1,102"
        "2017-01-10","1,300","0","0","0","1,440","0","0","0","0"

        Sleep
        Start Time,End Time,Minutes Asleep,Minutes Awake,Number of Awakenings,Time in Bed,Minutes REM Sleep,Minutes Light Sleep,Minutes Deep Sleep
        "2017-01-08 11:05PM","2017-01-09 6:40AM","420","35","2","455","90","240","90"

        """

    @Test("Fitbit's table in pounds: the index shows the unit of weights, steps that of distances")
    func fitbitInPounds() throws {
        let files = try TestFiles()
        let result = load(try files.write(fitbit, "fitbit_export_20170110.csv"))
        let weights = values(result, .weight)
        try #require(weights.count == 2)
        #expect(abs(weights[0] - 177.5 * 0.45359237) < 1e-9)
        #expect(values(result, .bodyFat) == [21.5])
        #expect(values(result, .steps) == [10_123, 0])
        #expect(total(result, .distance) == 7300)
        #expect(sleep(result) == 25_200)
        let questions = result.report.files[0].questions.map(\.reason).joined(separator: "\n")
        #expect(
            questions.contains("body mass index") && questions.contains("steps"), "\(questions)")
        expectBalanced(result.report)
    }

    @Test("Fitbit's table that was cut in its nights keeps the sections before")
    func brokenFitbit() throws {
        let files = try TestFiles()
        let text = fitbit + "\"2017-01-09 10:05PM\",\"2017-01-10 5:"
        let result = load(try files.write(text, "fitbit_export_20170110.csv"))
        #expect(values(result, .steps) == [10_123, 0] && sleep(result) == 25_200)
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)
    }

    // MARK: Glucose

    @Test("xDrip's table in mmol/L, with a code for no reading, and cut in its last row")
    func xDrip() throws {
        let files = try TestFiles()
        let text = """
            DAY;TIME;UDT_CGMS;BG_LEVEL;CH_GR;BOLUS;REMARK
            14.05.2026;19:20;6.4;;;;
            14.05.2026;19:25;6.7;;;;
            14.05.2026;19:30;12.0;;;;
            14.05.2026;18:00;;5.8;;;
            14.05.2026;19:40;0;;;;
            14.05.2026;19:45;1
            """
        let result = load(try files.write(text, "export20260514-192000.csv"))
        let found = values(result, .glucose)
        #expect(found.count == 4 && abs((found.last ?? 0) - 12 * 18.0156) < 0.01, "\(found)")
        #expect(result.report.files[0].refused == 2)
        expectBalanced(result.report)
    }

    // MARK: Scales

    @Test("Libra in pounds with a decimal comma in one column, and its last number cut")
    func libraInPounds() throws {
        let files = try TestFiles()
        let text = """
            #Version:5
            #Units:lbs

            #date;weight;weight trend;body fat;body fat trend;muscle mass;muscle mass trend;comment
            2019-03-01 07:00:00;180.2;180.0;;;;;
            2019-03-02 07:05:00;179.8;179.9;22,5;;;;
            2019-03-03 07:05:00;x;179.9;;;;;
            2019-03-04 07:05:00;17
            """
        let result = load(try files.write(text, "Libra_2019-03-04.csv"))
        let weights = values(result, .weight)
        try #require(weights.count == 2)
        #expect(abs(weights[0] - 180.2 * 0.45359237) < 1e-9)
        #expect(values(result, .bodyFat) == [22.5])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)
    }

    @Test("VitaDock's scale: units in the cells, a cell with only a unit, a quote never closed")
    func vitaDockScale() throws {
        let files = try TestFiles()
        let text = """
            "Datum";"Zielgewicht";"Gewicht";"BMI";"Körperfett";"Muskelanteil";"Bemerkung"
            "26.06.2015 - 07:10";"75 kg";"80,4 kg";"24,8";"21,3 %";"38,1 %";"  "
            "27.06.2015 - 07:12";"75 kg";"80,1 kg";"24,7";"21,2 %";"38,2 %";"  "
            "28.06.2015 - 07:12";"75 kg";"kg";"24,7";"21,4 %";"38,2 %";"  "
            "29.06.2015 - 07:12";"75 kg";"79,
            """
        let result = load(try files.write(text, "targetscale.csv"))
        #expect(values(result, .weight) == [80.4, 80.1])
        #expect(values(result, .bodyFat) == [21.3, 21.2, 21.4])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)
    }

    // MARK: Nights

    @Test("plees-tracker without comments: a night backwards, one without an end, a row cut")
    func brokenPlees() throws {
        let files = try TestFiles()
        let text = """
            sid,start,stop,rating
            1,1630015200000,1630038600000,4
            2,1630069200000,1630065600000,0
            3,1635199200000,0,3
            4,1640642400000,1640667600000,2
            5,16406424
            """
        let result = load(try files.write(text, "plees-tracker.csv"))
        #expect(sleep(result) == 23_400 + 25_200)
        #expect(result.report.files[0].refused == 3)
        expectBalanced(result.report)
    }

    @Test("Sleep Cycle's newer table: seconds asleep, percent, a night without an end")
    func sleepCycle() throws {
        let files = try TestFiles()
        let text = """
            Start;End;Sleep Quality;Regularity;Mood;Heart rate (bpm);Steps;Alarm mode;Air Pressure (Pa);City;Movements per hour;Time in bed (seconds);Time asleep (seconds);Time before sleep (seconds);Window start;Window stop;Did snore;Snore time;Weather temperature (°C);Weather type;Notes
            2023-05-01 23:10:00;2023-05-02 07:10:00;81%;90%;Good;58;5200;Normal;101200;Oslo;20.5;28800.0;27000.0;600.0;2023-05-02 06:45:00;2023-05-02 07:15:00;false;0.0;9.5;Cloudy;
            2023-05-02 23:30:00;2023-05-03 07:00:00;74%;88%;OK;0;4100;Normal;101100;Oslo;25.1;27000.0;25200.0;900.0;2023-05-03 06:45:00;2023-05-03 07:15:00;false;0.0;9.0;Cloudy;
            2023-05-03 23:30:00;;74%;88%;OK;60;4100;Normal;101100;Oslo;25.1;;;;;;false;0.0;9.0;Cloudy;

            """
        let result = load(try files.write(text, "sleepdata.csv"))
        #expect(sleep(result) == 27_000 + 25_200)
        #expect(values(result, .heartRate).filter { $0 == 0 } == [])
        expectBalanced(result.report)
    }

    // MARK: Tables of Garmin

    @Test(
        "Garmin's activities in other languages",
        arguments: [
            """
            Aktivitätstyp,Datum,Favorit,Titel,Distanz,Kalorien,Zeit,Ø Herzfrequenz,Maximale Herzfrequenz,Anstieg gesamt
            Laufen,2025-02-06 17:06:03,false,"Lauf","5,61","452","00:32:10","151","174","41"
            Radfahren,2025-02-08 09:00:10,false,"Fahrt","52,31","1.204","02:10:45","131","165","412"

            """,
            """
            Type d'activité,Date,Favori,Titre,Distance,Calories,Durée,Fréquence cardiaque moyenne,Fréquence cardiaque maximale,Ascension totale
            Course à pied,2025-02-06 17:06:03,false,"Course","5,61","452","00:32:10","151","174","41"
            Ciclismo,2025-02-08 09:00:10,false,"Sortie","52,31","1 204","02:10:45","131","165","412"

            """,
        ])
    func translatedGarmin(_ text: String) throws {
        let files = try TestFiles()
        let result = load(try files.write(text, "Activities.csv"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Running", "Cycling"])
        #expect(workouts.compactMap(\.figures.distance) == [5610, 52_310])
        #expect(workouts.compactMap(\.figures.energy) == [452, 1204])
        #expect(workouts.map { $0.end - $0.start } == [1930, 7845])
        #expect(workouts.compactMap(\.figures.meanHeartRate) == [151, 131])
        #expect(workouts.compactMap(\.figures.highestHeartRate) == [174, 165])
        expectBalanced(result.report)
    }

    // MARK: Zepp

    @Test("Zepp's heart rates: 255 is no reading, and the last row is cut")
    func zepp() throws {
        let files = try TestFiles()
        let text = """
            date,time,heartRate
            2024-01-15,08:00,60
            2024-01-15,08:10,70
            2024-01-15,08:20,255
            2024-01-15,08:
            """
        let result = load(try files.write(text, "HEARTRATE_AUTO_1705300000000.csv"))
        #expect(values(result, .heartRate) == [60, 70])
        #expect(result.report.files[0].refused == 2)
        expectBalanced(result.report)
    }
}
