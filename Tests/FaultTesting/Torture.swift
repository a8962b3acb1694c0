import Foundation

/// A run of cases on a stage.
public struct Torture {
    let stage: Stage
    let log: (String) -> Void
    var dice: Dice
    let seed: UInt64
    public internal(set) var tally = Tally()
    /// The larger files, for the library whose pages are damaged.
    var files: [String] = []

    /// Prepares a run: builds what it needs, and makes the initial libraries of the cases.
    ///
    /// - Parameter log: receives reports of the progress.
    public init(_ stage: Stage, seed: UInt64, log: @escaping (String) -> Void = { _ in }) throws {
        self.stage = stage
        self.seed = seed
        self.log = log
        dice = Dice(seed: seed)
        try stage.prepare()
    }

    // MARK: Faults and kills

    /// Runs every operation in turn, each time with a fault somewhere, until the given numbers of
    /// kills and faults have occurred.
    public mutating func faults(kills: Int, faults: Int, only names: [String]? = nil) throws {
        let all = try stage.operations().filter { names?.contains($0.name) ?? true }
            .map(stage.rehearse)
        guard !all.isEmpty else { throw TortureError("there is no such operation") }
        let aim = (kills: tally.kills + kills, faults: tally.faults + faults)
        var number = 0
        let limit = 4 * (kills + faults) + 8
        while tally.kills < aim.kills || tally.faults < aim.faults, number < limit {
            let isKill =
                tally.faults >= aim.faults
                || (tally.kills < aim.kills && dice.says(Double(kills) / Double(kills + faults)))
            let rehearsed = all[number % all.count]
            number += 1
            if number % 100 == 0 { log("\(number) faults, \(tally.findings.count) findings") }
            guard let fault = Fault.any(of: rehearsed.counts, kill: isKill, &dice) else { continue }
            try one(rehearsed, fault)
        }
    }

    /// Runs one operation with the same fault at every call of a kind, or at every `stride`th.
    public mutating func everyCall(
        of kind: Fault.Kind, in name: String, way: String, isLasting: Bool, stride step: Int = 1
    ) throws {
        guard let operation = try stage.operations().first(where: { $0.name == name }) else {
            throw TortureError("there is no such operation")
        }
        let rehearsed = try stage.rehearse(operation)
        for number in stride(from: 1, through: rehearsed.counts[kind] ?? 0, by: step) {
            try one(rehearsed, Fault(kind: kind, number: number, way: way, isLasting: isLasting))
        }
    }

    /// A case: an operation with a fault, and all conditions that must hold afterwards.
    mutating func one(_ rehearsed: Rehearsed, _ fault: Fault) throws {
        let operation = rehearsed.operation
        let group = (fault.isKill ? "killed: " : "failing: ") + operation.name
        let about = "\(fault)"
        try stage.reset(to: operation.base)
        let outcome = try stage.run(operation.arguments, with: stage.inject(fault))
        let happened = Injector.counts(stage.state).faults > 0
        if happened { if fault.isKill { tally.kills += 1 } else { tally.faults += 1 } }
        tally.count(group)
        if let wrong = Self.wrongEnd(outcome, killed: fault.isKill && happened) {
            tally.find(group, about, wrong)
        }
        // Checks the remaining files when it has ended normally, before anything else tidies up.
        let canTidy = !(fault.isLasting && [.unlink, .rename].contains(fault.kind))
        if outcome.exit == .code(0) || outcome.exit == .code(1), canTidy {
            // Data that could not be moved to the library's own file may stay in its log for now.
            let left = stage.leftovers(isClosed: !happened && operation.writes)
            if !left.isEmpty {
                tally.find(group, about, "\(outcome.exit), but these files are left: \(left)")
            }
        }
        try check(rehearsed, outcome, group, about)
        try goOn(after: rehearsed, group, about)
    }

