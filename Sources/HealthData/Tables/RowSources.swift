import Streams

/// The sources of the rows of a table.
struct RowSources: Sendable {
    /// The source of rows that name none.
    let ofFile: UInt16
    private var names = InternTable()
    private var numbers: [UInt16] = []

    /// Adds the source of rows that name none to the sink, as its first.
    init(_ plan: TablePlan, fileName: String, _ sink: inout RecordSink) {
        if let program = plan.program {
            ofFile = sink.addSource(program.name, program.kind)
        } else {
            ofFile = sink.addSource(fileName, .other, isFile: true)
        }
    }

    /// Forgets the sources that rows named.
    mutating func forget() {
        names = InternTable()
        numbers = []
    }

    /// The source of a row.
    mutating func source(
        _ bytes: RawSpan, _ row: borrowing Row, _ plan: borrowing TablePlan,
        _ sink: inout RecordSink
    ) -> UInt16 {
        guard let column = plan.source, column < row.fields.count, !row.fields[column].isEmpty
        else { return ofFile }
        let field = row.fields[column]
        let number = names.index(of: bytes, field.lowerBound, field.upperBound)
        if number == numbers.count {
            let name = names.text(number)
            numbers.append(sink.addSource(name, plan.kindOfSource(name)))
        }
        return numbers[number]
    }

    /// The source of one device's part of a source that combines all devices.
    func source(ofPart part: String, _ whole: UInt16, _ sink: inout RecordSink) -> UInt16 {
        let whole = sink.sources[whole]
        return sink.source("\(whole.name) (\(part))", whole.kind)
    }
}
