// The priority of a metric's sources where they overlap, and the sources that do not count.
//
// An order lists sources one by one; unlisted sources follow in the default order. It outlives the
// files that it was made for: a source that is absent keeps its place for the next file that has
// it. A source is identified by its name and kind, or by its name alone if nothing has that kind,
// because a program may be recognised as a watch in one export and not in the next.

import Localization

/// A source of a metric as a person sees it.
package enum SourceKey: Sendable, Hashable {
    /// Everything typed in by hand, whatever recorded it.
    case manual
    /// Everything written by devices and programs of this name; of any kind if that is nil.
    case named(String, SourceKind?)

    /// The name; nil for what was typed in by hand.
    package var name: String? {
        if case .named(let name, _) = self { name } else { nil }
    }

    /// The kind; nil for what was typed in by hand, and if any kind matches.
    package var kind: SourceKind? {
        if case .named(_, let kind) = self { kind } else { nil }
    }

    /// Whether a source comes before another in the default order: typed in by hand, watch, phone,
    /// others; among equals the one with more samples, then the name.
    static func stands(
        _ a: SourceKey, with aSamples: Int, before b: SourceKey, with bSamples: Int
    ) -> Bool {
        if (a == .manual) != (b == .manual) { return a == .manual }
        if let left = a.kind, let right = b.kind, left != right { return left < right }
        if aSamples != bSamples { return aSamples > bSamples }
        return (a.name ?? "") < (b.name ?? "")
    }
}

/// The priority of sources that overlap, per metric.
///
/// Empty for the default: typed in by hand, watch, phone, others. It has an effect only if a metric
/// has several sources.
package struct SourceOrder: Sendable, Hashable {
    /// A source's place in the order of a metric.
    package struct Entry: Sendable, Hashable {
        package var source: SourceKey
        /// False for a source that does not count as long as another one does.
        package var counts: Bool

        package init(_ source: SourceKey, counts: Bool = true) {
            self.source = source
            self.counts = counts
        }
    }

    private var entries: [MetricID: [Entry]] = [:]

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// The metrics whose sources were ordered, by their ids.
    package var metrics: [MetricID] { entries.keys.sorted() }

    /// The ordered sources of a metric, the first of them first; empty for the default order.
    package subscript(metric: MetricID) -> [Entry] {
        get { entries[metric] ?? [] }
        set { entries[metric] = newValue.isEmpty ? nil : newValue }
    }

    /// Whether a source of a metric was switched off.
    func switchesOff(_ metric: MetricID) -> Bool {
        entries[metric]?.contains { !$0.counts } ?? false
    }

    /// The full order of a metric's sources: those present in the default order, unless they were
    /// placed, and the places of placed sources that are absent.
    package func arranged(_ metric: MetricID, _ present: [SourceKey]) -> [Entry] {
        let placed = self[metric]
        guard !placed.isEmpty else { return present.map { Entry($0) } }
        let (all, named) = (Set(present), Set(placed.map(\.source)))
        var waiting = all
        var seen: Set<SourceKey> = []
        var result: [Entry] = []
        for entry in placed where seen.insert(entry.source).inserted {
            if all.contains(entry.source) {
                result.append(entry)
                waiting.remove(entry.source)
                continue
            }
            let alike = present.filter {
                $0.name != nil && $0.name == entry.source.name && waiting.contains($0)
                    && !named.contains($0)
            }
            waiting.subtract(alike)
            result +=
                alike.isEmpty ? [entry] : alike.map { Entry($0, counts: entry.counts) }
        }
        return result + present.filter(waiting.contains).map { Entry($0) }
    }

    /// Places the present sources of a metric; absent ones keep their places among them.
    package mutating func place(_ present: [Entry], of metric: MetricID) {
        let known = Set(present.map(\.source))
        var rest = present[...]
        self[metric] = arranged(metric, present.map(\.source)).map { entry in
            known.contains(entry.source) ? rest.popFirst() ?? entry : entry
        }
    }
}

// MARK: On the command line

extension SourceOrder {
    /// Why a text is not an order.
    package struct Misfit: Error, Hashable, CustomStringConvertible {
        let sentence: String

        package var description: String { sentence }
    }

    /// Adds the order of one metric in the syntax of the command line: `steps=manual,iPhone`.
    ///
    /// `manual` means samples typed in by hand; a comma in a name is written `\,`. A later order of
    /// the same metric is appended to the earlier one.
    ///
    /// - Throws: why the text is not an order.
    package mutating func add(_ text: String) throws(Misfit) {
        guard let border = text.firstIndex(of: "=") else {
            throw Misfit(
                sentence: tr("{1} is not an order; write steps=manual,Apple Watch,iPhone", text))
        }
        let id = String(text[..<border])
        guard let metric = Metric(MetricID(id)) else {
            throw Misfit(
                sentence: tr(
                    "there is no metric '{1}' to order the sources of; oresen info lists the ids",
                    id))
        }
        let names = SourceOrder.names(text[text.index(after: border)...])
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw Misfit(
                sentence: tr(
                    "{1} names no source, or an empty one; write {2}=manual,Apple Watch,iPhone",
                    text, id))
        }
        self[metric.id] += names.map { Entry($0 == "manual" ? .manual : .named($0, nil)) }
    }

    /// The names of a comma-separated list, without the blanks around them.
    private static func names(_ list: Substring) -> [String] {
        var names = [""]
        var isLiteral = false
        for character in list {
            if isLiteral {
                if character != "," { names[names.count - 1].append("\\") }
                names[names.count - 1].append(character)
                isLiteral = false
            } else if character == "\\" {
                isLiteral = true
            } else if character == "," {
                names.append("")
            } else {
                names[names.count - 1].append(character)
            }
        }
        if isLiteral { names[names.count - 1].append("\\") }
        return names.map { name in
            let start = name.drop { $0 == " " }
            return String(start.reversed().drop { $0 == " " }.reversed())
        }
    }
}

// MARK: Keeping

extension SourceOrder: Codable {
    package init(from decoder: any Decoder) throws {
        let kept = try decoder.singleValueContainer().decode([String: [Entry]].self)
        for (metric, entries) in kept { self[MetricID(metric)] = entries }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(
            Dictionary(uniqueKeysWithValues: entries.map { ($0.key.rawValue, $0.value) }))
    }
}

extension SourceOrder.Entry: Codable {
    private enum CodingKeys: String, CodingKey {
        case manual, name, kind, counts
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        counts = try values.decodeIfPresent(Bool.self, forKey: .counts) ?? true
        if try values.decodeIfPresent(Bool.self, forKey: .manual) == true {
            source = .manual
            return
        }
        // An unknown kind matches any.
        let kind = try values.decodeIfPresent(String.self, forKey: .kind)
        source = .named(
            try values.decode(String.self, forKey: .name), kind.flatMap(SourceKind.init(word:)))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch source {
        case .manual: try values.encode(true, forKey: .manual)
        case .named(let name, let kind):
            try values.encode(name, forKey: .name)
            try values.encodeIfPresent(kind?.word, forKey: .kind)
        }
        if !counts { try values.encode(counts, forKey: .counts) }
    }
}

extension SourceKind {
    /// The name of the kind in files.
    fileprivate var word: String {
        switch self {
        case .watch: "watch"
        case .phone: "phone"
        case .other: "other"
        }
    }

    fileprivate init?(word: String) {
        guard let kind = [SourceKind.watch, .phone, .other].first(where: { $0.word == word }) else {
            return nil
        }
        self = kind
    }
}
