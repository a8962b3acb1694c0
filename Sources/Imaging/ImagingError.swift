import Glibc
import Platform

/// An error with a picture or its file.
public enum ImagingError: ReportableError, Hashable {
    /// The bytes are not a PNG picture, or a damaged one; `detail` is libpng's message.
    case notPNG(name: String, detail: String)
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
        case .encoding: "PNG"
        case .reading(let path, _): path
        case .writing(let path, _): path
        }
    }

    public var problem: String {
        switch self {
        case .notPNG(_, let detail): "this is not a sound PNG picture (\(detail))"
        case .tooLarge(_, let width, let height): "a picture of \(width) × \(height) is too large"
        case .encoding(let detail): "the picture could not be encoded (\(detail))"
        case .reading(_, let code): "the file cannot be read (\(String(cString: strerror(code))))"
        case .writing(_, let code):
            "the file cannot be written (\(String(cString: strerror(code))))"
        }
    }

    public var remedy: String {
        switch self {
        case .notPNG: "choose another file"
        case .tooLarge: "choose a smaller one"
        case .encoding: ""
        case .reading: "check its name and that you may read it"
        case .writing: "check the folder, its free space and that you may write there"
        }
    }
}
