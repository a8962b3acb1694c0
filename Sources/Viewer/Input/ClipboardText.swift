/// A text on the clipboard.
enum ClipboardText {
    /// A text by the types that other programs ask for.
    static func types(of text: [UInt8]) -> [String: [UInt8]] {
        ["text/plain;charset=utf-8": text, "text/plain": text, "UTF8_STRING": text]
    }
}
