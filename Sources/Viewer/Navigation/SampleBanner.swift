/// Whether a line over the content says that the records shown are samples: until a person closes it, or looks at
/// other records.
struct SampleBanner: Equatable {
    /// The document that it was closed in, by its number; nil for none.
    private var closedIn: Int?

    /// Whether it is there in a document that consists of sample records.
    func isShown(in document: Int) -> Bool { closedIn != document }

    /// Closes it for as long as the document is shown.
    mutating func close(in document: Int) { closedIn = document }
}

extension ViewerContext {
    /// Whether the line over sample records is shown.
    var showsSampleBanner: Bool {
        model.phase == .shown && hosts.document?.isShowingSamples == true
            && sampleBanner.isShown(in: model.documentNumber)
    }

    /// Closes the line over sample records.
    func closeSampleBanner() {
        sampleBanner.close(in: model.documentNumber)
        changed()
    }
}
