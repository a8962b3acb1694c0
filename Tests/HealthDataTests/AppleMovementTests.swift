import ChartCore
import HealthData
import Testing

@Suite("Types of Apple Health exports since iOS 16, and workouts of several parts")
struct AppleMovementTests {
    private static let quantity = "HKQuantityTypeIdentifier"

    private func load(_ elements: String) throws -> ImportResult {
        let files = try TestFiles()
        return HealthDataTests.load(try files.write(export(elements), "export.xml"))
    }

    private func values(_ result: ImportResult, _ id: String) -> [Double] {
        result.records[MetricID(id)].map { Array($0.columns.values) } ?? []
    }

    @Test(
        "A record of each type has a metric, in the metric's unit",
        arguments: [
            ("DistanceSwimming", "yd", "100", "distance", 91.44),
            ("DistanceRowing", "km", "2", "distance", 2000),
            ("DistanceDownhillSnowSports", "mi", "1", "distance", 1609.344),
            ("SwimmingStrokeCount", "count", "210", "swimming.strokes", 210),
            ("WalkingSpeed", "mi/hr", "3", "speed.walking", 4.828_032),
            ("RunningSpeed", "km/hr", "11.2", "speed.running", 11.2),
            ("StairAscentSpeed", "ft/s", "1", "speed.stairs-up", 1.09728),
            ("CyclingSpeed", "m/s", "10", "speed.cycling", 36),
            ("WalkingStepLength", "in", "30", "walking.step-length", 76.2),
            ("WalkingDoubleSupportPercentage", "%", "0.285", "walking.double-support", 28.5),
            ("RunningStrideLength", "m", "1.25", "running.stride-length", 125),
            ("RunningGroundContactTime", "ms", "251", "running.contact-time", 251),
            ("RunningPower", "W", "231", "power", 231),
            ("CyclingCadence", "count/min", "88", "cadence", 88),
            ("PhysicalEffort", "kcal/hr·kg", "8.4", "effort.physical", 8.4),
            ("WorkoutEffortScore", "appleEffortScore", "6", "effort.workout", 6),
            ("TimeInDaylight", "min", "27", "daylight", 1620),
            ("AppleStandTime", "min", "5", "stand.time", 300),
            ("HeadphoneAudioExposure", "dBASPL", "71.5", "audio.headphones", 71.5),
            ("EnvironmentalAudioExposure", "dBASPL", "64", "audio.environment", 64),
            ("AppleSleepingWristTemperature", "degF", "95", "temperature.wrist", 35),
            ("WaterTemperature", "degC", "18.5", "temperature.water", 18.5),
            ("UnderwaterDepth", "ft", "10", "diving.depth", 3.048),
            (
                "AppleSleepingBreathingDisturbances", "count", "2.4",
                "sleep.breathing-disturbances", 2.4
            ),
            ("HeartRateRecoveryOneMinute", "count/min", "32", "heart-rate.recovery", 32),
            ("AtrialFibrillationBurden", "%", "0.02", "heart-rate.fibrillation", 2),
            ("WaistCircumference", "in", "32", "body.waist", 0.8128),
            ("LeanBodyMass", "lb", "100", "body.lean", 45.359_237),
            ("PeakExpiratoryFlowRate", "L/min", "480", "respiration.peak-flow", 480),
        ] as [(String, String, String, String, Double)])
    func types(type: String, unit: String, written: String, id: String, value: Double) throws {
        let result = try load(
            record(
                type, unit, written, "2025-09-19 07:00:00 +0000", "2025-09-19 07:10:00 +0000"))
        #expect(result.records.metrics.map(\.id.rawValue) == [id])
        #expect(areNear(values(result, id), [value], within: 1e-9))
        #expect(result.report.files[0].refused == 0)
        let other = try load(record(type, "furlong", written, "2025-09-19 07:00:00 +0000"))
        #expect(other.report.files[0].refused == 1, "a unit of another kind is refused")
    }

