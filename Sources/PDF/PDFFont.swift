import CCairo
import CFreeType
import Cairo
import Glibc
import Synchronization

/// A face of a font file, for use in a document.
package final class PDFFont {
    /// The path of its file.
    package let path: String
    let face: OpaquePointer
    let options: OpaquePointer
    private let cairo: CairoLibrary

    init(path: String, index: Int, weight: Int, cairo: CairoLibrary) throws(PDFError) {
        let opened = try FontFiles.shared.open(path, index)
        guard !FontFiles.forbidsEmbedding(opened) else {
            FontFiles.shared.close(opened)
            throw .embeddingForbidden(path: path)
        }
        self.path = path
        self.cairo = cairo
        // cairo copies the face's settings when it receives the face.
        FontFiles.shared.set(weight, of: opened)
        let flags = Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
        guard let face = cairo.ftFontFaceCreateForFTFace(opened, flags),
            let options = cairo.fontOptionsCreate()
        else { throw .font(path: path) }
        // cairo keeps a face as long as it needs; FreeType's face is freed with it.
        let kept = cairo.fontFaceSetUserData(
            face, FontFiles.key, UnsafeMutableRawPointer(opened)
        ) { pointer in
            if let pointer { FontFiles.shared.close(FT_Face(OpaquePointer(pointer))) }
        }
        self.face = face
        self.options = options
        guard kept == CAIRO_STATUS_SUCCESS else { throw .font(path: path) }
        cairo.fontOptionsSetHintStyle(options, CAIRO_HINT_STYLE_NONE)
        cairo.fontOptionsSetHintMetrics(options, CAIRO_HINT_METRICS_OFF)
    }

    deinit {
        cairo.fontOptionsDestroy(options)
        cairo.fontFaceDestroy(face)
    }
}

/// FreeType, started once for the fonts of all documents and never stopped, because cairo keeps
/// faces after a document is finished.
private struct FontFiles: Sendable {
    static let shared = FontFiles()
    /// The key under which cairo stores FreeType's face; only its address matters.
    nonisolated(unsafe) static let key: UnsafeMutablePointer<cairo_user_data_key_t> = {
        let key = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)
        key.initialize(to: cairo_user_data_key_t())
        return key
    }()

    private struct Library: @unchecked Sendable {
        var library: FT_Library?
        var code: Int32
    }

    private struct Face: @unchecked Sendable {
        let face: FT_Face?

        init(_ face: FT_Face?) { self.face = face }
    }

    private let library: Library
    /// FreeType may open and close faces in only one thread at a time.
    private static let turn = Mutex(())

    private init() {
        var library: FT_Library?
        let code = FT_Init_FreeType(&library)
        self.library = Library(library: library, code: code)
    }

    func open(_ path: String, _ index: Int) throws(PDFError) -> FT_Face {
        guard let library = library.library else { throw .rasterizer(code: self.library.code) }
        let opened = FontFiles.turn.withLock { _ in
            var face: FT_Face?
            return FT_New_Face(library, path, FT_Long(index), &face) == 0 ? Face(face) : Face(nil)
        }
        guard let face = opened.face else { throw .font(path: path) }
        return face
    }

    func close(_ face: FT_Face) {
        let closed = Face(face)
        FontFiles.turn.withLock { _ in _ = FT_Done_Face(closed.face) }
    }

    /// Whether outlines must not be embedded: if the font's licence is restricted without a milder
    /// right, or only bitmaps may be embedded (OpenType, fsType of the table OS/2).
    static func forbidsEmbedding(_ face: FT_Face) -> Bool {
        let flags = FT_Get_FSType_Flags(face)
        return flags & 0x000E == 0x0002 || flags & 0x0200 != 0
    }

    /// Sets the weight axis of a variable font, within its limits; other axes keep their values.
    func set(_ weight: Int, of face: FT_Face) {
        guard oresen_has_axes(face) != 0, let library = library.library else { return }
        var description: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(face, &description) == 0, let description else { return }
        defer { FT_Done_MM_Var(library, description) }
        var coordinates = (0..<Int(description.pointee.num_axis)).map { index in
            let axis = description.pointee.axis[index]
            // The tag 'wght'.
            guard UInt32(truncatingIfNeeded: axis.tag) == 0x7767_6874 else { return axis.def }
            return min(max(FT_Fixed(weight) << 16, axis.minimum), axis.maximum)
        }
        FT_Set_Var_Design_Coordinates(face, UInt32(coordinates.count), &coordinates)
    }
}
