/// The state of the banner that says that the displayed records are samples.
///
/// It is shown until a person closes it, or views other records.
struct SampleBanner: Equatable {
    /// The number of the document in which it was closed; nil for none.
    private var closedIn: Int?

    /// Whether it is shown in a document that consists of sample records.
    func isShown(in document: Int) -> Bool { closedIn != document }

    /// Closes it for as long as the document is shown.
    mutating func close(in document: Int) { closedIn = document }
}

extension ViewerContext {
    /// Whether the banner over sample records is shown.
    var showsSampleBanner: Bool {
        model.phase == .shown && hosts.document?.isShowingSamples == true
            && sampleBanner.isShown(in: model.documentNumber)
    }

    /// Closes the banner over sample records.
    func closeSampleBanner() {
        sampleBanner.close(in: model.documentNumber)
        changed()
    }
}
