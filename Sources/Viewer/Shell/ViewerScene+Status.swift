import HealthData
import Localization

extension ViewerScene {
    /// The status at the foot of the list: progress of reading, and what was left out.
    var status: SidebarStatus? {
        if let progress = model.progress, model.report == nil, model.phase == .shown {
            return SidebarStatus(
                text: tr("Reading {1}", progress.path.fileTitle),
                detail: PaceText.count(progress, model.pace, model.locale),
                aside: PaceText.timeLeft(model.pace, model.locale) ?? "",
                fraction: progress.fraction ?? -1, command: .stopReading, action: tr("Stop"),
                isProblem: false)
        }
        guard let report = model.report, model.phase == .shown else { return nil }
        let failed = report.files.count { $0.failure != nil }
        if let file = model.followed {
            return SidebarStatus(
                text: tr("Following {1}", file.fileTitle),
                detail: report.files.compactMap(\.failure).first?.problem
                    ?? trn(
                        "{n} record", "{n} records",
                        count: report.files.reduce(0) { $0 + $1.used }),
                fraction: nil, command: .stopFollowing, action: tr("Stop"), isProblem: failed > 0)
        }
        let refused = report.files.reduce(0) { $0 + $1.refused }
        if report.wasCancelled {
            return SidebarStatus(
                text: tr("Stopped: partly read"), detail: tr("Showing what was read"),
                fraction: nil, command: .showReport, action: tr("Report"), isProblem: true)
        }
        if failed > 0 {
            return SidebarStatus(
                text: trn(
                    "{n} file could not be read", "{n} files could not be read", count: failed),
                detail: report.files.compactMap(\.failure).first?.problem ?? "", fraction: nil,
                command: .showReport, action: tr("Report"), isProblem: true)
        }
        let damages = report.files.flatMap(\.damages)
        if let first = damages.first {
            return SidebarStatus(
                text: trn(
                    "{n} part of the library is damaged", "{n} parts of the library are damaged",
                    count: damages.count),
                detail: first, fraction: nil, command: .showReport, action: tr("Report"),
                isProblem: true)
        }
        let open = QuestionRows.open(report)
        if let first = open.first {
            return SidebarStatus(
                text: trn("{n} thing to confirm", "{n} things to confirm", count: open.count),
                detail: QuestionRows.title(first.question), fraction: nil, command: .showReport,
                action: tr("Review…"), isProblem: true)
        }
        guard refused > 0 else { return nil }
        let first = report.files.first { !$0.refusals.isEmpty }
        let detail = first?.refusals.first.map { "\($0.place): \($0.reason)" } ?? ""
        return SidebarStatus(
            text: trn(
                "{n} record skipped", "{n} records skipped", count: refused),
            detail: detail,
            fraction: nil, command: .showReport, action: tr("Report"), isProblem: false)
    }
}
