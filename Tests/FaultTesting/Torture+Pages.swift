import Foundation

/// How a page is damaged.
public enum PageDamage: String, Sendable, CaseIterable {
    case zeros, ones, random, unreadable
}

extension Torture {
    /// Damages each page of a library of five files in turn, and checks what is left.
    ///
    /// - Parameter count: the number of pages of a smaller library: the first and others, chosen by
    ///   the seed; nil takes all.
    public mutating func pages(_ damages: [PageDamage], count: Int? = nil) throws {
        files = try Stage.makeFiles(
            in: stage.folder + "/large-files", stage.program, size: count == nil ? 8 : 2)
        try stage.fill("large", with: Array(files.prefix(5)))
        try stage.reset(to: "large")
        let map = try PageMap(stage.library + "/library.sqlite")
        tally.figures["pages of the library"] = map.uses.count
        let whole = try answer(in: stage.library, with: [:])
        guard whole.failure.isEmpty, !whole.lines.isEmpty else {
            throw TortureError(
                "the library cannot be read before it is damaged: \(whole.failure)")
        }
        let canSalvage = try stage.has("library", "salvage")
        if !canSalvage { log("there is no library salvage yet; it is left out") }
        var chosen = Array(map.uses.indices)
        if let count, count < chosen.count {
            // The first page leads to all others, so it is always among them.
            chosen.removeFirst()
            chosen.shuffle(using: &dice)
            chosen = [0] + chosen.prefix(count - 1).sorted()
        }
        for damage in damages {
            for page in chosen {
                if page % 20 == 0 {
                    log(
                        "page \(page + 1) of \(map.uses.count), \(damage.rawValue): "
                            + "\(tally.findings.count) findings")
                }
                try one(page, damage, map, whole, canSalvage)
            }
        }
    }

    /// The program's answers about all contents of the library.
    private struct Answer {
        /// The rows of each metric's table.
        var lines: [String: [Substring]] = [:]
        /// The output of `info` for each metric.
        var metrics: [String: String] = [:]
        var errors = ""
        /// Incorrect ends of commands.
        var failure: [String] = []
    }

    /// Queries everything; the table of an unchanged metric is copied from the earlier answer.
    private mutating func answer(
        in library: String, with environment: [String: String], as before: Answer? = nil
    ) throws -> Answer {
        var answer = Answer()
        let info = try stage.run(["info", "--json", "--library", library], with: environment)
        answer.errors = info.errors
        if let wrong = Self.wrongEnd(info) { answer.failure.append("info \(wrong)") }
        let object = try? JSONSerialization.jsonObject(with: Data(info.output.utf8))
        let metrics = (object as? [String: Any])?["metrics"] as? [[String: Any]] ?? []
        for metric in metrics {
            guard let id = metric["id"] as? String,
                let text = try? JSONSerialization.data(withJSONObject: metric, options: .sortedKeys)
            else { continue }
            answer.metrics[id] = String(decoding: text, as: UTF8.self)
        }
        let sample = before?.lines.keys.sorted().randomElement(using: &dice)
        for id in Set(answer.metrics.keys).union(before?.metrics.keys ?? [:].keys).sorted() {
            if id != sample, let same = before?.metrics[id], same == answer.metrics[id] {
                answer.lines[id] = before?.lines[id]
                continue
            }
            let table = try stage.run(
                ["table", "--library", library, "--metric", id, "--merge", "none"],
                with: environment)
            if let wrong = Self.wrongEnd(table) { answer.failure.append("table \(id) \(wrong)") }
            answer.errors += table.errors
            answer.lines[id] = Array(table.output.split(separator: "\n").dropFirst())
        }
        return answer
    }

    /// The number of missing rows, and of new ones.
    private static func compare(_ now: Answer, _ whole: Answer) -> (lost: Int, new: Int) {
        var (lost, new) = (0, 0)
        for id in Set(now.lines.keys).union(whole.lines.keys) {
            var counts: [Substring: Int] = [:]
            for line in whole.lines[id] ?? [] { counts[line, default: 0] += 1 }
            for line in now.lines[id] ?? [] { counts[line, default: 0] -= 1 }
            for count in counts.values { if count > 0 { lost += count } else { new -= count } }
        }
        return (lost, new)
    }

