import HealthData
import Localization

/// The results of reading files, in rows: all of them together, then each one alone.
enum ReportRows {
    @MainActor
    static func rows(
        _ report: ImportReport?, locale: LocaleFormat, units: UnitPreferences = UnitPreferences()
    ) -> [DialogModel.Row] {
        guard let report else { return [] }
        var rows = summary(report, locale)
        let questions = QuestionRows.entries(report)
        for (index, file) in report.files.enumerated() {
            rows.append(
                DialogModel.Row(
                    leading: file.path.fileTitle, trailing: file.format, isHeading: true))
            if let failure = file.failure {
                rows.append(DialogModel.Row(leading: failure.problem, trailing: failure.remedy))
                rows += members(of: file, locale)
                continue
            }
            // If nothing was read now, only the damage is listed.
            if file.read > 0 || file.damages.isEmpty { rows += counts(of: [file], locale) }
            rows += section(
                tr("Damaged in the library"),
                file.damages.map {
                    DialogModel.Row(
                        leading: $0, trailing: tr("add the file again, or restore a backup"))
                })
            for entry in questions where entry.file == index {
                rows += QuestionRows.rows(entry, locale: locale, units: units)
            }
            rows += refusals(of: file, locale)
            rows += members(of: file, locale)
            rows += section(
                tr("Notes"),
                file.notes.map { DialogModel.Row(leading: $0.place, trailing: $0.text) })
        }
        return rows
    }

    /// The results of all files together; nothing for a single file.
    private static func summary(
        _ report: ImportReport, _ locale: LocaleFormat
    ) -> [DialogModel.Row] {
        guard report.files.count > 1 else { return [] }
        let failed = report.files.count { $0.failure != nil }
        var rows = [
            DialogModel.Row(leading: tr("Total"), trailing: "", isHeading: true),
            DialogModel.Row(leading: tr("Files"), trailing: locale.number(report.files.count)),
        ]
        if failed > 0 {
            rows.append(
                DialogModel.Row(
                    leading: tr("Files that could not be read"), trailing: locale.number(failed)))
        }
        return rows + counts(of: report.files, locale)
    }

    /// The number of records that were read from some files, and their results.
    private static func counts(
        of files: [FileReport], _ locale: LocaleFormat
    ) -> [DialogModel.Row] {
        func row(
            _ title: String, always: Bool = false, _ count: (FileReport) -> Int
        ) -> DialogModel.Row? {
            let sum = files.reduce(0) { $0 + count($1) }
            guard always || sum > 0 else { return nil }
            return DialogModel.Row(leading: title, trailing: locale.number(sum))
        }
        return [
            row(tr("Records read"), always: true) { $0.read },
            row(tr("Used"), always: true) { $0.used },
            row(tr("Duplicates (already recorded by another device)")) {
                $0.merged - $0.switchedOff
            },
            row(tr("From sources that are off")) { $0.switchedOff },
            row(tr("Skipped")) { $0.refused },
        ].compactMap(\.self)
    }

    /// The records that could not be used: by reason, and unsupported kinds of records by kind.
    private static func refusals(
        of file: FileReport, _ locale: LocaleFormat
    ) -> [DialogModel.Row] {
        let reasons = file.refusals.filter { $0.type == nil }.map { refusal in
            DialogModel.Row(
                leading: refusal.place.isEmpty
                    ? trn("Skipped {n} time", "Skipped {n} times", count: refusal.count)
                    : trn(
                        "Skipped {n} time: {1}", "Skipped {n} times, first at {1}",
                        count: refusal.count, refusal.place), trailing: refusal.shownReason)
        }
        let types = file.refusals.compactMap { refusal in
            refusal.type.map {
                DialogModel.Row(
                    leading: $0,
                    trailing: refusal.place.isEmpty
                        ? trn("{n} record", "{n} records", count: refusal.count)
                        : trn(
                            "{n} record: {1}", "{n} records, first at {1}", count: refusal.count,
                            refusal.place))
            }
        }
        return section(tr("Skipped records"), reasons)
            + section(tr("Kinds of records not supported"), types)
    }

    /// The members of an archive or a folder: the unread ones first, then the others.
    private static func members(
        of file: FileReport, _ locale: LocaleFormat
    ) -> [DialogModel.Row] {
        let failing = file.members.filter { $0.read == 0 }.compactMap { member in
            member.failure.map { DialogModel.Row(leading: member.path, trailing: $0) }
        }
        let cut = file.members.filter { $0.read > 0 }.compactMap { member in
            member.failure.map { failure in
                DialogModel.Row(
                    leading: member.path,
                    trailing: trn(
                        "{n} record, then: {1}", "{n} records, then: {1}", count: member.read,
                        failure))
            }
        }
        let read = file.members.filter { $0.failure == nil }.map { member in
            let count = trn("{n} record", "{n} records", count: member.read)
            return DialogModel.Row(
                leading: member.path, trailing: tr("{1}: {2}", member.format, count))
        }
        return section(
            trn(
                "{n} file in it that could not be read", "{n} files in it that could not be read",
                count: failing.count), failing)
            + section(
                trn(
                    "{n} file in it of which a part was read",
                    "{n} files in it of which a part was read", count: cut.count), cut)
            + section(
                trn(
                    "{n} file in it that was read", "{n} files in it that were read",
                    count: read.count), read)
    }

    /// Rows under a caption; nothing if there are no rows.
    private static func section(
        _ title: String, _ rows: [DialogModel.Row]
    ) -> [DialogModel.Row] {
        rows.isEmpty
            ? [] : [DialogModel.Row(leading: title, trailing: "", isCaption: true)] + rows
    }
}
