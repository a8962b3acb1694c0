import ChartExport
import Geometry
import Imaging
import Localization
import Maps
import Platform

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

/// Why there is no file.
struct ExportFailure: ReportableError {
    let place = ""
    let problem: String
    let remedy: String

    init(_ problem: String, remedy: String = "") {
        (self.problem, self.remedy) = (problem, remedy)
    }
}

/// How a picture is made.
struct PictureWish: Hashable, Sendable {
    /// A page of paper.
    struct Paper: Hashable, Sendable {
        /// In points.
        var size: Size
        /// The margin on each side, in points.
        var margin: Double
    }

    var form: PictureForm
    /// What it shows; a map has no words around it.
    var part = PicturePart.page
    /// Device pixels per point.
    var scale = 2.0
    /// Light or dark; nil for the look of the window.
    var appearance: Appearance?
    /// The paper that it fills; nil for the size that it has in the window.
    var paper: Paper?
}

/// A picture before it is a file: pixels may take long to pack, which any thread can do.
enum MadePicture: Sendable {
    case pixels(Bitmap)
    case file([UInt8])

    /// The contents of the file.
    func encoded() throws -> [UInt8] {
        switch self {
        case .pixels(let bitmap): try bitmap.encodedPNG()
        case .file(let bytes): bytes
        }
    }
}

/// Makes pictures of what is shown, for files.
@MainActor
protocol PictureHost: AnyObject {
    /// The map of the workout whose page is shown.
    ///
    /// - Parameter zones: what is left out.
    func map(
        of viewer: ViewerContext, _ wish: PictureWish, hiding zones: [PrivacyZone]
    ) throws -> MadePicture
    /// The chart as it is shown now; nil if there is none.
    func chart(of viewer: ViewerContext) -> (any ChartPictures)?
    /// Packs a picture into a file on another thread; `done` is called later or at once.
    func encode(
        _ picture: MadePicture,
        _ done: @escaping @MainActor @Sendable (Result<[UInt8], ExportFailure>) -> Void)
}

/// A chart as it was shown at a time, from which pictures are made whenever somebody wants them.
@MainActor
protocol ChartPictures: AnyObject {
    func picture(_ wish: PictureWish) throws -> MadePicture
    /// The size of a part in points.
    func size(of part: PicturePart) -> Size
}

extension PictureWish {
    /// The largest side of a picture in device pixels: what drivers can draw.
    static let longestSide = 16_384.0
    /// The most device pixels of a picture.
    static let mostPixels = 150e6

    /// Throws if a picture of a size in points would be too large to be drawn.
    func check(_ size: Size) throws(ExportFailure) {
        guard form == .png else { return }
        let (width, height) = ((size.width * scale).rounded(), (size.height * scale).rounded())
        guard max(width, height) <= Self.longestSide, width * height <= Self.mostPixels else {
            throw ExportFailure(
                tr("A picture of {1} × {2} pixels is too large", "\(Int(width))", "\(Int(height))"),
                remedy: tr("choose a smaller size, or SVG"))
        }
    }
}

/// The desktop's printers, and the programs that open files.
@MainActor
protocol PrintHost: AnyObject {
    /// Lets the person print a page.
    ///
    /// - Parameters:
    ///   - title: the name of the page.
    ///   - document: makes the PDF for the paper that the person has chosen; nil if it cannot be made.
    ///   - done: is called once, later or at once.
    func print(
        _ title: String, _ document: @escaping @MainActor (PictureWish.Paper) -> [UInt8]?,
        _ done: @escaping @MainActor (PrintOutcome) -> Void)
    /// Opens a file in the program that the person prefers for it; `done` receives whether that
    /// happened.
    func open(_ path: String, _ done: @escaping @MainActor (Bool) -> Void)
}

/// What became of a page that was to be printed.
enum PrintOutcome: Hashable, Sendable {
    case printed
    /// The person did not want to print it.
    case dismissed
    /// The desktop cannot print.
    case absent
    /// A sentence that says why it was not printed.
    case failed(String)
}

/// A place that the person has chosen for a new file.
enum ChosenPlace: Hashable, Sendable {
    /// An absolute path; the person has agreed that a file there is replaced.
    case path(String)
    /// None was chosen.
    case dismissed
    /// The desktop has no dialog for it.
    case absent
    /// A sentence that says why the chosen one cannot be used.
    case failed(String)
}

/// Data for the clipboard or a drag: some are there, others are made when a program asks for them.
struct OfferedContents {
    /// What is there, by media type.
    var ready: [String: [UInt8]] = [:]
    /// The types that are made.
    var types: [String] = []
    /// Makes the data of one of these types; `done` is called later or at once, with no bytes if they
    /// cannot be made.
    var make:
        @MainActor @Sendable (_ type: String, _ done: @escaping @MainActor ([UInt8]) -> Void) ->
            Void = {
                $1([])
            }
}
