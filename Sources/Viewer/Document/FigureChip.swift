/// A judgement of a figure in a few words, drawn under it: the category of a mean, a goal that is reached.
///
/// The words always say everything; the colour only supports them.
struct FigureChip: Equatable {
    /// The colour of a chip.
    enum Tone: Hashable, Sendable, CaseIterable {
        case good
        case elevated
        case high
        case neutral
    }

    var tone: Tone
    var text: String
    /// Fewer words, which replace `text` where that has no room; the same as `text` if there are none.
    var shortText: String

    init(_ tone: Tone, _ text: String, short: String? = nil) {
        self.tone = tone
        self.text = text
        shortText = short ?? text
    }
}
