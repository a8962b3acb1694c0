import Localization

extension RecordSink {
    /// Adds a source, also where one like it is there.
    mutating func addSource(_ name: String, _ kind: SourceKind, isFile: Bool = false) -> UInt16 {
        if sources.isFull { return lastSource() }
        return sources.append(Source(name: name, kind: kind, file: file, isFile: isFile))
    }

    /// What all sources share that come when the table is full.
    private mutating func lastSource() -> UInt16 {
        note("", tr("there are more than {1} sources; the others share the last name", "65,000"))
        return UInt16(SourceTable.most - 1)
    }

    /// The number of a source, which is added where it is not there yet.
    mutating func number(of source: Source) -> UInt16 {
        sources.number(of: source) ?? addSource(source.name, source.kind, isFile: source.isFile)
    }

    /// The number of a source by its name, which is added where it is not there yet.
    mutating func source(_ name: String, _ kind: SourceKind, isFile: Bool = false) -> UInt16 {
        number(of: Source(name: name, kind: kind, file: file, isFile: isFile))
    }

    /// The number of a source by its name alone, which is added where it is not there yet; a kind
    /// that was not known is the one that is said now.
    mutating func source(called name: String, _ kind: SourceKind) -> UInt16 {
        guard let number = sources.number(called: name) else { return addSource(name, kind) }
        sources.improve(number, from: Source(name: name, kind: kind, file: file))
        return number
    }

    /// Takes over the sources of a part that comes behind, by their names: one that is known is that
    /// which was met first.
    ///
    /// Cost: that of the sources which are new in the part since the last time.
    mutating func adoptSources(of part: inout RecordSink) {
        for number in part.sources.takeImproved() where Int(number) < part.adopted.count {
            sources.improve(part.adopted[Int(number)], from: part.sources[number])
        }
        for source in part.sources.list.dropFirst(part.adopted.count) {
            part.adopted.append(self.source(called: source.name, source.kind))
        }
    }

    /// Forgets all sources but the first so many.
    mutating func forgetSources(keeping: Int = 0) {
        sources.forget(keeping: keeping)
        adopted = Array(adopted.prefix(keeping))
    }
}
