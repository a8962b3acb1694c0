import Localization

/// The global numbers of messages.
///
/// Source: the profile of Garmin's FIT SDK.
enum FITKind {
    static let fileID = 0
    static let session = 18
    static let lap = 19
    static let record = 20
    static let event = 21
    static let weight = 30
    static let course = 31
    static let coursePoint = 32
    static let activity = 34
    static let bloodPressure = 51
    static let monitoring = 55
    static let monitoringInfo = 103
    static let heartRates = 132
    static let timestampCorrelation = 162

    /// The kinds whose fields are read as lists.
    static func hasLists(_ kind: Int) -> Bool { kind == heartRates }

    /// The profile's name of a kind that holds readings and is not read; nil for other kinds.
    static func unread(_ kind: Int) -> String? { unreadKinds[kind] }

    private static let unreadKinds: [Int: String] = [
        78: "hrv", 80: "ant_rx", 101: "length", 160: "gps_metadata", 164: "gyroscope_data",
        165: "accelerometer_data", 167: "three_d_sensor_calibration", 169: "video_frame",
        174: "obdii_data", 177: "nmea_sentence", 178: "aviation_attitude", 208: "magnetometer_data",
        209: "barometer_data", 210: "one_d_sensor_calibration", 211: "monitoring_hr_data",
        225: "set", 227: "stress_level", 229: "max_met_data", 268: "dive_summary",
        269: "spo2_data", 275: "sleep_level", 285: "jump", 289: "aad_accel_features",
        290: "beat_intervals", 297: "respiration_rate", 302: "hsa_accelerometer_data",
        304: "hsa_step_data", 305: "hsa_spo2_data", 306: "hsa_stress_data",
        307: "hsa_respiration_data", 308: "hsa_heart_rate_data", 312: "split",
        314: "hsa_body_battery_data", 317: "climb_pro", 319: "tank_update", 323: "tank_summary",
        346: "sleep_assessment", 370: "hrv_status_summary", 371: "hrv_value", 372: "raw_bbi",
        376: "hsa_gyroscope_data", 387: "chrono_shot_session", 388: "chrono_shot_data",
        398: "skin_temp_overnight", 409: "hsa_wrist_temperature_data",
        470: "sleep_disruption_severity_period", 471: "sleep_disruption_overnight_severity",
    ]
}
