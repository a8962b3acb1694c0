/// What the names in a table's header mean, in the languages that exports use.
enum HeaderNames {
    enum Role: Hashable, Sendable {
        /// A date, a time stamp, or the start of an interval.
        case start
        case end
        /// A time of day next to a date.
        case time
        case source
        case systolic
        case diastolic
        case metric(MetricID)
        /// A time at which a row was written, imported or exported, not measured.
        case recorded
        /// The time zone, or the offset from UTC, of local times.
        case zone
        /// A number or a text that only identifies the row.
        case identifier
        /// What a device notes about itself: its calibration, its reception.
        case technical
        /// A latitude or a longitude: where a row was recorded.
        case position
        /// The length of an interval.
        case length
        /// What was done in a workout.
        case sport
        case unknown
    }

    /// Splits a header cell into its name, its role, and the unit in brackets or after a comma.
    static func parse(_ cell: String) -> (name: String, role: Role, unit: String?) {
        let (name, unit) = withoutUnit(cell)
        let key = normalized(name)
        if let role = roles[key] {
            // "Blood Pressure (Systolic)"
            if role == .metric(.bloodPressure), let part = unit.flatMap({ roles[normalized($0)] }),
                part == .systolic || part == .diastolic
            {
                return (cell.trimmingBlanks(), part, nil)
            }
            return (name, role, unit ?? HeaderQualifier.unit(named: key))
        }
        // weight_kg, WeightPounds, "steps count"
        for (suffix, suffixUnit) in suffixes where key.hasSuffix(suffix) {
            let stem = String(key.dropLast(suffix.count)).trimmingBlanks()
            if let role = roles[stem], case .metric = role {
                return (name, role, unit ?? suffixUnit)
            }
        }
        if unit == nil, let (stem, role, behind) = unitBehind(",", name) ?? unitBehind(" ", name) {
            return (stem, role, behind)
        }
        if let role = HeaderQualifier.role(of: cell, name: name) { return (name, role, unit) }
        if let id = AppleTypes.quantity(named: name) { return (name, .metric(id), unit) }
        if HeaderNames.namesIdentifiers(key) { return (name, .identifier, unit) }
        // A text in brackets that is no unit is a part of the name: `Heart Rate [Min]`.
        if let text = unit, !CellUnits.mayBeUnit(text) {
            return (cell.trimmingBlanks(), .unknown, nil)
        }
        return (name, .unknown, unit)
    }

    /// The role of a normalized name; nil if the name is not known.
    static func role(ofNormalized name: String) -> Role? { roles[name] }

