/// The samples of all files while they are being read.
struct RecordStore {
    private var slots: [MetricID: Int] = [:]
    private var samples: [MetricSamples] = []
    private var labelNumbers: [[String: Int]] = []
    private(set) var sources: [Source] = []
    private var sourceNumbers: [Source: UInt16] = [:]

    /// The translation of one sink's numbers of sources.
    struct SinkMap {
        var sources: [UInt16] = []
        /// Whether every number stays what it is.
        var isIdentity = true
        /// How many samples each slot of the store has got by this sink.
        var counts: [Int: Int] = [:]
    }

    /// Takes over what a sink has collected.
    ///
    /// With `copies` it also returns the samples, in the store's own numbers. Without, the sink's
    /// arrays keep their memory: a page that is given back and asked for again costs more than
    /// reading what is in it.
    mutating func take(
        _ sink: inout RecordSink, _ map: inout SinkMap, copies: Bool
    ) -> [MetricSamples] {
        while map.sources.count < sink.sources.count {
            let number = add(sink.sources[map.sources.count])
            if Int(number) != map.sources.count { map.isIdentity = false }
            map.sources.append(number)
        }
        var taken: [MetricSamples] = []
        sink.drain { drained in
            let slot = slot(drained)
            if !map.isIdentity { drained.columns.renumberSources(map.sources) }
            if !drained.labels.isEmpty { translateLabels(&drained, slot) }
            samples[slot].columns.append(contentsOf: drained.columns)
            map.counts[slot, default: 0] += drained.columns.count
            if copies {
                taken.append(drained)
                drained.columns = SampleColumns()
            } else {
                drained.columns.removeAll()
            }
        }
        return taken
    }

    /// Makes room for a file of which `part` (0…1) has given the samples that `map` has counted.
    mutating func reserve(from map: SinkMap, part: Double) {
        for (slot, count) in map.counts {
            samples[slot].columns.reserve(Int(Double(count) * (1 / part - 1) * 1.02))
        }
    }

    /// The samples of a metric so far.
    func columns(_ id: MetricID) -> SampleColumns? { slots[id].map { samples[$0].columns } }

    /// The number of a source, which is shared by all sinks that read the same file.
    private mutating func add(_ source: Source) -> UInt16 {
        if let known = sourceNumbers[source] { return known }
        if sources.count >= RecordSink.mostSources { return UInt16(RecordSink.mostSources - 1) }
        let number = UInt16(sources.count)
        sources.append(source)
        sourceNumbers[source] = number
        return number
    }

    private mutating func slot(_ new: MetricSamples) -> Int {
        if let slot = slots[new.metric.id] { return slot }
        slots[new.metric.id] = samples.count
        samples.append(MetricSamples(metric: new.metric, columns: SampleColumns()))
        labelNumbers.append([:])
        return samples.count - 1
    }

    private mutating func translateLabels(_ taken: inout MetricSamples, _ slot: Int) {
        var table: [Int] = []
        for text in taken.labels {
            if let number = labelNumbers[slot][text] {
                table.append(number)
            } else {
                labelNumbers[slot][text] = samples[slot].labels.count
                table.append(samples[slot].labels.count)
                samples[slot].labels.append(text)
            }
        }
        taken.columns.renumberValues(table)
        taken.labels = samples[slot].labels
    }

    /// Sorts, drops copies and merges devices; the counts of merged records go into the reports.
    consuming func finish(_ files: inout [FileReport], mode: MergeMode) -> HealthRecords {
        var records = HealthRecords(samples: [], sources: sources)
        var identities: [String: Int] = [:]
        let identity = sources.map { source in
            let name = source.isFile ? "" : source.name
            let number = identities[name] ?? identities.count
            identities[name] = number
            return number
        }
        samples.sort { Metric.listed($0.metric, before: $1.metric) }
        for index in samples.indices {
            let raw = samples[index].columns
            // Emptied first, so that the old columns are freed as soon as the sorted ones exist.
            samples[index].columns = SampleColumns()
            let (sorted, copies) = SampleOrder.sorted(raw, identity: identity)
            for copy in copies {
                files[sources[Int(raw.sources[copy])].file].merged += raw.marks(at: copy).records
            }
            samples[index].columns = sorted
            let swept = samples[index].sweep(mode == .overlap ? .overlap : .none, sources: sources)
            for covered in swept.covered {
                files[sources[Int(sorted.sources[covered])].file].merged +=
                    sorted.marks(at: covered).records
            }
            if mode == .overlap { records.keepMerged(swept.columns, of: samples[index].metric.id) }
        }
        records.samples = samples.filter { !$0.columns.isEmpty }
        for index in files.indices {
            files[index].used = files[index].read - files[index].refused - files[index].merged
        }
        return records
    }
}
