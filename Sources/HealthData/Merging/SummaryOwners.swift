// Decides whose samples can repeat the content of a summary.
//
// A person may import one folder with the exports of several programs. A program's summary is
// repeated only by records of the same program in that folder, and by neutral documents next to
// them that any program may write (the recordings in a program's export): records of another
// program belong to another device. A summary in a neutral document may be repeated by everything
// imported with it.

/// The owners of summaries: a given file or folder, and the program of the document in it.
struct SummaryOwners {
    private struct Key: Hashable {
        var file: Int
        var program: String?
    }

    /// The owner of every source.
    private let numbers: [Int]
    /// For every owner those whose samples may repeat its summaries, including itself.
    let finerOwners: [[Int]]
    /// For every owner those whose summaries its samples may repeat.
    let coarserOwners: [[Int]]

    init(_ sources: [Source]) {
        var known: [Key: Int] = [:]
        var ofFile: [Int: [Int]] = [:]
        var keys: [Key] = []
        numbers = sources.map { source in
            let key = Key(file: source.file, program: source.program)
            if let number = known[key] { return number }
            known[key] = keys.count
            ofFile[key.file, default: []].append(keys.count)
            keys.append(key)
            return keys.count - 1
        }
        finerOwners = keys.enumerated().map { number, key in
            guard key.program != nil else { return ofFile[key.file] ?? [number] }
            let neutral = known[Key(file: key.file, program: nil)]
            return [number] + (neutral.map { [$0] } ?? [])
        }
        var coarserOwners = [[Int]](repeating: [], count: keys.count)
        for (number, own) in finerOwners.enumerated() {
            for finer in own { coarserOwners[finer].append(number) }
        }
        self.coarserOwners = coarserOwners
    }

    /// The number of owners.
    var count: Int { finerOwners.count }

    /// The owner of a sample.
    func owner(of index: Int, in columns: SampleColumns) -> Int {
        numbers[Int(columns.sources[index])]
    }
}
