/// Text on the clipboard.
enum ClipboardText {
    /// A text under the media types that other programs request.
    static func types(of text: [UInt8]) -> [String: [UInt8]] {
        ["text/plain;charset=utf-8": text, "text/plain": text, "UTF8_STRING": text]
    }
}
