/// A scanner that extracts records from the bytes in a window.
protocol WindowScanner {
    var sink: RecordSink { get set }

    /// Whether the scanner needs no more bytes.
    var isDone: Bool { get }

    /// Takes whole records and returns the index of the first byte that has to come again.
    ///
    /// `isFinal` means that nothing follows `end`, `isStuck` that the window cannot grow.
    mutating func scan(_ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool) -> Int
}
