// Where records come from, and how a person gets them. The names of buttons and pages are those of
// the devices' and programs' English versions; makers change them, so the text names few of them.

import Localization

/// What health records are kept on before they are here.
enum RecordOrigin: String, CaseIterable, Sendable {
    case iPhone
    case android
    /// Scales, blood pressure monitors, glucose meters, and tables of a person's own.
    case device

    var title: String {
        switch self {
        case .iPhone: tr("iPhone and Apple Watch")
        case .android: tr("Android and watches")
        case .device: tr("Scale, cuff or your own table")
        }
    }

    var subtitle: String {
        switch self {
        case .iPhone: tr("The Health app keeps everything.")
        case .android: tr("Health Connect, Samsung or Garmin.")
        case .device: tr("What you measure at home.")
        }
    }

    /// The shortest way, in three steps, with the names to look for emphasised.
    var steps: [EmphasisedText] {
        let steps: [String] =
            switch self {
            case .iPhone:
                [
                    tr("Open **Health** and tap your picture at the top right."),
                    tr("Tap **Export All Health Data** and wait; it can take a few minutes."),
                    tr("Send **export.zip** to this computer."),
                ]
            case .android:
                [
                    tr("Open **Settings** and search for **Health Connect**."),
                    tr("Choose **Backup and restore**, then export."),
                    tr("Copy the **.zip** here, or the export of your watch’s app."),
                ]
            case .device:
                [
                    tr("Open the maker’s app and look for **Export** or **Download my data**."),
                    tr("Choose **CSV** if it asks."),
                    tr("Is there no app? Type your readings in by hand."),
                ]
            }
        return steps.map(EmphasisedText.init)
    }

    /// The names of the files, as a person sees them.
    var files: String {
        switch self {
        case .iPhone: "export.zip"
        case .android: ".zip, .db, .fit, .tcx, .gpx"
        case .device: ".csv, .xlsx, .ods, .json"
        }
    }

    /// A way to get the records, under the name of what they are on.
    struct Way {
        var name: String
        var steps: [String]
    }

    /// Every way, with all its steps.
    var ways: [Way] {
        switch self {
        case .iPhone:
            [
                Way(
                    name: tr("On the iPhone"),
                    steps: [
                        tr("Open the Health app."),
                        tr("Tap your picture or initials at the top right."),
                        tr("Scroll to the end, and tap Export All Health Data, then Export."),
                        tr("Wait until it is ready. Many years can take several minutes."),
                        tr(
                            "Send export.zip to this computer: save it to Files and copy it with a cable or a shared folder, or mail it to yourself if it is small."
                        ),
                    ])
            ]
        case .android:
            [
                Way(
                    name: tr("Health Connect, on Android 14 and later"),
                    steps: [
                        tr("Open Settings and search for Health Connect."),
                        tr(
                            "Open Backup and restore. In some versions it is under Manage data."),
                        tr("Set up an export, and choose where the file is kept."),
                        tr("Copy the .zip to this computer."),
                    ]),
                Way(
                    name: tr("Samsung Health"),
                    steps: [
                        tr("Open the menu, then Settings, then Download personal data."),
                        tr("Copy the whole folder to this computer, or a .zip of it."),
                    ]),
                Way(
                    name: tr("Fitbit and Google Fit"),
                    steps: [
                        tr("Open takeout.google.com and choose Fitbit or Fit."),
                        tr("Download the archive to this computer when Google says it is ready."),
                    ]),
                Way(
                    name: tr("Garmin, Polar, Oura and Huawei"),
                    steps: [
                        tr(
                            "Sign in to your account on the maker’s page, and ask for a copy of your data."
                        ),
                        tr("Download the archive from the link that you get, often days later."),
                    ]),
                Way(
                    name: tr("Gadgetbridge"),
                    steps: [
                        tr("Open the menu, then Data management, and export the database."),
                        tr("Copy the .db file to this computer."),
                    ]),
                Way(
                    name: tr("A single run or ride"),
                    steps: [
                        tr("Open it in your watch’s app, and share it as FIT, TCX or GPX.")
                    ]),
            ]
        case .device:
            [
                Way(
                    name: tr("Withings"),
                    steps: [
                        tr(
                            "Sign in to your account on the maker’s page, open its settings, and choose to download your data."
                        ),
                        tr("Copy the .zip to this computer."),
                    ]),
                Way(
                    name: tr("Omron and other blood pressure monitors"),
                    steps: [
                        tr("Open the list of readings in the maker’s app."),
                        tr("Share or export it as CSV, and mail it to yourself."),
                    ]),
                Way(
                    name: tr("openScale"),
                    steps: [tr("Open the menu and choose Export. It writes a CSV file.")]),
                Way(
                    name: tr("Glucose sensors"),
                    steps: [
                        tr(
                            "Sign in to LibreView or Clarity on the web, and download or export the glucose data as CSV."
                        )
                    ]),
                Way(
                    name: tr("A table of your own"),
                    steps: [
                        tr(
                            "One row for each reading, with its day, its time and its value. The first row names the columns, for example: date, weight (kg)."
                        ),
                        tr("Save it as CSV, XLSX or ODS."),
                    ]),
                Way(
                    name: tr("No file at all"),
                    steps: [tr("Press Ctrl+N and type a reading. It is kept in your library.")]),
            ]
        }
    }
}
