/// What a banner over the content is about.
enum BannerSubject: Hashable {
    /// The records that are shown are samples.
    case samples(document: Int)
    /// A question about a file.
    case question(id: String, path: String)
}

/// Which banners a person has closed.
///
/// A question that is put off is asked again when the program starts the next time.
struct BannerState: Equatable {
    private var closed: Set<BannerSubject> = []

    /// Whether the banner about a subject was closed.
    func isClosed(_ subject: BannerSubject) -> Bool { closed.contains(subject) }

    /// Closes the banner about a subject.
    mutating func close(_ subject: BannerSubject) { closed.insert(subject) }
}

extension ViewerContext {
    /// Closes the banner about a subject.
    func closeBanner(_ subject: BannerSubject) {
        banners.close(subject)
        changed()
    }
}
