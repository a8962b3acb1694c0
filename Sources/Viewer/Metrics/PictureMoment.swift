/// When and how a metric's picture may change.
struct PictureMoment {
    /// On the frame clock, in seconds.
    var time: Double
    /// Whether the range is at rest, or it is known where it is going: only then may the kind of
    /// picture change.
    var isSettled: Bool
    /// How long such a change takes, in seconds; 0 for at once.
    var duration: Double
    /// Whether the range is a page of the calendar, which looks the same wherever one comes from.
    var isPage = false

    /// At once.
    static let immediate = PictureMoment(time: 0, isSettled: true, duration: 0)
}
