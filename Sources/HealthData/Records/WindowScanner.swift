/// What takes records out of the bytes that a window shows.
protocol WindowScanner {
    var sink: RecordSink { get set }

    /// Whether nothing that follows is wanted.
    var isDone: Bool { get }

    /// Takes whole records and returns the index of the first byte that has to come again.
    ///
    /// `isFinal` says that nothing comes behind `end`, `isStuck` that the window cannot grow.
    mutating func scan(_ bytes: RawSpan, to end: Int, isFinal: Bool, isStuck: Bool) -> Int
}
