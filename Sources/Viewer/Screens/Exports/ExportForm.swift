import ChartExport
import Localization

/// The forms in which something that is shown can be exported.
enum ExportForm: String, CaseIterable {
    /// Positions with what was measured, for other programs.
    case gpx
    case png
    case svg
    case pdf
    /// Values with their times, for other programs.
    case csv

    /// The form of a picture; nil for data.
    var picture: PictureForm? { PictureForm(rawValue: rawValue) }

    /// The form by the extension of a path; nil for any other.
    init?(endingOf path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."),
            let form = ExportForm(rawValue: name[name.index(after: dot)...].lowercased())
        else { return nil }
        self = form
    }

    /// The extensions of some forms as a sentence lists them: `.png, .svg or .pdf`.
    static func endings(_ forms: [ExportForm]) -> String {
        let all = forms.map { ".\($0.rawValue)" }
        return tr("{1} or {2}", all.dropLast().joined(separator: ", "), all.last ?? "")
    }
}

/// What can be exported of what a window shows.
enum ExportSubject: Hashable {
    /// The way of a workout.
    case way
    /// A chart; whether it has words around it that can be shown with it.
    case chart(hasPage: Bool)

    /// Its forms, the usual one first.
    var forms: [ExportForm] {
        switch self {
        case .way: [.gpx, .png, .svg, .pdf]
        case .chart: [.png, .svg, .pdf, .csv]
        }
    }
}

extension ViewerContext {
    /// What can be exported now; nil if there is nothing.
    var exportSubject: ExportSubject? {
        guard model.phase == .shown else { return nil }
        if let page = model.workouts.page {
            if page.showsRoute { return .way }
            return page.metricChart != nil ? .chart(hasPage: false) : page.hasRoute ? .way : nil
        }
        let screens: [ScreenID] = [.metric, .workouts]
        guard screens.contains(content.id), model.metricChart != nil else { return nil }
        return .chart(hasPage: true)
    }
}
