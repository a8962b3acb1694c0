import Platform
import Streams

/// The end of a table that is followed.
struct TableTail: DocumentTail {
    var scanner: TableScanner
    /// The position of the first line that was not read.
    var position: Int
    let identity: FileIdentity
    /// The bytes before that position.
    var before: [UInt8]

    /// The bytes before a position in a file, enough to recognize it again.
    static func bytes(of file: InputFile, before position: Int) -> [UInt8] {
        let start = max(0, position - 256)
        var bytes = [UInt8](repeating: 0, count: position - start)
        var have = 0
        while have < bytes.count {
            let got = try? file.read(at: start + have, into: &bytes, have..<bytes.count)
            guard let got, got > 0 else { break }
            have += got
        }
        return Array(bytes.prefix(have))
    }

    func readOn(_ file: InputFile, _ output: RecordOutput) -> Bool {
        var tail = self
        TableReader(
            output: output, file: file, name: "", encoding: .utf8(skip: 0),
            planner: TableDetection(assumptions: output.options.assumptions)
        ).read(on: &tail, size: file.size)
        output.keep(tail)
        return tail.position > position
    }
}
