import Glibc
import Platform

/// An error with a picture or its file.
public enum ImagingError: ReportableError, Hashable {
    /// The bytes are not a PNG picture, or a damaged one; `detail` is libpng's message.
    case notPNG(name: String, detail: String)
    /// The bytes are no picture of a format that is read.
    case isNoPicture(name: String)
    /// A picture is damaged; `detail` is the library's message.
    case isBroken(name: String, format: PictureFormat, detail: String)
    /// The library of a format cannot be loaded: its file, and Debian's package.
    case noLibrary(file: String, format: PictureFormat, package: String)
    /// The picture comes in parts that need all of it in memory, and is too large for that.
    case needsMemory(name: String, format: PictureFormat)
    /// The picture is too large for memory.
    case tooLarge(name: String, width: Int, height: Int)
    /// libpng could not write the picture.
    case encoding(detail: String)
    /// The file cannot be read.
    case reading(path: String, code: Int32)
    /// The file cannot be written.
    case writing(path: String, code: Int32)

    public var place: String {
        switch self {
        case .notPNG(let name, _): name
        case .tooLarge(let name, _, _): name
        case .isNoPicture(let name): name
        case .isBroken(let name, _, _): name
        case .noLibrary(_, let format, _): format.rawValue
        case .needsMemory(let name, _): name
        case .encoding: "PNG"
        case .reading(let path, _): path
        case .writing(let path, _): path
        }
    }

    public var problem: String {
        switch self {
        case .notPNG(_, let detail): "this is not a sound PNG picture (\(detail))"
        case .tooLarge(_, let width, let height): "a picture of \(width) × \(height) is too large"
        case .isNoPicture: "this is no picture in PNG, JPEG or WebP"
        case .isBroken(_, let format, let detail):
            "this is not a sound \(format.rawValue) picture (\(detail))"
        case .noLibrary(let file, let format, _):
            "the library \(file), which reads \(format.rawValue), cannot be loaded"
        case .needsMemory(_, .png): "this PNG picture is interlaced and too large for that"
        case .needsMemory: "this JPEG picture is progressive and too large for that"
        case .encoding(let detail): "the picture could not be encoded (\(detail))"
        case .reading(_, let code): "the file cannot be read (\(String(cString: strerror(code))))"
        case .writing(_, let code):
            "the file cannot be written (\(String(cString: strerror(code))))"
        }
    }

    public var remedy: String {
        switch self {
        case .notPNG: "choose another file"
        case .isNoPicture, .isBroken: "choose another file"
        case .noLibrary(_, _, let package): "install it, on Debian the package \(package)"
        case .needsMemory(_, .png): "convert it: convert IN.png -interlace none OUT.png"
        case .needsMemory: "convert it: jpegtran -outfile OUT.jpg IN.jpg"
        case .tooLarge: "choose a smaller one"
        case .encoding: ""
        case .reading: "check its name and that you may read it"
        case .writing: "check the folder, its free space and that you may write there"
        }
    }
}
