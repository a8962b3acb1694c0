// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what only measuring needs never becomes a dependency of the product.
let package = Package(
    name: "benchmarks",
    targets: [
        .executableTarget(
            name: "benchmarks",
            swiftSettings: [
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