    /// Splits a header cell into its name and the unit in brackets behind it.
    static func withoutUnit(_ cell: String) -> (name: String, unit: String?) {
        let text = cell.trimmingBlanks()
        for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] {
            guard text.last == close, let from = opening(open, close, text),
                from != text.startIndex
            else { continue }
            return (
                String(text[..<from]).trimmingBlanks(),
                String(text[text.index(after: from)...].dropLast()).trimmingBlanks()
            )
        }
        return (text, nil)
    }

    /// The index of the bracket that the last one of a text closes.
    private static func opening(
        _ open: Character, _ close: Character, _ text: String
    ) -> String.Index? {
        var depth = 0
        for index in text.indices.reversed() {
            if text[index] == close { depth += 1 }
            if text[index] == open { depth -= 1 }
            if depth == 0 { return index }
        }
        return text.lastIndex(of: open)
    }

    /// A known name followed by a comma or a blank and one of its units: "weight, kg".
    private static func unitBehind(
        _ sign: Character, _ cell: String
    ) -> (name: String, role: Role, unit: String)? {
        guard let comma = cell.lastIndex(of: sign) else { return nil }
        let name = String(cell[..<comma]).trimmingBlanks()
        let unit = String(cell[cell.index(after: comma)...]).trimmingBlanks()
        guard let role = roles[normalized(name)], !unit.isEmpty else { return nil }
        let metric: Metric? =
            switch role {
            case .metric(let id): Metric(id)
            case .systolic, .diastolic: Metric(.bloodPressure)
            default: nil
            }
        // Any other text behind the comma makes it another column: "weight, evening".
        guard let metric, UnitConversion.from(unit, to: metric.unit) != nil else { return nil }
        return (name, role, unit)
    }

    /// Normalizes a name for the tables here: lower case, words separated by one blank.
    static func normalized(_ name: String) -> String {
        var result = ""
        var lastWasLower = false
        for scalar in name.unicodeScalars {
            if scalar == "_" || scalar == "-" || scalar == "." || scalar == "/"
                || scalar.value <= 32
                || scalar == "\u{a0}"
            {
                if !result.hasSuffix(" ") { result += " " }
                lastWasLower = false
                continue
            }
            if lastWasLower, scalar.properties.isUppercase { result += " " }
            lastWasLower = scalar.properties.isLowercase
            result += scalar.properties.lowercaseMapping
        }
        return result.trimmingBlanks()
    }

    /// Whether a header cell is a word for a column of names.
    static func isWordForNames(_ cell: String) -> Bool {
        wordsForNames.contains(normalized(cell.trimmingBlanks()))
    }

    private static let wordsForNames: Set<String> = [
        "name", "names", "item", "category", "label", "title", "kind", "type", "bezeichnung",
        "kategorie",
        "nombre", "categoría", "nom", "catégorie", "nome", "categoria", "naam", "navn", "namn",
        "nazwa",
        "имя", "название", "名前", "名称", "品名", "項目", "種類", "分類", "姓名", "类别", "類別", "이름",
    ]

    private static let suffixes: [(String, String)] = [
        (" kg", "kg"), ("kg", "kg"), (" lb", "lb"), (" lbs", "lb"), (" pounds", "lb"),
        (" bpm", "bpm"),
        (" mmhg", "mmHg"), (" km", "km"), (" m", "m"), (" cm", "cm"), (" percent", "%"),
        (" pct", "%"),
        (" kcal", "kcal"), (" mg dl", "mg/dL"), (" mmol l", "mmol/L"), (" ms", "ms"),
        (" mg per dl", "mg/dL"), (" mmol per l", "mmol/L"),
        (" count", ""), (" %", "%"), (" st", "st"), (" stone", "st"), (" stones", "st"),
    ]

    private static let roles: [String: Role] = {
        var table: [String: Role] = [:]
        func add(_ role: Role, _ names: String) {
            for name in names.split(separator: ",") {
                table[String(name).trimmingBlanks()] = role
            }
        }
        add(
            .start,
            """
            date, datetime, date time, timestamp, time stamp, day, start, start date, start time, from, begin, \
            datum, von, beginn, zeitpunkt, zeitstempel, tag, fecha, desde, inicio, data, da, inizio, jour, \
            début, debut, de, dato, fra, datum tid, päivä, дата, 日期, 日付, 日時, 날짜, date of measurement, \
            measurement date, measured at, recorded at, when, ts, timestamp unix ms, timestampunixms, \
            date and time, date/time, some time, horodatage, local time, tarih, tarih saat, pvm, data godzina
            """)
        add(
            .end,
            """
            end, end date, end time, to, until, bis, ende, hasta, fin, fine, a, jusqu'à, til, slutt, до, stop, \
            stop time, stop date, finish, finished, ended, wake onset, wakeup, wake up time, get up, bitiş, \
            koniec, slut, einde, eind, конец
            """
        )
        add(
            .recorded,
            """
            creation date, creation time, created, created at, date created, create time, created time, import date, \
            imported, import time, imported at, export date, export time, exported, exported at, \
            modified, modified at, date modified, last modified, update time, updated, updated at, \
            last updated, sys time, upload time, uploaded at, date added, added, synced at, erstellt, \
            erstellt am, geändert, geändert am, exportiert am
            """)
        add(
            .technical,
            """
            slope, intercept, filtered, unfiltered, rssi, noise, battery, battery level, transmitter battery, \
            trend arrow, trend message, measurement color, glucose units
            """
        )
        add(
            .position,
            """
            latitude, longitude, lat, lon, lng, lat deg, lon deg, start latitude, start longitude, end latitude, \
            end longitude, gps latitude, gps longitude, gps lat, gps lon, position lat, position long, \
            breitengrad, längengrad, geogr breite, geogr länge, latitud, longitud, latitudine, longitudine, \
            breedtegraad, lengtegraad, breddegrad, lengdegrad, längdgrad, 緯度, 経度, 纬度, 经度
            """)
        add(
            .zone,
            """
            timezone, time zone, tz, zone, zone offset, timezone offset, time zone offset, time offset, \
            utc offset, gmt offset, offset, zoneid, zone id, timezone id, zeitzone, zona horaria, \
            fuseau horaire, fuso orario, tijdzone, tidszon, tidssone, tidszone, strefa czasowa, часовой пояс, \
            时区, 時區, タイムゾーン
            """)
        add(
            .length,
            """
            duration, length, total time, total duration, sport time, exercise duration, activity duration, \
            workout duration, workout time, session length, dauer, gesamtzeit, durée, duración, durata, \
            duração, duur, varighed, varighet, varaktighet, czas trwania, süre, продолжительность, \
            длительность, 时长, 時長, 所要時間
            """)
        for name in LengthColumn.wholeNames + LengthColumn.activeNames { add(.length, name) }
        add(
            .sport,
            """
            activity type, activity, activity name, sport, sports, sport type, workout, workout type, \
            workout activity type, workout name, exercise, exercise type, exercise name, sportart, aktivität, \
            aktivitätstyp, aktivitätsart, trainingsart, type d'activité, tipo de actividad, tipo di attività, \
            tipo de atividade, activiteitstype, aktivitetstype, aktivitetstyp, тип тренировки, 运动类型
            """)
        add(
            .time,
            """
            time, time of day, clock, uhrzeit, zeit, hora, heure, ora, tid, tijd, klockslag, aika, время, 时间, \
            時刻, 時間, 시간
            """)
        add(
            .source,
            "source, device, source name, quelle, gerät, dispositivo, appareil, fuente, 来源, 設備")
        add(
            .systolic,
            """
            systolic, sys, systolic blood pressure, blood pressure systolic, bp systolic, systole, systolisch, \
            systolique, sistolica, sistólica, sistolik, 收缩压, 最高血圧, 수축기, syst, sist, sbp, systolic bp, \
            systolic pressure, upper pressure, systolischer druck, systolischer blutdruck, oberer wert, \
            büyük tansiyon, sistolik tansiyon, sistolik kan basıncı, sistolik basınç, систолическое, \
            систолическое давление, систолическое ад, верхнее, верхнее давление, сад, skurczowe, \
            ciśnienie skurczowe, skurcz, górne, bovendruk, systolische druk, systolische bloeddruk, systolisk, \
            systolisk tryk, systolisk blodtryk, systoliskt, systoliskt blodtryck, övertryck, overtrykk, \
            systolisk blodtrykk, yläpaine, systolický, presión sistólica, pressione sistolica, \
            pressão sistólica, pression systolique, 高压, 收縮壓
            """)
        add(
            .diastolic,
            """
            diastolic, dia, diastolic blood pressure, blood pressure diastolic, bp diastolic, diastole, \
            diastolisch, diastolique, diastolica, diastólica, 舒张压, 最低血圧, 이완기, diast, dbp, diastolic bp, \
            diastolic pressure, lower pressure, diastolischer druck, diastolischer blutdruck, unterer wert, \
            küçük tansiyon, diyastolik, diyastolik tansiyon, diyastolik kan basıncı, diyastolik basınç, \
            диастолическое, диастолическое давление, диастолическое ад, нижнее, нижнее давление, дад, \
            rozkurczowe, ciśnienie rozkurczowe, rozkurcz, dolne, onderdruk, diastolische druk, \
            diastolische bloeddruk, diastolisk, diastolisk tryk, diastolisk blodtryk, diastoliskt, \
            diastoliskt blodtryck, undertryck, undertrykk, diastolisk blodtrykk, alapaine, diastolický, \
            presión diastólica, pressione diastolica, pressão diastólica, pression diastolique, 低压, 舒張壓
            """)
        add(
            .metric(.bloodPressure),
            "blood pressure, bp, blutdruck, tension artérielle, tension, presión arterial, pressione, 血压, 血圧"
        )
        add(
            .metric(.steps),
            """
            steps, step, step count, steps count, stepcount, total steps, schritte, pas, pasos, passi, stappen, \
            passos, steg, skritt, kroki, шаги, 步数, 歩数, 걸음 수
            """)
        add(
            .metric(.weight),
            """
            weight, body weight, body mass, bodymass, gewicht, körpergewicht, poids, peso, vekt, vikt, paino, \
            waga, вес, 体重, 체중, bodyweight, weight & body mass, stone, stones, pounds, lbs, kilo, ağırlık, \
            kilogram, gewicht kg, lichaamsgewicht, kropsvægt, vægt, kroppsvekt, kroppsvikt, масса тела, 體重
            """)
        add(
            .metric(.heartRate),
            """
            heart rate, heartrate, pulse, pulse rate, hr, bpm, puls, herzfrequenz, herzschlag, pouls, \
            fréquence cardiaque, pulso, frecuencia cardiaca, frequenza cardiaca, hartslag, пульс, 心率, 脈拍, 心拍数, \
            심박수, pul, pulsation, bpm pulse, heart beat, heartbeat, nabız, nabiz, kalp atışı, kalp hızı, чсс, \
            частота пульса, tętno, polsslag, polso, pulsfrequenz, pulsslag, sykkeetaajuus, syke, sydämen syke, \
            fréquence du pouls, frecuencia del pulso, 心跳
            """)
        add(
            .metric(.restingHeartRate),
            "resting heart rate, rhr, resting pulse, ruhepuls, ruheherzfrequenz, fréquence cardiaque au repos"
        )
        add(
            .metric(.heartRateVariability),
            "heart rate variability, hrv, sdnn, herzfrequenzvariabilität")
        add(.metric(.successiveDifferences), "rmssd, hrv rmssd, heart rate variability rmssd")
        add(
            .metric(.distance),
            """
            distance, total distance, distanz, strecke, entfernung, distancia, distanza, afstand, 距离, 距離, \
            walking + running distance, distance walking running, mesafe, дистанция, dystans, distans
            """
        )
        add(
            .metric(.flights),
            "flights, flights climbed, floors, floors climbed, etagen, stockwerke, étages, pisos")
        add(
            .metric(.activeEnergy),
            "active energy, active calories, active energy burned, aktive energie, aktivkalorien")
        add(
            .metric(.basalEnergy),
            "basal energy, resting energy, basal calories, resting calories, basal energy burned, ruheenergie"
        )
        add(.metric(.exerciseTime), "exercise time, exercise minutes, move minutes, trainingszeit")
        add(
            .metric(.bodyFat),
            """
            body fat, bodyfat, body fat percentage, fat percent, fat percentage, fat rate, fat %, körperfett, körperfettanteil, \
            grasa corporal, masse grasse, 体脂肪率, 体脂率
            """)
        add(.metric(.bodyMassIndex), "bmi, body mass index, imc")
        add(
            .metric(.height),
            "height, body height, größe, grösse, körpergröße, taille, altura, altezza, 身高, 身長")
        add(
            .metric(.oxygen),
            """
            oxygen, oxygen saturation, blood oxygen, spo2, sp o2, o2, sauerstoffsättigung, \
            saturation en oxygène, 血氧
            """)
        add(
            .metric(.respiration),
            "respiration, respiratory rate, breathing rate, atemfrequenz, fréquence respiratoire")
        add(
            .metric(.temperature),
            "temperature, body temperature, temp, temperatur, körpertemperatur, température, temperatura, 体温"
        )
        add(
            .metric(.skinTemperature),
            "skin temperature, skin temp, hauttemperatur, température cutanée")
        add(
            .metric(.glucose),
            """
            glucose, blood glucose, blood sugar, glucose value, historic glucose, blutzucker, glukose, glycémie, \
            glucosa, glicemia, 血糖, bg, sgv, value in, bg level, cgm glucose, sensor glucose, udt cgms, blood glucose level, glucose level, bloedglucose, bloedsuiker, \
            blodsukker, blodsocker, verensokeri, глюкоза, сахар крови, cukier, glukoza, kan şekeri, glikoz
            """)
        add(
            .metric(.boneMass),
            "bone mass, bone, knochenmasse, masse osseuse, masa ósea, massa ossea, botmassa, knoglemasse"
        )
        add(
            .metric(.bodyWater),
            """
            body water, total body water, body water rate, water percentage, water %, body water percentage, körperwasser, wasseranteil, \
            eau corporelle, agua corporal, acqua corporea
            """)
        add(
            .metric(.muscle),
            "muscle percentage, muscle rate, muscle percent, muscle %, muskelanteil, skeletal muscle percentage"
        )
        add(
            .metric(.visceralFat),
            "visceral fat, visceral fat level, visceral fat rating, viszeralfett")
        add(
            .metric(.waist),
            "waist, waist circumference, bauchumfang, taillenumfang, tour de taille, cintura")
        add(
            .metric(.walkingHeartRate),
            "walking heart rate, walking heart rate average, gehpuls")
        add(.metric(.vo2Max), "vo2max, vo2 max, vo 2 max, cardio fitness")
        for (role, names) in otherNames { add(role, names) }
        return table
    }()
}
