import ChartExport
import ChartRendering
import ChartScene
import GPU
import Geometry
import Imaging
import Localization
import Painting
import Platform
import Text

/// Pictures and documents of charts, drawn off screen: no window, compositor or display is needed,
/// and for documents no driver either.
///
/// The same charts give the same bytes. It starts its driver for the first picture and keeps it:
/// the start takes about 50 ms with a software driver, a picture a few milliseconds.
@MainActor
public final class ChartImage {
    private let typesetter: Typesetter
    private var renderer: Renderer?

    /// Creates a renderer of pictures.
    ///
    /// - Parameter fonts: the fonts of texts; nil for the system's.
    /// - Throws: `FontError` if no font is installed.
    public init(fonts: FontLibrary? = nil) throws {
        typesetter = Typesetter(fonts: try fonts ?? FontLibrary())
    }

    // MARK: Pixels

    /// The picture of a figure.
    ///
    /// - Parameters:
    ///   - size: in points.
    ///   - scale: device pixels per point.
    ///   - time: of the frame clock, in seconds: motions are drawn as at this time.
    /// - Throws: `GPUError` if no driver answers, or it cannot draw.
    public func draw(
        _ figure: ChartFigure, size: Size, scale: Double = 1, at time: Double = 0
    ) throws(GPUError) -> Bitmap {
        try draw(scene(figure, size: size, scale: scale, at: time))
    }

    /// The picture of a single chart, on the ground of its style.
    public func draw(
        _ chart: Chart, size: Size, scale: Double = 1, at time: Double = 0
    ) throws(GPUError) -> Bitmap {
        try draw(scene(chart, size: size, scale: scale, at: time))
    }

    /// The picture of a scene.
    public func draw(_ scene: Scene) throws(GPUError) -> Bitmap {
        let renderer: Renderer
        if let known = self.renderer {
            renderer = known
        } else {
            renderer = Renderer(device: try Device(), atlas: GlyphAtlas(fonts: typesetter.fonts))
            self.renderer = renderer
        }
        // The next picture may come from another thread: the main actor of an `async` program.
        defer { renderer.device.release() }
        let pixels = PixelRect(
            snapping: Rect(origin: .zero, size: scene.size), scale: scene.scale)
        let surface = try Surface(
            device: renderer.device, width: max(1, pixels.width), height: max(1, pixels.height))
        try renderer.beginFrame(surface, scale: scene.scale, clear: scene.ground)
        try renderer.draw(scene)
        try renderer.endFrame()
        return Bitmap(
            width: surface.width, height: surface.height, alpha: .premultiplied,
            bytes: try surface.readPixels())
    }

    // MARK: Scenes and documents

    /// The scene of a figure.
    ///
    /// - Parameter purpose: whether the scene is for device pixels or for a document.
    public func scene(
        _ figure: ChartFigure, size: Size, scale: Double = 1, at time: Double = 0,
        for purpose: ScenePurpose = .screen
    ) -> Scene {
        scene(figure, on: figure.theme.ground, size, scale, time, purpose)
    }

    /// The scene of a single chart, on the ground of its style.
    public func scene(
        _ chart: Chart, size: Size, scale: Double = 1, at time: Double = 0,
        for purpose: ScenePurpose = .screen
    ) -> Scene {
        let figure = ChartFigure([chart], themes: chart.shownTheme.map { ThemePair($0) })
        defer { figure.remove(chart) }
        return scene(
            figure, on: chart.style.ground ?? figure.theme.ground, size, scale, time, purpose)
    }

    private func scene(
        _ figure: ChartFigure, on ground: Color, _ size: Size, _ scale: Double, _ time: Double,
        _ purpose: ScenePurpose
    ) -> Scene {
        precondition(
            size.width > 0 && size.height > 0, "a picture has a size above zero, not \(size)")
        // However often a chart was drawn before, its picture must be the same.
        let reusing = figure.panels.map(\.chart).filter(\.reusesPicture)
        for chart in reusing { chart.reusesPicture = false }
        defer { for chart in reusing { chart.reusesPicture = true } }
        figure.advance(to: time)
        figure.prepare(
            in: Rect(origin: .zero, size: size), deviceScale: scale, typesetter: typesetter)
        let builder = SceneBuilder(size: size, scale: scale, purpose: purpose)
        builder.ground = ground
        figure.encode(into: builder)
        return builder.finish()
    }

