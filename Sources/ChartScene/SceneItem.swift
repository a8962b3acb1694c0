import Geometry
import Painting

/// A kind of element of scenes, by its name in reports.
public struct SceneItemKind: Hashable, Sendable, RawRepresentable {
    /// The name, unique among all kinds.
    public var rawValue: String

    /// A kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A kind from its name.
    public init(_ word: String) { rawValue = word }
}

/// An element of a scene: a content, its style, and the projection of its data.
///
/// It is a value; contents that it refers to may change, which their revision indicates. A renderer
/// has a part that draws this type; `record` makes a picture of it for code without such a part,
/// such as writers of documents.
public protocol SceneItem: Equatable {
    /// Its kind.
    static var kind: SceneItemKind { get }
    /// Records its appearance, as exact outlines, in points.
    ///
    /// - Parameter clip: the visible part of the target, in device pixels.
    @MainActor
    func record(on canvas: Canvas, in clip: PixelRect)
    /// Its content, in the order of reports.
    @MainActor
    var report: [(String, SceneValue)] { get }
}

extension SceneItem {
    /// Whether another item is of the same type and equal.
    func isEqual(to other: any SceneItem) -> Bool { (other as? Self) == self }
}

/// A content that may change, which its revision indicates.
@MainActor
public protocol SceneContent: AnyObject {
    /// Increases with every change.
    var revision: Int { get }
}

/// The state of a content at the time when an item was made of it.
public struct ContentState<Content: SceneContent>: Equatable {
    /// The content.
    public let content: Content
    /// The revision of that state.
    public let revision: Int

    /// The present state of a content.
    @MainActor
    public init(_ content: Content) {
        self.content = content
        revision = content.revision
    }

    public static func == (a: ContentState, b: ContentState) -> Bool {
        a.content === b.content && a.revision == b.revision
    }
}
