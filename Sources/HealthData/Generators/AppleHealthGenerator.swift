// A synthetic Apple Health export, generated from the seed.
//
// Method: day by day, so that memory does not grow; within a day the records of a type are next to
// each other, as in real exports. It contains what makes real exports hard: two devices that count
// the same steps, blood pressures in correlations and once more outside, exact copies, typed-in
// values, pounds, entities and no-break spaces in names, children and metadata, one offset for all
// dates (that of the export). A record is a Record, Workout or ActivitySummary element; children of
// correlations are Records. After `records` of them the file ends. Beyond ten years the heart rate
// becomes denser instead, so that no date goes beyond that of the export.

import ChartCore

package struct AppleHealthGenerator: Sendable {
    package enum DocumentType: String, Sendable, CaseIterable {
        case good
        case ios16
    }

    package let records: Int
    package let seed: UInt64
    package let documentType: DocumentType

    package init(records: Int, seed: UInt64, documentType: DocumentType = .good) {
        precondition(records >= 0, "an export cannot have \(records) records")
        self.records = records
        self.seed = seed
        self.documentType = documentType
    }

    /// Writes `export.xml`, inside a zip if the path ends in `.zip`.
    package func write(to path: String) throws(ImportError) {
        let writer = try RecordWriter(path: path, member: "apple_health_export/export.xml")
        var day = AppleHealthDay(seed: seed, records: records)
        day.text.append(AppleDocumentType.head)
        day.text.append(documentType == .good ? AppleDocumentType.good : AppleDocumentType.broken)
        day.text.append(
            """
            <HealthData locale="en_DE">
             <ExportDate value="2026-10-31 12:00:00 +0100"/>
             <Me HKCharacteristicTypeIdentifierDateOfBirth="" HKCharacteristicTypeIdentifierBiologicalSex=\
            "HKBiologicalSexNotSet" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" \
            HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"/>

            """)
        while !day.isFull {
            day.write()
            try writer.write(&day.text, least: 1 << 18)
        }
        day.text.append("</HealthData>\n")
        try writer.write(&day.text)
        try writer.finish()
    }
}

/// Writes one day after the other into `text`.
struct AppleHealthDay {
    private enum Device {
        case watch, phone, scale, cuff, typed
    }

    var text = TextBuffer()
    private var random: SplitMix64
    private let limit: Int
    private var written = 0
    /// Days since 1970 of the day being written, from 2016-03-01 on.
    private var day = CivilDate(year: 2016, month: 3, day: 1).days
    private var mass = 81.0
    private let heartRates: Int
    /// The heart rates of a day, as long as the file covers no more than `mostDays`.
    private static let leastHeartRates = 230
    /// The days from the first one on that every file ends within; the export is 3,896 days after
    /// it.
    private static let mostDays = 3_800
    /// At least how many other records a day has on average.
    private static let otherRecords = 270
    private var dateText: [UInt8] = []
    private var nextText: [UInt8] = []

    init(seed: UInt64, records: Int) {
        random = SplitMix64(seed: seed)
        limit = records
        heartRates = max(
            AppleHealthDay.leastHeartRates,
            records / AppleHealthDay.mostDays - AppleHealthDay.otherRecords)
    }

    var isFull: Bool { written >= limit }

    mutating func write() {
        dateText = AppleHealthDay.date(day)
        nextText = AppleHealthDay.date(day + 1)
        steps()
        heart()
        energy()
        vitals()
        body()
        pressure()
        sleep()
        workout()
        summary()
        day += 1
    }

    private static func date(_ day: Int) -> [UInt8] {
        var text = TextBuffer()
        text.append(date: CivilDate(days: day))
        return text.bytes
    }

    // MARK: Kinds