    /// A figure as a document, to be written by `PictureDocument.svg` and `PictureDocument.pdf`.
    ///
    /// - Parameters:
    ///   - title: of the document.
    ///   - scale: device pixels per point of the screen that the document should match: hairlines
    ///     are one of those wide, and what is on whole ones there is on whole ones here.
    public func document(
        _ figure: ChartFigure, size: Size, title: String, scale: Double = 1,
        at time: Double = 0
    ) -> PictureDocument {
        let scene = scene(figure, size: size, scale: scale, at: time, for: .document)
        return PictureDocument(
            scene.picture(), size: size, title: title, description: figure.summary)
    }

    /// A chart as a document.
    public func document(
        _ chart: Chart, size: Size, title: String, scale: Double = 1, at time: Double = 0
    ) -> PictureDocument {
        let scene = scene(chart, size: size, scale: scale, at: time, for: .document)
        let figure = ChartFigure([chart], themes: chart.shownTheme.map { ThemePair($0) })
        defer { figure.remove(chart) }
        return PictureDocument(
            scene.picture(), size: size, title: title, description: figure.summary)
    }

    /// Writes a figure to a file in the format of its extension: `.png`, `.svg` or `.pdf`.
    ///
    /// A file is replaced as a whole or not at all.
    ///
    /// - Throws: `PictureFileError` for another extension; `GPUError` for pixels if no driver
    ///   answers; `PDFError` if a library is missing; `ImagingError` and `FileError` if the file
    ///   cannot be written.
    public func write(
        _ figure: ChartFigure, toFile path: String, size: Size, title: String, scale: Double = 1,
        at time: Double = 0
    ) throws {
        try write(toFile: path) {
            try draw(figure, size: size, scale: scale, at: time)
        } orDocument: {
            document(figure, size: size, title: title, scale: scale, at: time)
        }
    }

    /// Writes a single chart to a file, in the same way as a figure.
    public func write(
        _ chart: Chart, toFile path: String, size: Size, title: String, scale: Double = 1,
        at time: Double = 0
    ) throws {
        try write(toFile: path) {
            try draw(chart, size: size, scale: scale, at: time)
        } orDocument: {
            document(chart, size: size, title: title, scale: scale, at: time)
        }
    }

    /// Writes pixels from another source to a file, in the same way as a figure: an SVG and a PDF
    /// contain them as an image.
    ///
    /// - Parameters:
    ///   - size: the size at which they are shown, in points.
    ///   - description: what they show, for screen readers.
    public func write(
        _ pixels: Bitmap, toFile path: String, size: Size, title: String, description: String = ""
    ) throws {
        try write(toFile: path) {
            pixels
        } orDocument: {
            let image = PaintedImage(
                width: pixels.width, height: pixels.height, bytes: pixels.premultiplied().bytes)
            let tag = PictureTag(.figure, label: description.isEmpty ? title : description)
            let place = Rect(origin: .zero, size: size)
            let picture = Picture(
                scale: Double(pixels.width) / size.width,
                [.tagged(tag, [.image(image, in: place, sampling: .linear, opacity: 1)])])
            return PictureDocument(picture, size: size, title: title, description: description)
        }
    }

    private func write(
        toFile path: String, pixels: () throws -> Bitmap, orDocument document: () -> PictureDocument
    ) throws {
        guard let form = PictureForm(endingOf: path) else {
            throw PictureFileError(place: path)
        }
        let bytes =
            switch form {
            case .png: try pixels().encodedPNG()
            case .svg: try document().svg(fonts: typesetter.fonts)
            case .pdf: try document().pdf(fonts: typesetter.fonts)
            }
        try FileDraft.write(bytes, to: path, readers: .everybody, isLasting: false)
    }
}

/// A picture file whose name has no known extension.
public struct PictureFileError: ReportableError, Equatable {
    /// The path of the file.
    public let place: String

    /// The problem.
    public var problem: String { tr("its extension is not that of a picture") }
    /// The remedy.
    public var remedy: String { tr("name a file that ends in {1}", PictureForm.endings) }
}
