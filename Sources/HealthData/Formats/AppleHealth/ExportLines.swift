import Streams

/// Counts the lines of a window, on from the last tag.
struct ExportLines {
    private var linesBefore = 0
    private var markedPosition = 0
    private var markedLine = 0

    /// Begins a window that has a number of lines before it.
    mutating func beginWindow(linesBefore: Int) {
        self.linesBefore = linesBefore
        markedPosition = 0
        markedLine = linesBefore + 1
    }

    /// The line that a position is in, from 1.
    mutating func line(_ bytes: RawSpan, _ position: Int) -> Int {
        if position > markedPosition { countLines(bytes, to: position) }
        return markedLine
    }

    /// Counts the lines up to a tag.
    ///
    /// It is told of every tag, so that no byte of those that are known by their shapes is looked at
    /// for the end of a line.
    @inline(__always)
    mutating func countLines(_ bytes: RawSpan, to position: Int) {
        markedLine &+= bytes.lineFeeds(inShort: markedPosition, to: position)
        markedPosition = position
    }

    /// Passes over a tag in which so many lines end.
    @inline(__always)
    mutating func passLines(_ count: Int, to position: Int) {
        markedLine &+= count
        markedPosition = position
    }

    /// How many lines end before a position of the window.
    mutating func count(_ bytes: RawSpan, before position: Int) -> Int {
        line(bytes, position) - linesBefore - 1
    }
}