    /// Adds steps: the watch counts in pieces of some minutes, the phone in pieces of its own over
    /// much of the same time.
    private mutating func steps() {
        var second = 6 * 3600 + random.int(0...3000)
        while second < 22 * 3600 {
            let length = random.int(120...720)
            let count = random.int(4...11) * length / 12
            if random.chance(0.8) {
                quantity("StepCount", "count", .watch, second, second + length) { $0.append(count) }
                quantity("DistanceWalkingRunning", "km", .watch, second, second + length) {
                    $0.append(count * 72, places: 5)
                }
            }
            second += length + random.int(0...1200)
        }
        second = 6 * 3600 + random.int(0...3600)
        while second < 23 * 3600 {
            let length = random.int(180...900)
            let count = random.int(3...10) * length / 12
            if random.chance(0.55) {
                let typed = random.chance(0.004)
                quantity("StepCount", "count", typed ? .typed : .phone, second, second + length) {
                    $0.append(count)
                }
            }
            second += length + random.int(0...1800)
        }
        // A walk over midnight now and then.
        if random.chance(0.1) {
            let start = 86_400 - random.int(60...900)
            let end = 86_400 + random.int(60...900)
            let count = (end - start) * 3 / 4
            quantity("StepCount", "count", .phone, start, end) { $0.append(count) }
        }
        for _ in 0..<random.int(0...4) {
            let start = random.int(25_000...80_000)
            let count = random.int(1...3)
            quantity("FlightsClimbed", "count", .phone, start, start + 240) { $0.append(count) }
        }
    }

