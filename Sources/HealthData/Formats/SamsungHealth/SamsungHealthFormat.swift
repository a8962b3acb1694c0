import Localization

/// A table of the export of Samsung Health (`com.samsung.…csv`).
///
/// The first line names the kind of data, the second the columns, some of them with the name of the
/// kind before them; rows have one comma more than the header. Times are UTC, whatever the column
/// `time_offset` contains, and `day_time` is the midnight of a local day as if it were UTC, in
/// milliseconds, or as a text in older exports. Days of steps have a row for all devices
/// (`source_type` -2) and one for each, which count only if the first is missing. -1 means not set.
/// The pedometer's days repeat them for each device: each is a source of its own, so a day counts
/// once. A night is asleep as a whole where the table of stages says nothing about it. A kind that
/// is not listed is refused under its name, and never read as a generic table.
enum SamsungHealthFormat: TableFormat {
    static let name = "samsung-health"
    static let program: String? = "samsung-health"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        first(head).map { .certain(tr("a first line that names {1}", $0.kind)) }
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let (kind, dialect, number) = first(document.head) else { return }
        // The kind decides, since several kinds have columns with the same names.
        let known = tables.filter { $0.title == kind }
        if let match = TableProfile.match(known, document.head) {
            return try read(document, output, match)
        }
        let reason =
            known.isEmpty
            ? tr("records of the type {1} are not read yet", kind)
            : tr("the columns of {1} are not known", kind)
        try read(
            document, output,
            planner: UnreadPlanner(
                dialect: dialect, skippedRows: number + 2,
                unread: TablePlan.Unread(reason: reason, type: kind)))
    }

    /// The kind of data that the first line names, and the index of that line among the rows.
    private static func first(
        _ head: DocumentHead
    ) -> (kind: String, dialect: Dialect, number: Int)? {
        guard let table = head.tables.first, let row = table.rows.first,
            let kind = row.fields.first, kind.hasPrefix("com.samsung.")
        else { return nil }
        return (kind, table.dialect, row.number)
    }

    static let tables: [TableProfile] = [
        kind(
            "com.samsung.shealth.step_daily_trend",
            [
                .init("day time", as: .start, isRequired: true),
                .init("count", as: .value(.steps), missing: [-1], isRequired: true),
                .init("distance", as: .value(.distance), unit: "m", missing: [-1]),
                .init("calorie", as: .value(.activeEnergy), unit: "kcal", missing: [-1]),
                .init("source type", as: .nothing, isRequired: true),
            ],
            days: true,
            filter: TableProfile.Filter(
                column: ["source type"], accepted: ["-2"],
                reason: tr("it is one device's part of the row for all devices"), isRepeat: true,
                areParts: true)),
        kind(
            "com.samsung.shealth.tracker.pedometer_day_summary",
            [
                .init("day time", as: .start, isRequired: true),
                .init("step count", as: .value(.steps), missing: [-1], isRequired: true),
                .init("distance", as: .value(.distance), unit: "m", missing: [-1]),
                .init("calorie", as: .value(.activeEnergy), unit: "kcal", missing: [-1]),
                .init("device uuid", "deviceuuid", as: .source, isRequired: true),
                .init("pkg name", as: .nothing),
            ], days: true),
        exercise("com.samsung.shealth.exercise", prefixes: ["com samsung health exercise"]),
        exercise("com.samsung.health.exercise"),
        night("com.samsung.shealth.sleep", prefixes: ["com samsung health sleep"]),
        night("com.samsung.health.sleep"),
        kind(
            "com.samsung.health.weight",
            [
                .init("weight", as: .value(.weight), unit: "kg", missing: [-1], isRequired: true),
                .init("body fat", as: .value(.bodyFat), unit: "%", missing: [-1, 0]),
                .init("height", as: .value(.height), unit: "cm", missing: [-1, 0]),
            ]),
        kind(
            "com.samsung.shealth.blood_pressure",
            [
                .init("systolic", as: .systolic, unit: "mmHg", isRequired: true),
                .init("diastolic", as: .diastolic, unit: "mmHg", isRequired: true),
                .init("pulse", as: .value(.heartRate), unit: "bpm", missing: [-1, 0]),
            ], prefixes: ["com samsung health blood pressure"]),
        kind(
            "com.samsung.shealth.tracker.heart_rate",
            [
                .init(
                    "heart rate", as: .value(.heartRate), unit: "bpm", missing: [-1, 0],
                    isRequired: true)
            ], prefixes: ["com samsung health heart rate"]),
        kind(
            "com.samsung.shealth.tracker.oxygen_saturation",
            [.init("spo2", as: .value(.oxygen), unit: "%", missing: [-1, 0], isRequired: true)],
            prefixes: ["com samsung health oxygen saturation"]),
        kind(
            "com.samsung.health.sleep_stage",
            [
                .init("end time", as: .end, isRequired: true),
                .init(
                    "stage",
                    as: .stages(["40001": .awake, "40002": .core, "40003": .deep, "40004": .rem]),
                    isRequired: true),
            ]),
        kind(
            "com.samsung.health.height",
            [.init("height", as: .value(.height), unit: "cm", missing: [-1, 0], isRequired: true)]),
        kind(
            "com.samsung.health.floors_climbed",
            [
                .init("end time", as: .end),
                .init("floor", as: .value(.flights), missing: [-1], isRequired: true),
            ]),
        kind(
            "com.samsung.shealth.blood_glucose",
            [
                .init(
                    "glucose", as: .value(.glucose), unit: "mmol/L", missing: [-1, 0],
                    isRequired: true)
            ], prefixes: ["com samsung health blood glucose"]),
    ]

    /// The table of activities, with their figures.
    private static func exercise(_ title: String, prefixes: [String] = []) -> TableProfile {
        kind(
            title,
            [
                .init("end time", as: .end, isRequired: true),
                .init("exercise type", as: .sport(sports), isRequired: true),
                .init("duration", as: .figure(.activeDuration), unit: "ms"),
                .init("distance", as: .figure(.distance), unit: "m"),
                .init("calorie", as: .figure(.energy), unit: "kcal"),
                .init("mean heart rate", as: .figure(.meanHeartRate), unit: "bpm"),
                .init("max heart rate", as: .figure(.highestHeartRate), unit: "bpm"),
            ], prefixes: prefixes)
    }

    /// The table of nights, of which another has the stages.
    private static func night(_ title: String, prefixes: [String] = []) -> TableProfile {
        var profile = kind(
            title, [.init("end time", as: .endOfNight, isRequired: true)], prefixes: prefixes)
        profile.isSummary = true
        return profile
    }

    /// The sports by the numbers of `exercise_type`, as the documentation of the SDK lists them.
    private static let sports = [
        "1001": "Walking", "1002": "Running", "2001": "Baseball", "2002": "Softball",
        "2003": "Cricket", "3001": "Golf", "3002": "Billiards", "3003": "Bowling", "4001": "Hockey",
        "4002": "Rugby", "4003": "Basketball", "4004": "Soccer", "4005": "Handball",
        "4006": "American football", "5001": "Volleyball", "5002": "Beach volleyball",
        "6001": "Squash", "6002": "Tennis", "6003": "Badminton", "6004": "Table tennis",
        "6005": "Racquetball", "7001": "Tai chi", "7002": "Boxing", "7003": "Martial arts",
        "8001": "Ballet", "8002": "Dancing", "8003": "Ballroom dancing", "9001": "Pilates",
        "9002": "Yoga", "10001": "Stretching", "10002": "Jump rope", "10003": "Hula hooping",
        "10004": "Push-ups", "10005": "Pull-ups", "10006": "Sit-ups", "10007": "Circuit training",
        "10008": "Mountain climbers", "10009": "Jumping jacks", "10010": "Burpees",
        "10011": "Bench press", "10012": "Squats", "10013": "Lunges", "10014": "Leg presses",
        "10015": "Leg extensions", "10016": "Leg curls", "10017": "Back extensions",
        "10018": "Lat pull-downs", "10019": "Deadlifts", "10020": "Shoulder presses",
        "10021": "Front raises", "10022": "Lateral raises", "10023": "Crunches",
        "10024": "Leg raises", "10025": "Plank", "10026": "Arm curls", "10027": "Arm extensions",
        "11001": "Inline skating", "11002": "Hang gliding", "11003": "Pistol shooting",
        "11004": "Archery", "11005": "Horseback riding", "11007": "Cycling", "11008": "Flying disc",
        "11009": "Roller skating", "12001": "Aerobics", "13001": "Hiking", "13002": "Rock climbing",
        "13003": "Backpacking", "13004": "Mountain biking", "13005": "Orienteering",
        "14001": "Swimming", "14002": "Aquarobics", "14003": "Canoeing", "14004": "Sailing",
        "14005": "Scuba diving", "14006": "Snorkeling", "14007": "Kayaking", "14008": "Kitesurfing",
        "14009": "Rafting", "14010": "Rowing", "14011": "Windsurfing", "14012": "Yachting",
        "14013": "Water skiing", "15001": "Step machine", "15002": "Weight machine",
        "15003": "Stationary cycling", "15004": "Rowing machine", "15005": "Treadmill",
        "15006": "Elliptical", "16001": "Cross-country skiing", "16002": "Skiing",
        "16003": "Ice dancing", "16004": "Ice skating", "16006": "Ice hockey",
        "16007": "Snowboarding", "16008": "Alpine skiing", "16009": "Snowshoeing",
    ]

    /// The table of one kind; its columns may have one of the prefixes.
    private static func kind(
        _ title: String, _ columns: [TableProfile.Column], prefixes: [String] = [],
        days: Bool = false, filter: TableProfile.Filter? = nil
    ) -> TableProfile {
        let own = HeaderNames.normalized(title)
        var all = columns
        if !days { all.append(.init("start time", as: .start, isRequired: true)) }
        all += [
            .init("pkg name", as: .source), .init("device uuid", "deviceuuid", as: .nothing),
            .init("time offset", as: .nothing), .init("create time", as: .nothing),
            .init("update time", as: .nothing), .init("datauuid", as: .nothing),
            .init("custom", as: .nothing), .init("comment", as: .nothing),
            .init("sleep id", as: .nothing), .init("binning data", as: .nothing),
        ]
        for index in all.indices {
            let names = all[index].names
            for prefix in prefixes + [own] { all[index].names += names.map { "\(prefix) \($0)" } }
        }
        return TableProfile(
            title: title, columns: all, offset: days ? nil : 0, hasCivilDays: days,
            hasTotals: days, filter: filter, passesOverQuietly: true)
    }
}
