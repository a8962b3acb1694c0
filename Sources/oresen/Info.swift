import ArgumentParser
import ChartCore
import Glibc
import HealthData
import Platform

/// `oresen info FILE…`: the contents of the files.
struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what files contain.")

    @OptionGroup var input: InputOptions
    @OptionGroup var kept: KeptOptions
    @OptionGroup var sources: OrderOptions

    @Flag(help: "Write JSON for a program.")
    var json = false

    @Flag(help: "Show which format each file has, and why.")
    var explain = false

    func run() throws {
        let zone = try input.zoneRules()
        // What was refused, and why, is wanted most if everything was.
        var maps: [MapInfo] = []
        let result = try input.read(
            zone: zone, merge: .overlap, order: sources, or: kept, wantsReport: json || explain
        ) { maps = $0.map { MapInfo(path: $0) } }
        let summaries = result.records.metrics.compactMap { MetricSummary(result.records, $0.id) }
        if json {
            StandardOutput.write(
                text: asJSON(result, summaries, tracks(result), maps, zone).bytes)
        } else {
            var text =
                result.report.files.isEmpty && kept.library == nil
                ? TerminalText() : asText(result, summaries, tracks(result), zone)
            for map in maps { text.append("\(map.text)\n") }
            StandardOutput.write(text)
        }
        let failures = maps.compactMap(\.failure)
        for failure in failures { StandardError.report(failure) }
        if maps.isEmpty || !result.report.files.isEmpty {
            try input.requireAllRead(result.report)
        }
        if !failures.isEmpty { throw CommandFailure.refused([]) }
    }

    /// The workouts with positions, in the order of their beginning.
    private func tracks(_ result: ImportResult) -> [(workout: Workout, track: Track)] {
        result.records.workouts.sorted { $0.start < $1.start }.compactMap { workout in
            workout.track.map { (workout, $0) }
        }
    }

    // MARK: JSON

    private func asJSON(
        _ result: ImportResult, _ summaries: [MetricSummary],
        _ tracks: [(workout: Workout, track: Track)], _ maps: [MapInfo], _ zone: ZoneRules
    ) -> TextBuffer {
        var json = JSONText()
        json.object { json in
            json.member("files") { json in
                json.array(result.report.files) { json, file in write(file, &json) }
            }
            json.member("metrics") { json in
                json.array(summaries) { json, summary in write(summary, zone, &json) }
            }
            json.member("tracks") { json in
                json.array(tracks) { json, one in write(one.workout, one.track, zone, &json) }
            }
            let places = result.records.places
            if !places.isEmpty {
                json.member("waypoints") { json in
                    json.array(places.waypoints) { json, one in PlaceText.write(one, &json) }
                }
                json.member("routes") { json in
                    json.array(places.routes) { json, one in PlaceText.write(one, &json) }
                }
            }
            if !maps.isEmpty {
                json.member("maps") { json in
                    json.array(maps) { json, map in map.write(&json) }
                }
            }
        }
        var buffer = json.buffer
        buffer.append("\n")
        return buffer
    }

    private func write(_ file: FileReport, _ json: inout JSONText) {
        json.object { json in
            json.member("path", file.path)
            json.member("format", file.format)
            json.member("bytes", file.bytes)
            json.member("read", file.read)
            json.member("used", file.used)
            json.member("merged", file.merged)
            json.member("refused", file.refused)
            json.member("refusals") { json in
                json.array(file.refusals) { json, refusal in
                    json.object { json in
                        json.member("place", refusal.place)
                        json.member("reason", refusal.reason)
                        json.member("count", refusal.count)
                        if let cell = refusal.cell {
                            json.member("column", cell.column)
                            json.member("value", cell.value)
                        }
                    }
                }
            }
            json.member("notes") { json in
                json.array(file.notes) { json, note in
                    json.object { json in
                        json.member("place", note.place)
                        json.member("text", note.text)
                    }
                }
            }
            json.member("damages") { json in
                json.array(file.damages) { json, damage in json.string(damage) }
            }
            json.member("questions") { json in
                json.array(file.questions) { json, question in
                    json.object { json in
                        json.member("id", question.id)
                        json.member("assumed", question.assumed)
                        json.member("choices") { json in
                            json.array(question.choices) { json, choice in json.string(choice) }
                        }
                        json.member("reason", question.reason)
                        if let doubt = question.doubt { json.member("count", doubt.count) }
                    }
                }
            }
            if let failure = file.failure { json.member("failure", failure.description) }
            if explain { write(file.evidence, &json) }
            if !file.members.isEmpty {
                json.member("members") { json in
                    json.array(file.members) { json, member in write(member, &json) }
                }
            }
        }
    }

    private func write(_ member: MemberReport, _ json: inout JSONText) {
        json.object { json in
            json.member("path", member.path)
            json.member("format", member.format)
            json.member("read", member.read)
            json.member("refused", member.refused)
            if let failure = member.failure { json.member("trouble", failure) }
            if let remedy = member.remedy { json.member("remedy", remedy) }
            if explain { write(member.evidence, &json) }
        }
    }

    private func write(_ evidence: [Evidence], _ json: inout JSONText) {
        json.member("evidence") { json in
            json.array(evidence) { json, one in
                json.object { json in
                    json.member("format", one.format)
                    json.member("strength", one.strength.word)
                    json.member("reason", one.reason)
                }
            }
        }
    }

    private func write(
        _ workout: Workout, _ track: Track, _ zone: ZoneRules, _ json: inout JSONText
    ) {
        json.object { json in
            json.member("workout", zone.iso(workout.start))
            json.member("sport", workout.sport)
            json.member("points", track.count)
            json.member("segments", track.segments)
            json.member("first") { $0.instant(track.span?.lowerBound, in: zone) }
            json.member("last") { $0.instant(track.span?.upperBound, in: zone) }
            let way = Track.ways(track.points).last
            json.member("distance", way.map(TrackTable.toCentimetre))
            json.member("box") { json in
                guard let box = track.box else { return json.null() }
                json.object { json in
                    json.member("south", box.south)
                    json.member("north", box.north)
                    json.member("west", box.west)
                    json.member("east", box.east)
                }
            }
        }
    }

    private func write(_ summary: MetricSummary, _ zone: ZoneRules, _ json: inout JSONText) {
        json.object { json in
            json.member("id", summary.metric.id.rawValue)
            json.member("name", summary.metric.name)
            json.member("unit", summary.metric.unit)
            json.member("samples", summary.samples)
            json.member("first") { $0.instant(summary.first, in: zone) }
            json.member("last") { $0.instant(summary.last, in: zone) }
            json.member("minimum") { value(summary.minimum, summary.metric, &$0) }
            json.member("maximum") { value(summary.maximum, summary.metric, &$0) }
            json.member("mean") { value(summary.mean, summary.metric, &$0) }
            json.member("sum") { value(summary.sum, summary.metric, &$0) }
            if !summary.leftOut.isEmpty {
                json.member("leftOut") { json in leftOut(summary, zone, &json) }
            }
            json.member("sources") { json in
                json.array(summary.sources) { json, part in
                    json.object { json in
                        json.member("name", part.name)
                        json.member("samples", part.samples)
                        json.member("sum") { value(part.sums, summary.metric, &$0) }
                        json.member("counted") { value(part.counted, summary.metric, &$0) }
                    }
                }
            }
        }
    }

    /// The samples that look wrong: their times, their values and why they are left out.
    private func leftOut(_ summary: MetricSummary, _ zone: ZoneRules, _ json: inout JSONText) {
        let (columns, metric) = (summary.leftOut, summary.metric)
        let pairs = metric.aggregation == .pair ? PairColumns(columns) : nil
        json.array(0..<columns.count) { json, index in
            json.object { json in
                json.member("start", zone.iso(columns.starts[index]))
                json.member("end", zone.iso(columns.end(at: index)))
                json.member("value") { json in
                    if let pairs {
                        value([pairs.upper[index], pairs.lower[index]], metric, &json)
                    } else if metric.aggregation == .category {
                        json.null()
                    } else {
                        json.number(columns.values[index])
                    }
                }
                json.member("mark", columns.marks(at: index).reason)
            }
        }
    }

    /// A number, a pair as an object, or null for texts.
    private func value(_ components: [Double], _ metric: Metric, _ json: inout JSONText) {
        guard let first = components.first else { return json.null() }
        guard components.count == 2, metric.components.count == 2 else { return json.number(first) }
        json.object { json in
            for (name, number) in zip(metric.components, components) { json.member(name, number) }
        }
    }

    // MARK: For people

    private func asText(
        _ result: ImportResult, _ summaries: [MetricSummary],
        _ tracks: [(workout: Workout, track: Track)], _ zone: ZoneRules
    ) -> TerminalText {
        var text = TerminalText()
        for file in result.report.files {
            text.append(
                "\(file.path): \(file.format), \(counted(file.read, "record")) read, "
                    + "\(file.used) used, "
                    + "\(file.merged) merged, \(file.refused) refused\n")
            for refusal in file.refusals {
                let place = refusal.place.isEmpty ? "" : " (first: \(refusal.place))"
                text.append("  refused \(refusal.count): \(refusal.shownReason)\(place)\n")
            }
            if let failure = file.failure {
                let remedy = failure.remedy.isEmpty ? "" : "; \(failure.remedy)"
                text.append("  refused: \(failure.problem)\(remedy)\n")
            }
            for note in file.notes {
                let place = note.place.isEmpty ? "" : "\(note.place): "
                text.append("  note: \(place)\(note.text)\n")
            }
            for damage in file.damages { text.append("  damaged: \(damage)\n") }
            for question in file.questions { text.append("  open: \(question.text)\n") }
            if explain { append(file.evidence, indent: "  ", &text) }
            append(file.members, &text)
        }
        for summary in summaries {
            text.append("\n\(summary.metric.name) [\(summary.metric.id)]")
            if !summary.metric.unit.isEmpty { text.append(", \(summary.metric.unit)") }
            text.append("\n")
            text.append("  \(counted(summary.samples, "sample"))")
            if let first = summary.first, let last = summary.last {
                text.append(", \(zone.iso(first)) to \(zone.iso(last))")
            }
            text.append("\n")
            if !summary.mean.isEmpty {
                let values = [
                    ("minimum", summary.minimum), ("maximum", summary.maximum),
                    ("mean", summary.mean),
                    ("sum", summary.sum),
                ]
                let parts = values.map { name, numbers in
                    "\(name) " + numbers.map(shown).joined(separator: "/")
                }
                text.append("  \(parts.joined(separator: ", "))\n")
            }
            if !summary.leftOut.isEmpty {
                let words = summary.leftOut.wordsOfLeftOut(summary.metric, zone, most: 5)
                text.append("  left out: \(words)\n")
            }
            for part in summary.sources where summary.sources.count > 1 {
                text.append("  from \(part.name): \(counted(part.samples, "sample"))")
                if let sum = part.sums.first, let counted = part.counted.first,
                    summary.metric.aggregation == .sum
                {
                    text.append(", sum \(shown(sum)), of which \(shown(counted)) counts")
                }
                text.append("\n")
            }
        }
        if let first = tracks.first, let last = tracks.last {
            let points = tracks.reduce(0) { $0 + $1.track.count }
            text.append(
                "\nTracks [track]\n  \(counted(tracks.count, "track")), \(counted(points, "position")), "
                    + "\(zone.iso(first.workout.start)) to \(zone.iso(last.workout.end))\n")
        }
        let places = result.records.places
        if !places.isEmpty {
            text.append(
                "\nPlaces\n  \(counted(places.waypoints.count, "waypoint")), "
                    + "\(counted(places.routes.count, "planned route"))\n")
        }
        return text
    }

    /// The contents of an archive or folder: all of them with reasons, else only those that were
    /// skipped.
    private func append(_ members: [MemberReport], _ text: inout TerminalText) {
        if explain {
            for member in members {
                let what =
                    member.format.isEmpty
                    ? "passed over" : "\(member.format), \(counted(member.read, "record")) read"
                text.append("  \(member.path): \(what)")
                if let failure = member.failure { text.append(": \(failure)") }
                text.append("\n")
                append(member.evidence, indent: "    ", &text)
            }
            return
        }
        var reasons: [(reason: String, first: String, count: Int)] = []
        for member in members {
            guard let failure = member.failure else { continue }
            if let known = reasons.firstIndex(where: { $0.reason == failure }) {
                reasons[known].count += 1
            } else {
                reasons.append((failure, member.path, 1))
            }
        }
        for reason in reasons {
            text.append(
                "  passed over \(counted(reason.count, "file")): \(reason.reason) "
                    + "(first: \(reason.first))\n")
        }
    }

    private func append(_ evidence: [Evidence], indent: String, _ text: inout TerminalText) {
        for (index, one) in evidence.enumerated() {
            let word = index == 0 ? "taken for" : "could be"
            text.append(
                "\(indent)\(word) \(one.format) (\(one.strength.word)): \(one.reason)\n")
        }
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// A number for people: at most three decimals; a small one has four digits.
    private func shown(_ number: Double) -> String {
        guard number.isFinite else { return "too large" }
        // Numbers of this size have no decimals.
        guard abs(number) < 1e12 else { return "\(number)" }
        let leading = number == 0 ? 0 : Int(log10(abs(number)).rounded(.down))
        // Smaller powers of ten are not exact.
        guard leading >= -18 else { return "\(number)" }
        let scale = pow(10, Double(max(3, 3 - leading)))
        var text = TextBuffer()
        text.append((number * scale).rounded() / scale)
        return text.text
    }
}