    @Test("A mindful session counts by its own length, whatever its value")
    func mindful() throws {
        func session(_ from: String, _ to: String) -> String {
            " <Record type=\"HKCategoryTypeIdentifierMindfulSession\" sourceName=\"Watch\" "
                + "startDate=\"2025-09-19 \(from) +0000\" endDate=\"2025-09-19 \(to) +0000\" "
                + "value=\"HKCategoryValueNotApplicable\"/>\n"
        }
        // Often enough for records that are written alike to be read in the short way.
        let result = try load(
            session("06:00:00", "06:05:00") + session("12:00:00", "12:01:30")
                + session("20:00:00", "20:10:00") + session("22:00:00", "22:00:30"))
        #expect(values(result, "mindful.time") == [300, 90, 600, 30])
        #expect(result.records[.mindfulTime]?.columns.ends.first == utc(2025, 9, 19, 6, 5))
    }

    @Test("Names of a family follow one another in lists")
    func families() {
        var families: [MetricFamily] = []
        for metric in Metric.catalogue where families.last != metric.family {
            families.append(metric.family)
        }
        #expect(Set(families).count == families.count)
        #expect(Set(Metric.catalogue.map(\.id)).count == Metric.catalogue.count)
    }

    private func statistics(_ type: String, _ attributes: String) -> String {
        "   <WorkoutStatistics type=\"\(Self.quantity)\(type)\" \(attributes)/>\n"
    }

    private func part(_ from: String, _ to: String, _ minutes: Int, _ children: String) -> String {
        "  <WorkoutActivity uuid=\"\(from)\" startDate=\"2025-06-01 \(from):00 +0000\" "
            + "endDate=\"2025-06-01 \(to):00 +0000\" duration=\"\(minutes)\" "
            + "durationUnit=\"min\">\n\(children)  </WorkoutActivity>\n"
    }

    private func workout(_ children: String, _ attributes: String = "") throws -> Workout {
        let result = try load(
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeSwimBikeRun\" duration=\"70\" "
                + "durationUnit=\"min\" sourceName=\"Watch\" \(attributes) "
                + "startDate=\"2025-06-01 08:00:00 +0000\" endDate=\"2025-06-01 09:20:00 +0000\">\n"
                + children + " </Workout>\n")
        expectBalanced(result.report)
        #expect(result.report.files[0].notes.isEmpty)
        return try #require(result.records.workouts.first)
    }

    @Test("A workout of several parts has the sum of their distances, and the parts as laps")
    func parts() throws {
        // A duathlon: the same kind of distance in two parts.
        let parts =
            part(
                "08:00", "08:20", 20,
                statistics("DistanceWalkingRunning", "sum=\"4.5\" unit=\"km\"")
                    + statistics("ActiveEnergyBurned", "sum=\"250\" unit=\"kcal\""))
            + part(
                "08:22", "08:58", 36,
                statistics("DistanceCycling", "sum=\"15\" unit=\"km\"")
                    + statistics("HeartRate", "average=\"140\" maximum=\"160\" unit=\"count/min\""))
            + part(
                "09:00", "09:14", 14,
                statistics("DistanceWalkingRunning", "sum=\"2500\" unit=\"m\"")
                    + statistics("ActiveEnergyBurned", "sum=\"120\" unit=\"kcal\""))
        let whole = try workout(parts)
        #expect(whole.figures.distance == 22_000 && whole.figures.energy == 370)
        #expect(whole.figures.highestHeartRate == 160 && whole.figures.meanHeartRate == nil)
        #expect(whole.figures.activeDuration == 4200)
        #expect(whole.laps.map(\.figures.distance) == [4500, 15_000, 2500])
        #expect(whole.laps.map(\.figures.activeDuration) == [1200, 2160, 840])
        #expect(
            whole.laps.map(\.start) == [
                utc(2025, 6, 1, 8), utc(2025, 6, 1, 8, 22), utc(2025, 6, 1, 9),
            ])

        // The workout's own statistics count, with the kinds of distance that it does not repeat.
        let own = try workout(
            parts + statistics("DistanceCycling", "sum=\"15.2\" unit=\"km\"")
                + statistics("ActiveEnergyBurned", "sum=\"400\" unit=\"kcal\""))
        #expect(own.figures.distance == 22_200 && own.figures.energy == 400)

        // A total of the whole is not added to.
        let total = try workout(
            parts, "totalDistance=\"21.5\" totalDistanceUnit=\"km\"")
        #expect(total.figures.distance == 21_500)
    }
}
