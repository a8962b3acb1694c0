import Geometry
import Painting

/// A kind of thing that scenes are made of, by the word that reports have for it.
public struct SceneItemKind: Hashable, Sendable, RawRepresentable {
    /// The word, unlike that of any other kind.
    public var rawValue: String

    /// A kind from its word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A kind from its word.
    public init(_ word: String) { rawValue = word }
}

/// A thing that a scene is made of: a content, how it looks, and where its data are.
///
/// It is a value; what it refers to may change, and says so by its revision. A renderer has a part that
/// draws this type; `record` makes a picture of it for all who have none, such as writers of documents.
public protocol SceneItem: Equatable {
    /// What it is.
    static var kind: SceneItemKind { get }
    /// Records what it looks like, as exact outlines, in points.
    ///
    /// - Parameter clip: what of the target is seen, in device pixels.
    @MainActor
    func record(on canvas: Canvas, in clip: PixelRect)
    /// What it consists of, in the order in which it is told.
    @MainActor
    var report: [(String, SceneValue)] { get }
}

extension SceneItem {
    /// Whether another item is of the same type and equal.
    func isEqual(to other: any SceneItem) -> Bool { (other as? Self) == self }
}

/// A content that may change, and says so.
@MainActor
public protocol SceneContent: AnyObject {
    /// Grows with every change.
    var revision: Int { get }
}

/// A content as it was when an item was made of it.
public struct ContentState<Content: SceneContent>: Equatable {
    /// The content.
    public let content: Content
    /// The change that it is of.
    public let revision: Int

    /// The state of a content now.
    @MainActor
    public init(_ content: Content) {
        self.content = content
        revision = content.revision
    }

    public static func == (a: ContentState, b: ContentState) -> Bool {
        a.content === b.content && a.revision == b.revision
    }
}
