import ChartExport
import Maps

/// The homes that a person hides in exports, as they are kept.
@MainActor
protocol HomeStore: AnyObject {
    /// Reads what is kept; `done` is called later or at once.
    func load(_ done: @escaping @MainActor (Result<HomePrivacy, KeptHomes.Failure>) -> Void)
    /// Keeps it in place of what was kept before; `done` receives what is kept then.
    func keep(
        _ homes: HomePrivacy,
        _ done: @escaping @MainActor (Result<HomePrivacy, KeptHomes.Failure>) -> Void)
}

/// Homes that are kept only while the program runs.
final class PassingHomes: HomeStore {
    private var homes = HomePrivacy()

    func load(_ done: @escaping @MainActor (Result<HomePrivacy, KeptHomes.Failure>) -> Void) {
        done(.success(homes))
    }

    func keep(
        _ homes: HomePrivacy,
        _ done: @escaping @MainActor (Result<HomePrivacy, KeptHomes.Failure>) -> Void
    ) {
        self.homes = homes
        done(.success(homes))
    }
}

/// Makes pictures of what is shown, for files.
@MainActor
protocol PictureHost: AnyObject {
    /// The map of the workout whose page is shown, as a file.
    ///
    /// - Parameter zones: what is left out.
    func map(
        of viewer: ViewerContext, _ form: PictureForm, hiding zones: [PrivacyZone]
    ) throws -> [UInt8]
}
