import Platform

/// An error with the fonts of the machine.
public enum FontError: ReportableError {
    /// There is no font for text.
    case noFont
    /// fontconfig cannot be loaded.
    case noFontconfig
    /// The fontconfig configuration at `path` could not be read.
    case configuration(path: String)
    /// FreeType could not be started.
    case rasterizer(code: Int32)

    public var place: String {
        switch self {
        case .noFont, .noFontconfig: "fontconfig"
        case .configuration(let path): path
        case .rasterizer: "FreeType"
        }
    }

    public var problem: String {
        switch self {
        case .noFont: "no usable font is installed"
        case .noFontconfig: "the library that finds the machine's fonts cannot be loaded"
        case .configuration: "the font configuration cannot be read"
        case .rasterizer(let code): "the font rasterizer did not start (error \(code))"
        }
    }

    public var remedy: String {
        switch self {
        case .noFont: "install one, on Debian the package fonts-inter or fonts-noto-core"
        case .noFontconfig: "install it, on Debian the package libfontconfig1"
        case .configuration: "check the file, or unset FONTCONFIG_FILE"
        case .rasterizer: "check the installation of libfreetype"
        }
    }
}
