/// The steps from sample to sample over marks, whichever of them each belongs to.
@MainActor
struct MarkSteps {
    private let marks: [any ReadableMark]

    /// The steps over those of some marks that tell of their samples.
    init(_ marks: [any Mark]) { self.marks = marks.compactMap { $0 as? any ReadableMark } }

    /// The place so many samples after another, before it where negative; nil where there is none.
    func place(from x: Double, by count: Int) -> Double? {
        if marks.count == 1 { return marks[0].step(from: x, by: count)?.x }
        var place: Double?
        for _ in 0..<abs(count) {
            let from = place ?? x
            let found = marks.compactMap { $0.step(from: from, by: count.signum())?.x }
            guard let next = count > 0 ? found.min() : found.max() else { break }
            place = next
        }
        return place
    }
}
