// swift-tools-version: 6.2
import PackageDescription

// Programs that show how to use the library, one file each. They are in a separate package, like
// any program that uses the library. `swift run --package-path Examples LinkedPanels` builds and
// shows one.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Draws pictures, and needs neither a window nor Wayland's libraries.
let pictures = Target.Dependency.product(name: "OresenCharts", package: "oresen")
/// Shows charts in windows as well.
let windows = Target.Dependency.product(name: "OresenWindow", package: "oresen")

/// Maps, tracks and the compass.
let maps = Target.Dependency.product(name: "OresenMaps", package: "oresen")

func example(
    _ name: String, _ charts: Target.Dependency = windows, and others: Target.Dependency...
)
    -> Target
{
    .executableTarget(
        name: name, dependencies: [charts] + others, path: "Sources/\(name)", swiftSettings: strict)
}

let package = Package(
    name: "examples",
    dependencies: [.package(name: "oresen", path: "..")],
    targets: [
        example("LineWindow"),
        example("LinePicture", pictures),
        example("LinkedPanels"),
        example("OverviewLegend"),
        example("TitledChart"),
        example("Scatter"),
        example("Climate"),
        example("TwoUnits"),
        example("Axes"),
        example("LogAxis"),
        example("HealthTrio"),
        example("TenThousandBars"),
        example("PagedCategories"),
        example("SortedCategories"),
        example("SmallMultiples"),
        example("TableAndCharts"),
        example("Streaming"),
        example("Sensor"),
        example("InkNotes"),
        example("PixelPaint"),
        example("MarkGallery"),
        example("HeatMap"),
        example("Polar"),
        example("CustomMark"),
        example("CustomFilter"),
        example("CustomInteraction"),
        example("Particles"),
        example("MapAndCompass", windows, and: maps),
        example("Embedding", pictures),
    ],
    swiftLanguageModes: [.v6]
)