    private mutating func one(
        _ page: Int, _ damage: PageDamage, _ map: PageMap, _ whole: Answer, _ canSalvage: Bool
    ) throws {
        let use = map.uses[page]
        let group = "page \(damage == .unreadable ? "unreadable" : "wiped")"
        let about = "page \(page + 1) (\(use)), \(damage.rawValue)"
        tally.count(group)
        try stage.reset(to: "large")
        let file = stage.library + "/library.sqlite"
        var environment: [String: String] = [:]
        if damage == .unreadable {
            var status = stat()
            guard stat(file, &status) == 0 else { throw TortureError("\(file): is missing") }
            let range = "\(page * map.pageSize):\(map.pageSize)"
            environment = [
                "LD_PRELOAD": stage.injector.path,
                "FAULT_UNREADABLE": "\(status.st_dev):\(status.st_ino):\(range)",
            ]
        } else {
            try wipe(file, page, damage, map.pageSize)
        }
        // The number of samples that are certainly lost.
        let needed: Int? =
            switch use {
            case .rows, .index, .unused: map.samples[page]
            case .first, .schema, .inner: nil
            }
        let list = try stage.run(
            ["library", "list", "--library", stage.library], with: environment)
        if let wrong = Self.wrongEnd(list) { tally.find(group, about, "list \(wrong)") }
        let now = try answer(in: stage.library, with: environment, as: whole)
        for failure in now.failure { tally.find(group, about, failure) }
        let (lost, new) = Self.compare(now, whole)
        tally.figures["samples lost in pages of rows", default: 0] += needed == nil ? 0 : lost
        if new > 0 { tally.find(group, about, "\(new) samples are shown that never existed") }
        if let needed, lost > needed {
            tally.find(
                group, about, "\(lost) samples are not shown, of which \(needed) needed the page")
        }
        if lost > 0, now.errors.isEmpty {
            tally.find(group, about, "\(lost) samples are missing without a report")
        }
        let verified = try stage.run(
            ["library", "verify", "--library", stage.library], with: environment)
        if let wrong = Self.wrongEnd(verified) { tally.find(group, about, "verify \(wrong)") }
        if verified.isGood, use != .unused {
            tally.find(group, about, "verify reports no damage")
        }
        if canSalvage {
            try salvage(environment, needed ?? 0, whole, group + ", salvaged", about)
        }
        try mend(environment, whole, group + ", added again", about)
    }

    private mutating func wipe(
        _ file: String, _ page: Int, _ damage: PageDamage, _ size: Int
    ) throws {
        guard let handle = FileHandle(forWritingAtPath: file) else {
            throw TortureError("\(file): cannot be damaged")
        }
        defer { try? handle.close() }
        var bytes = [UInt8](repeating: damage == .ones ? 0xFF : 0, count: size)
        if damage == .random {
            for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &dice) }
        }
        try handle.seek(toOffset: UInt64(page * size))
        try handle.write(contentsOf: Data(bytes))
    }

    /// Salvages the readable part into a new library, which must be undamaged.
    private mutating func salvage(
        _ environment: [String: String], _ needed: Int, _ whole: Answer, _ group: String,
        _ about: String
    ) throws {
        tally.count(group)
        let place = stage.output + "/salvaged"
        let done = try stage.run(
            ["library", "salvage", "--library", stage.library, place], with: environment)
        guard done.isGood else {
            tally.find(group, about, "ends with \(done.exit): \(done.errors.prefix(300))")
            return
        }
        if let complaint = try stage.complaint(of: place) { tally.find(group, about, complaint) }
        let now = try answer(in: place, with: [:], as: whole)
        for failure in now.failure { tally.find(group, about, failure) }
        let (lost, new) = Self.compare(now, whole)
        if lost > needed {
            tally.find(group, about, "\(lost) samples are lost, of which \(needed) needed the page")
        }
        if new > 0 { tally.find(group, about, "\(new) samples are there that never existed") }
        if lost > 0, done.errors.isEmpty {
            tally.find(group, about, "\(lost) samples are lost without a report")
        }
    }

    /// Adds the files again, after which the contents must be the same as before.
    private mutating func mend(
        _ environment: [String: String], _ whole: Answer, _ group: String, _ about: String
    ) throws {
        tally.count(group)
        let added = try stage.run(
            ["library", "add"] + files.prefix(5) + ["--library", stage.library],
            with: environment)
        guard added.isGood else {
            tally.find(group, about, "ends with \(added.exit): \(added.errors.prefix(300))")
            return
        }
        let now = try answer(in: stage.library, with: environment, as: whole)
        for failure in now.failure { tally.find(group, about, failure) }
        let (lost, new) = Self.compare(now, whole)
        if lost + new > 0 {
            tally.find(group, about, "\(lost) samples are missing and \(new) are new")
        }
        let verified = try stage.run(
            ["library", "verify", "--library", stage.library], with: environment)
        if !verified.isGood {
            tally.find(group, about, "verify \(verified.exit): \(verified.errors.prefix(300))")
        }
        let left = stage.leftovers(isClosed: true)
        if !left.isEmpty { tally.find(group, about, "these files are left: \(left)") }
    }
}
