import Foundation

extension Torture {
    /// Cuts the power while operations run.
    ///
    /// Everything that was reported as kept must be there, and the library must be undamaged,
    /// whatever unsynced changes have reached the disk.
    ///
    /// Each operation is recorded once alone and once while another process reads the library, and
    /// then cut at several moments.
    public mutating func powerCuts(
        moments: Int, variants: Int, only chosen: [String]? = nil
    ) throws {
        for operation in try stage.operations() {
            guard chosen?.contains(operation.name) ?? (operation.writes || operation.backup != nil)
            else { continue }
            let rehearsed = try stage.rehearse(operation)
            for isWatched in operation.base == nil ? [false] : [false, true] {
                try powerCuts(rehearsed, isWatched, moments, variants)
            }
        }
    }

    private mutating func powerCuts(
        _ rehearsed: Rehearsed, _ isWatched: Bool, _ moments: Int, _ variants: Int
    ) throws {
        let operation = rehearsed.operation
        try stage.reset(to: operation.base)
        unlink(stage.journal)
        let reader = isWatched ? try Reader(stage.library + "/library.sqlite") : nil
        // Includes the log that the reader has made, as if its name were on the disk: the first
        // process that syncs the log's contents also syncs its name.
        let before = Disk(stage.root)
        let outcome = try stage.run(
            operation.arguments, with: stage.inject(nil, journal: stage.journal))
        reader?.close()
        let group = "power cut: " + operation.name
        let watched = isWatched ? ", with another reader" : ""
        guard outcome.isGood else {
            tally.find(group, "no cut\(watched)", "ends with \(outcome.exit): \(outcome.errors)")
            return
        }
        let changes = try DiskChange.read(stage.journal)
        log("\(group)\(watched): \(changes.count) changes of the disk")
        // The end and the last report are the most important moments.
        var cuts: Set<Int> = [changes.count]
        if let report = changes.lastIndex(where: { $0.what == .report }) { cuts.insert(report + 1) }
        while cuts.count < min(moments, changes.count) {
            cuts.insert(Int.random(in: 0...changes.count, using: &dice))
        }
        var disk = before
        var reports = 0
        for moment in 0...changes.count {
            if cuts.contains(moment) {
                // The program had ended, so all of it was done.
                let reported = moment == changes.count ? operation.prefixes.count : reports
                for variant in 0..<variants {
                    let rest = Disk.Rest.allCases[variant % Disk.Rest.allCases.count]
                    let about =
                        "after \(moment) of \(changes.count) changes, \(rest) of the rest\(watched)"
                    try disk.cut(rest, &dice).write(to: stage.root)
                    tally.count(group)
                    try checkCut(rehearsed, reported, group, about)
                }
            }
            guard moment < changes.count else { break }
            if changes[moment].what == .report {
                reports += String(decoding: changes[moment].bytes, as: UTF8.self)
                    .split(separator: "\n").count { !$0.hasPrefix(" ") }
                reports = min(reports, operation.writes ? operation.prefixes.count : 0)
            }
            disk.take(changes[moment])
        }
    }

    private mutating func checkCut(
        _ rehearsed: Rehearsed, _ reported: Int, _ group: String, _ about: String
    ) throws {
        let operation = rehearsed.operation
        if operation.base != nil, access(stage.library + "/library.sqlite", F_OK) != 0 {
            tally.find(group, about, "the library is gone")
            return
        }
        if let complaint = try stage.complaint() { tally.find(group, about, complaint) }
        do {
            let now = try stage.contents()
            guard let step = rehearsed.steps.lastIndex(of: now) else {
                tally.find(group, about, "it is neither as before nor as after: \(now)")
                return
            }
            if step < reported {
                tally.find(group, about, "\(reported) steps were reported and \(step) are kept")
            }
        } catch let failure as TortureError {
            tally.find(group, about, "cannot be looked at: \(failure)")
        }
        guard let backup = operation.backup, reported == operation.prefixes.count else { return }
        let place = stage.folder + "/restored"
        try? FileManager.default.removeItem(atPath: place)
        let restored = try stage.run(["library", "restore", backup, "--library", place])
        if !restored.isGood { tally.find(group, about, "the backup is lost: \(restored.errors)") }
    }
}

/// A process that reads a library and keeps it open, like a second window.
///
/// SQLite is loaded when it is needed, so that it need not be linked.
final class Reader {
    private typealias Open =
        @convention(c) (
            UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>, Int32, OpaquePointer?
        )
        -> Int32
    private typealias Execute =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
        )
        -> Int32
    private typealias Close = @convention(c) (OpaquePointer?) -> Int32

    private var database: OpaquePointer?
    private let end: Close

    init(_ path: String) throws {
        guard let library = dlopen("libsqlite3.so.0", RTLD_NOW),
            let open = dlsym(library, "sqlite3_open_v2"),
            let execute = dlsym(library, "sqlite3_exec"),
            let close = dlsym(library, "sqlite3_close_v2")
        else { throw TortureError("libsqlite3.so.0 cannot be loaded; install libsqlite3-0") }
        end = unsafeBitCast(close, to: Close.self)
        // For reading and writing, because otherwise a reader cannot set its mark.
        let opened = unsafeBitCast(open, to: Open.self)(path, &database, 2, nil)
        let read = unsafeBitCast(execute, to: Execute.self)(
            database, "BEGIN; SELECT count(*) FROM dataset", nil, nil, nil)
        guard opened == 0, read == 0 else { throw TortureError("\(path): no reader can open it") }
    }

    func close() {
        _ = end(database)
        database = nil
    }
}
