/// The steps from sample to sample over several marks.
@MainActor
struct MarkSteps {
    private let marks: [any ReadableMark]

    /// The steps over the readable marks among some marks.
    init(_ marks: [any Mark]) { self.marks = marks.compactMap { $0 as? any ReadableMark } }

    /// The position `count` samples after a position, before it if negative; nil if there is none.
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
