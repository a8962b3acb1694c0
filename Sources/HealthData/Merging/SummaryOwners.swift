// Whose samples say again what a summary sums up.
//
// A person may give one folder with the exports of several programs. A program's summary is said again
// only by what the same program has in it, and by documents that anybody writes and that lie beside it
// (the recordings in a program's export): what another program has is another device's. A summary of a
// document that anybody writes is said by all that was given with it.

/// The owners of summaries: what was given, and the program that a document of it is of.
struct SummaryOwners {
    private struct Key: Hashable {
        var file: Int
        var program: String?
    }

    /// The owner of every source.
    private let numbers: [Int]
    /// For every owner those whose samples may say its summaries again, itself among them.
    let finerOwners: [[Int]]
    /// For every owner those whose summaries its samples may say again.
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

    /// How many there are.
    var count: Int { finerOwners.count }

    /// The owner of a sample.
    func owner(of index: Int, in columns: SampleColumns) -> Int {
        numbers[Int(columns.sources[index])]
    }
}
