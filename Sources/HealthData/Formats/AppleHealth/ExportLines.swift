import Streams

/// Counts the lines of a window, from tag to tag.
struct ExportLines {
    private var linesBefore = 0
    private var markedPosition = 0
    private var markedLine = 0

    /// Begins a window with the number of lines before it.
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
    /// It is called for every tag, so that the bytes of tags with a known shape need not be
    /// searched for line ends.
    @inline(__always)
    mutating func countLines(_ bytes: RawSpan, to position: Int) {
        markedLine &+= bytes.lineFeeds(inShort: markedPosition, to: position)
        markedPosition = position
    }

    /// Passes over a tag in which `count` lines end.
    @inline(__always)
    mutating func passLines(_ count: Int, to position: Int) {
        markedLine &+= count
        markedPosition = position
    }

    /// The number of lines that end before a position of the window.
    mutating func count(_ bytes: RawSpan, before position: Int) -> Int {
        line(bytes, position) - linesBefore - 1
    }
}
