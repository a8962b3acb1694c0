import Foundation

extension Torture {
    /// Runs two programs at once, one of them with a kill or faults.
    ///
    /// The other must do its work, and the work of the first one must be there completely or not at
    /// all.
    public mutating func writers(rounds: Int) throws {
        let at = ["--library", stage.library]
        let pairs: [(first: [String], second: [String])] = [
            (["library", "add", stage.files[6]], ["library", "add", stage.files[5]]),
            (["library", "add", stage.files[6]], ["library", "remove", "pulse.csv"]),
            (
                ["library", "add", stage.files[5]],
                ["library", "note", "add", "--date", "2024-04-01", "meanwhile"]
            ),
            (["library", "remove", "heart.csv"], ["library", "add", stage.files[6]]),
        ]
        for round in 0..<rounds {
            let pair = pairs[round % pairs.count]
            // The results of the first one's work, of the second one's, and of both.
            var states: [Set<String>] = []
            for commands in [[pair.second], [pair.first, pair.second]] {
                try stage.reset(to: "full")
                for command in commands { try stage.run(command + at) }
                states.append(try stage.contents().inAnyOrder)
            }
            try stage.reset(to: "full")
            try stage.run(pair.first + at, with: stage.inject(nil))
            let isKill = dice.says(0.5)
            guard let fault = Fault.any(of: Injector.counts(stage.state).calls, kill: isKill, &dice)
            else { continue }
            try stage.reset(to: "full")
            let first = try stage.start(pair.first + at, with: stage.inject(fault), name: "first")
            let second = try stage.start(pair.second + at, name: "second")
            let (one, two) = (first.wait(), second.wait())
            let happened = Injector.counts(stage.state).faults > 0
            if happened { if isKill { tally.kills += 1 } else { tally.faults += 1 } }
            let group = "two writers"
            let about = "\(pair.first[1]) with \(pair.second[1]), \(fault)"
            tally.count(group)
            if let wrong = Self.wrongEnd(one, killed: isKill && happened) {
                tally.find(group, about, wrong)
            }
            if !two.isGood {
                tally.find(
                    group, about, "the other ends with \(two.exit): \(two.errors.prefix(300))")
            }
            if let complaint = try stage.complaint() { tally.find(group, about, complaint) }
            let now = try stage.contents().inAnyOrder
            let mustHold = one.isGood ? [states[1]] : states
            if two.isGood, !mustHold.contains(now) {
                tally.find(group, about, "\(one.exit) and \(two.exit) left \(now.sorted())")
            }
        }
    }
}
