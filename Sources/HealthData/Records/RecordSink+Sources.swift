import Localization

extension RecordSink {
    /// Adds a source, even if an equal one is there.
    mutating func addSource(_ name: String, _ kind: SourceKind, isFile: Bool = false) -> UInt16 {
        if sources.isFull { return lastSource() }
        return sources.append(Source(name: name, kind: kind, file: file, isFile: isFile))
    }

    /// The source that all others share once the table is full.
    private mutating func lastSource() -> UInt16 {
        note("", tr("there are more than {1} sources; the others share the last name", "65,000"))
        return UInt16(SourceTable.most - 1)
    }

    /// The number of a source, which is added if it is missing.
    mutating func number(of source: Source) -> UInt16 {
        sources.number(of: source) ?? addSource(source.name, source.kind, isFile: source.isFile)
    }

    /// The number of a source by its name, which is added if it is missing.
    mutating func source(_ name: String, _ kind: SourceKind, isFile: Bool = false) -> UInt16 {
        number(of: Source(name: name, kind: kind, file: file, isFile: isFile))
    }

    /// The number of a source by its name alone, which is added if it is missing; an unknown kind
    /// is replaced by the given one.
    mutating func source(called name: String, _ kind: SourceKind) -> UInt16 {
        guard let number = sources.number(called: name) else { return addSource(name, kind) }
        sources.improve(number, from: Source(name: name, kind: kind, file: file))
        return number
    }

    /// Adopts the sources of a part that follows, by their names: a known name gets the number of
    /// the source met first.
    ///
    /// Cost: proportional to the sources that are new in the part since the last time.
    mutating func adoptSources(of part: inout RecordSink) {
        for number in part.sources.takeImproved() where Int(number) < part.adopted.count {
            sources.improve(part.adopted[Int(number)], from: part.sources[number])
        }
        for source in part.sources.list.dropFirst(part.adopted.count) {
            part.adopted.append(self.source(called: source.name, source.kind))
        }
    }

    /// Forgets all sources except the first `keeping`.
    mutating func forgetSources(keeping: Int = 0) {
        sources.forget(keeping: keeping)
        adopted = Array(adopted.prefix(keeping))
    }
}
