import Desktop
import Geometry
import Glibc
import Localization
import Platform
import Streams
import Wayland

/// Printing in the desktop's dialog, and opening files in other programs.
@MainActor
final class DesktopPrinting: PrintHost {
    private let printer: PrintPortal
    private let opener: OpenPortal
    private let window: Window
    /// The window under the name by which the desktop's dialog refers to it, while that is open.
    private var exported: ExportedSurface?
    /// The page that is being printed.
    private var file: TemporaryFile?

    init(_ bus: SessionBus, _ window: Window) {
        printer = PrintPortal(bus)
        opener = OpenPortal(bus)
        self.window = window
    }

    /// The smallest margin of a page, in points, if the printer needs none.
    private static let leastMargin = 28.0

    func print(
        _ title: String, _ document: @escaping @MainActor (PictureWish.Paper) -> [UInt8]?,
        _ done: @escaping @MainActor (PrintOutcome) -> Void
    ) {
        cancel()
        guard printer.canAnswer else { return done(.absent) }
        var failure: String?
        let ask: (String) -> Void = { [weak self] parent in
            self?.printer.print(title, parent: parent) { paper in
                guard let self, let bytes = document(Self.paper(paper)) else { return nil }
                do {
                    let file = try TemporaryFile(for: title)
                    self.file = file
                    try file.write(bytes[...])
                    lseek(file.descriptor, 0, SEEK_SET)
                    return file.descriptor
                } catch {
                    failure = "\(error)"
                    return nil
                }
            } answer: { answer in
                self?.end()
                switch answer {
                case .printed: done(.printed)
                case .dismissed: done(failure.map { .failed($0) } ?? .dismissed)
                case .absent: done(.absent)
                }
            }
        }
        exported = window.export { ask("wayland:" + $0) }
        if exported == nil { ask("") }
    }

    /// Gives up what is being printed; the desktop's dialog closes.
    func cancel() {
        printer.cancel()
        end()
    }

    private func end() {
        exported = nil
        if let file { close(file.descriptor) }
        file = nil
    }

    /// A paper in points.
    private static func paper(_ paper: PrintPortal.Paper) -> PictureWish.Paper {
        let points = 72 / 25.4
        return PictureWish.Paper(
            size: Size(width: paper.width * points, height: paper.height * points),
            margin: max(leastMargin, paper.margin * points))
    }

    func open(_ path: String, _ done: @escaping @MainActor (Bool) -> Void) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return done(false) }
        opener.open(descriptor, parent: "") { isOpen in
            close(descriptor)
            done(isOpen)
        }
    }
}
