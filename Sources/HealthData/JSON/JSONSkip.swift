import Streams

/// Finds the end of a value without parsing it, across any number of windows.
///
/// It only distinguishes brackets and strings, so a value with invalid JSON inside has an end as
/// well.
struct JSONSkip {
    private var depth = 0
    private var isInString = false
    /// Whether the last byte was a backslash before another byte in a string.
    private var isEscaped = false
    private var hasBegun = false

    /// The index behind the value that begins, or goes on, at `from`; nil if its end has not come.
    mutating func end(_ bytes: RawSpan, from: Int, to end: Int) -> Int? {
        var index = from
        while index < end {
            if isInString {
                if isEscaped {
                    isEscaped = false
                    index += 1
                    continue
                }
                index = bytes.first(
                    UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: index, to: end)
                guard index < end else { return nil }
                isEscaped = bytes.byte(index) == UInt8(ascii: "\\")
                isInString = isEscaped
                index += 1
                if !isInString, depth == 0 { return index }
                continue
            }
            switch bytes.byte(index) {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // A number ends at what encloses it.
                if depth == 0 { return index }
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: ","), 0...0x20:
                if depth == 0, hasBegun { return index }
            default: break
            }
            hasBegun = true
            index += 1
        }
        return nil
    }
}