    /// The error in how a program ended.
    static func wrongEnd(_ outcome: Outcome, killed: Bool = false) -> String? {
        switch outcome.exit {
        case .signal(9) where killed: return nil
        case .code(0): return nil
        case .code(1):
            let hasSentence = outcome.errors.split(separator: "\n")
                .contains { $0.hasPrefix("oresen: ") }
            return hasSentence
                ? nil : "ends with 1 without a sentence: \(outcome.errors.prefix(200))"
        default: return "ends with \(outcome.exit): \(outcome.errors.prefix(300))"
        }
    }

    /// Whether the library is undamaged, everything reported is there, and nothing is half done.
    mutating func check(
        _ rehearsed: Rehearsed, _ outcome: Outcome, _ group: String, _ about: String
    ) throws {
        let operation = rehearsed.operation
        if operation.base != nil, access(stage.library + "/library.sqlite", F_OK) != 0 {
            tally.find(group, about, "the library is gone")
            return
        }
        if let complaint = try stage.complaint() { tally.find(group, about, complaint) }
        do {
            let now = try stage.contents()
            let reported = operation.reported(outcome)
            if let step = rehearsed.steps.lastIndex(of: now) {
                if step < reported {
                    tally.find(
                        group, about,
                        "\(outcome.exit), \(reported) steps are reported and \(step) are kept")
                }
            } else {
                tally.find(group, about, "it is neither as before nor as after: \(now)")
            }
        } catch let failure as TortureError {
            tally.find(group, about, "cannot be looked at: \(failure)")
        }
        if !operation.writes, outcome.isGood, operation.backup == nil,
            outcome.output != rehearsed.output, outcome.errors.isEmpty
        {
            tally.find(group, about, "exit code 0 with another answer and without a report")
        }
        try checkBackup(rehearsed, outcome, group, about)
    }

    /// Checks that a backup, or a salvaged library, is complete if it exists.
    private mutating func checkBackup(
        _ rehearsed: Rehearsed, _ outcome: Outcome, _ group: String, _ about: String
    ) throws {
        if let backup = rehearsed.operation.backup {
            guard access(backup, F_OK) == 0 else {
                if outcome.isGood { tally.find(group, about, "exit code 0, and no backup") }
                return
            }
            let place = stage.folder + "/restored"
            try? FileManager.default.removeItem(atPath: place)
            let restored = try stage.run(["library", "restore", backup, "--library", place])
            if !restored.isGood {
                tally.find(group, about, "the backup cannot be restored: \(restored.errors)")
            } else if try stage.contents(of: place) != rehearsed.steps.last {
                tally.find(group, about, "the backup has other contents")
            }
        }
        if let salvaged = rehearsed.operation.salvaged, outcome.isGood {
            if let complaint = try stage.complaint(of: salvaged) {
                tally.find(group, about, "the salvaged library: \(complaint)")
            }
            if try stage.contents(of: salvaged).inAnyOrder != rehearsed.steps.last?.inAnyOrder,
                outcome.errors.isEmpty
            {
                tally.find(group, about, "the salvaged library is incomplete without a report")
            }
        }
    }

    /// Uses the library as usual afterwards: the same operation again, then a note; no files may
    /// remain.
    private mutating func goOn(after rehearsed: Rehearsed, _ group: String, _ about: String) throws
    {
        let operation = rehearsed.operation
        let at = ["--library", stage.library]
        if operation.backup != nil || operation.salvaged != nil {
            let manager = FileManager.default
            for path in [operation.backup, operation.salvaged].compactMap({ $0 }) {
                try? manager.removeItem(atPath: path)
            }
            let again = try stage.run(operation.arguments)
            if !again.isGood {
                tally.find(group, about, "done again it ends with \(again.exit): \(again.errors)")
            }
        }
        let noted = try stage.run(
            ["library", "note", "add", "--date", "2024-05-05", "afterwards"] + at)
        if !noted.isGood {
            tally.find(
                group, about,
                "a note afterwards ends with \(noted.exit): \(noted.errors.prefix(300))")
        }
        let left = stage.leftovers(isClosed: true)
        if !left.isEmpty {
            tally.find(group, about, "after the next commands these files are left: \(left)")
        }
    }
}