    private mutating func heart() {
        var rate = 58.0
        for index in 0..<heartRates {
            let second = index * 86_400 / heartRates + random.int(0...max(1, 60_000 / heartRates))
            let isAwake = second > 7 * 3600 && second < 23 * 3600
            rate += random.normal() * 4 + ((isAwake ? 76 : 54) - rate) * 0.12
            let value = Int(max(42, min(168, rate)))
            let motion = random.int(0...2)
            let device = Device.watch
            guard begin("HeartRate", "count/min", device, second, second) else { return }
            text.append(value)
            text.append(
                "\">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"")
            text.append(motion)
            text.append("\"/>\n </Record>\n")
            // Real exports have exact copies; they are records of the file, too.
            if random.chance(0.004) {
                quantity("HeartRate", "count/min", device, second, second) { $0.append(value) }
            }
        }
        let resting = random.int(52...61)
        quantity("RestingHeartRate", "count/min", .watch, 0, 80_000) { $0.append(resting) }
        for index in 0..<3 {
            variability(at: 9000 + index * 24_000 + random.int(0...9000))
        }
    }

    private mutating func variability(at second: Int) {
        let value = random.int(220_000...950_000)
        guard begin("HeartRateVariabilitySDNN", "ms", .watch, second, second + 61) else { return }
        text.append(value, places: 4)
        text.append("\">\n  <HeartRateVariabilityMetadataList>\n")
        for beat in 0..<24 {
            text.append("   <InstantaneousBeatsPerMinute bpm=\"")
            text.append(random.int(50...84))
            text.append("\" time=\"7:12:")
            text.append(beat * 2, width: 2)
            text.append(",")
            text.append(random.int(0...99), width: 2)
            text.append("\"/>\n")
        }
        text.append("  </HeartRateVariabilityMetadataList>\n </Record>\n")
    }

    private mutating func energy() {
        for hour in 0..<24 {
            let basal = random.int(61_000...74_000)
            quantity("BasalEnergyBurned", "kcal", .watch, hour * 3600, hour * 3600 + 3600) {
                $0.append(basal, places: 3)
            }
            if hour < 7 { continue }
            for part in 0..<4 {
                let active = random.int(300...24_000)
                let start = hour * 3600 + part * 900
                // The unit Cal is another name of the kilocalorie.
                quantity(
                    "ActiveEnergyBurned", part == 3 ? "Cal" : "kcal", .watch, start, start + 850
                ) {
                    $0.append(active, places: 3)
                }
            }
        }
        for _ in 0..<random.int(10...40) {
            let minute = random.int(420...1320)
            quantity("AppleExerciseTime", "min", .watch, minute * 60, minute * 60 + 60) {
                $0.append(1)
            }
        }
    }

    private mutating func vitals() {
        for index in 0..<12 {
            let second = index * 7200 + random.int(0...3000)
            let value = random.int(93...100)
            guard begin("OxygenSaturation", "%", .watch, second, second) else { return }
            text.append(value, places: 2)
            text.append(
                "\">\n  <MetadataEntry key=\"HKMetadataKeyBarometricPressure\" value=\"1011.7 hPa\"/>\n </Record>\n"
            )
        }
        for index in 0..<8 {
            let second = 3600 + index * 2700
            let value = random.int(110...185)
            quantity("RespiratoryRate", "count/min", .watch, second, second + 1800) {
                $0.append(value, places: 1)
            }
        }
        if day % 7 == 3 {
            let value = random.int(3800...4400)
            quantity("VO2Max", "mL/min·kg", .watch, 63_000, 63_000) { $0.append(value, places: 2) }
        }
    }

    private mutating func body() {
        mass += random.normal() * 0.18 - 0.004
        if mass < 66 { mass = 66.4 }
        if random.chance(0.7) {
            let second = 6 * 3600 + 1800 + random.int(0...2400)
            let isPounds = random.chance(0.05)
            let value = Int((mass * (isPounds ? 220.462 : 100)).rounded())
            if random.chance(0.03), begin("BodyMass", "kg", .typed, second, second) {
                text.append(Int((mass * 10).rounded()), places: 1)
                text.append(
                    "\">\n  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>\n </Record>\n")
            } else {
                quantity("BodyMass", isPounds ? "lb" : "kg", .scale, second, second) {
                    $0.append(value, places: 2)
                }
            }
            let fat = random.int(192...231)
            quantity("BodyFatPercentage", "%", .scale, second, second) { $0.append(fat, places: 3) }
            let index = Int((mass / 3.24 * 100).rounded())
            quantity("BodyMassIndex", "count", .scale, second, second) {
                $0.append(index, places: 2)
            }
        }
    }

    /// Adds the pressures of morning and evening; every other one again outside its correlation.
    private mutating func pressure() {
        for second in [7 * 3600 + random.int(0...1800), 21 * 3600 + random.int(0...1800)]
        where random.chance(0.5) {
            let upper = random.int(108...142)
            let lower = random.int(66...92)
            let lowerFirst = random.chance(0.3)
            let repeats = random.chance(0.5)
            // A correlation is written as a whole or not at all.
            guard limit - written >= 2 else { return }
            text.append(" <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"")
            origin(.cuff)
            span(second, second)
            text.append(">\n  <MetadataEntry key=\"HKWasUserEntered\" value=\"0\"/>\n")
            half(lowerFirst ? lower : upper, isUpper: !lowerFirst, second, "  ")
            half(lowerFirst ? upper : lower, isUpper: lowerFirst, second, "  ")
            text.append(" </Correlation>\n")
            guard repeats, limit - written >= 2 else { continue }
            half(upper, isUpper: true, second, " ")
            half(lower, isUpper: false, second, " ")
        }
    }

    private mutating func half(
        _ value: Int, isUpper: Bool, _ second: Int, _ indent: StaticString
    ) {
        if indent.utf8CodeUnitCount == 2 { text.append(" ") }
        quantity(
            isUpper ? "BloodPressureSystolic" : "BloodPressureDiastolic", "mmHg", .cuff, second,
            second
        ) { $0.append(value) }
    }

    private mutating func sleep() {
        var second = 600 + random.int(0...2400)
        let end = 6 * 3600 + random.int(0...1500)
        stage("InBed", .phone, max(0, second - 600), end + 300)
        while second < end {
            let length = random.int(600...3000)
            let name: StaticString =
                switch random.int(0...9) {
                case 0: "Awake"
                case 1, 2: "AsleepDeep"
                case 3, 4: "AsleepREM"
                default: "AsleepCore"
                }
            stage(name, .watch, second, min(end, second + length))
            second += length
        }
    }

    private mutating func stage(_ name: StaticString, _ device: Device, _ start: Int, _ end: Int) {
        guard !isFull else { return }
        written += 1
        text.append(" <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\"")
        origin(device)
        span(start, end)
        text.append(" value=\"HKCategoryValueSleepAnalysis")
        text.append(name)
        text.append(
            "\">\n  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>\n </Record>\n")
    }

    private mutating func workout() {
        guard day % 3 == 0, !isFull else { return }
        let start = 17 * 3600 + random.int(0...5000)
        let length = random.int(1200...4200)
        written += 1
        text.append(" <Workout workoutActivityType=\"HKWorkoutActivityType")
        text.append(day % 2 == 0 ? "Running" : "Cycling")
        text.append("\" duration=\"")
        text.append(length * 100 / 60, places: 2)
        text.append("\" durationUnit=\"min\"")
        origin(.watch)
        span(start, start + length)
        text.append(
            ">\n  <MetadataEntry key=\"HKIndoorWorkout\" value=\"0\"/>\n  <WorkoutStatistics type=\""
        )
        text.append("HKQuantityTypeIdentifierActiveEnergyBurned\"")
        span(start, start + length)
        text.append(" sum=\"")
        text.append(length / 6)
        text.append("\" unit=\"kcal\"/>\n </Workout>\n")
    }

    private mutating func summary() {
        guard !isFull else { return }
        written += 1
        text.append(" <ActivitySummary dateComponents=\"")
        text.append(bytes: dateText)
        text.append("\" activeEnergyBurned=\"")
        text.append(random.int(250_000...700_000), places: 3)
        text.append(
            "\" activeEnergyBurnedGoal=\"500\" activeEnergyBurnedUnit=\"kcal\" appleStandHours=\"")
        text.append(random.int(5...16))
        text.append("\" appleStandHoursGoal=\"12\"/>\n")
    }

    // MARK: Parts

    /// Writes a whole record without children.
    private mutating func quantity(
        _ type: StaticString, _ unit: StaticString, _ device: Device, _ start: Int, _ end: Int,
        _ value: (inout TextBuffer) -> Void
    ) {
        guard begin(type, unit, device, start, end) else { return }
        value(&text)
        text.append("\"/>\n")
    }

    /// Begins a record, up to its value; false if the file already has all its records.
    private mutating func begin(
        _ type: StaticString, _ unit: StaticString, _ device: Device, _ start: Int, _ end: Int
    ) -> Bool {
        guard !isFull else { return false }
        written += 1
        text.append(" <Record type=\"HKQuantityTypeIdentifier")
        text.append(type)
        text.append("\"")
        origin(device)
        text.append(" unit=\"")
        text.append(unit)
        text.append("\"")
        span(start, end)
        text.append(" value=\"")
        return true
    }

    private mutating func origin(_ device: Device) {
        switch device {
        case .watch:
            text.append(
                """
                 sourceName="Kim\u{2019}s Apple\u{a0}Watch" sourceVersion="11.2" device="&lt;&lt;HKDevice: \
                0x301f2a&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,3&gt;"
                """)
        case .phone:
            text.append(
                """
                 sourceName="Kim &amp; Sam&apos;s iPhone" sourceVersion="18.1" device="&lt;&lt;HKDevice: \
                0x30aa10&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone15,4&gt;"
                """)
        case .scale: text.append(" sourceName=\"体重計 Scale\" sourceVersion=\"3.1\"")
        case .cuff: text.append(" sourceName=\"BP Monitor\" sourceVersion=\"42\"")
        case .typed: text.append(" sourceName=\"Health\" sourceVersion=\"18.1\"")
        }
    }

    private mutating func span(_ start: Int, _ end: Int) {
        text.append(" creationDate=\"")
        moment(end)
        text.append("\" startDate=\"")
        moment(start)
        text.append("\" endDate=\"")
        moment(end)
        text.append("\"")
    }

    private mutating func moment(_ second: Int) {
        text.append(bytes: second < 86_400 ? dateText : nextText)
        text.append(" ")
        text.append(clock: second % 86_400)
        text.append(" +0100")
    }
}
