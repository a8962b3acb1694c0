import ChartCore

/// The samples of a mark in places of the scales that it is drawn on.
@MainActor
final class ScaledSource {
    private var samples = TransformedSamples()
    /// The transforms of the last request.
    private(set) var transforms = ScaleTransforms.identity

    /// Samples as places: the samples themselves if values are their own places.
    func source(
        _ base: any SampleSource, on transforms: ScaleTransforms
    ) -> any SampleSource {
        if transforms != self.transforms {
            self.transforms = transforms
            if transforms.isIdentity { samples = TransformedSamples() }
        }
        guard !transforms.isIdentity else { return base }
        samples.update(base, transforms)
        return samples.attributed ?? samples
    }
}
