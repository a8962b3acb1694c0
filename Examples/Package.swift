// swift-tools-version: 6.2
import PackageDescription

// Programs that show how the library is used, each in a file: a package of its own, as any program that leans
// on the library is one. `swift run --package-path Examples LinkedPanels` builds and shows one of them.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let charts = Target.Dependency.product(name: "OresenCharts", package: "oresen")

func example(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [charts], path: "Sources/\(name)", swiftSettings: strict)
}

let package = Package(
    name: "examples",
    dependencies: [.package(name: "oresen", path: "..")],
    targets: [
        example("LineWindow"),
        example("LinePicture"),
        example("LinkedPanels"),
        example("TwoUnits"),
        example("Axes"),
        example("LogAxis"),
        example("HealthTrio"),
        example("TenThousandBars"),
        example("PagedCategories"),
        example("Streaming"),
        example("MarkGallery"),
        example("HeatMap"),
        example("Polar"),
        example("CustomMark"),
        example("CustomFilter"),
        example("CustomInteraction"),
        example("Particles"),
        example("Embedding"),
    ],
    swiftLanguageModes: [.v6]
)
