import Geometry

/// The identity of a picture that is kept from frame to frame.
///
/// The renderer keeps pixels as long as it exists.
public final class PictureKey: Hashable, Sendable {
    /// A key different from any other.
    public init() {}

    public static func == (a: PictureKey, b: PictureKey) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A rectangle whose content scrolls by whole device pixels, in one direction or in both; only new
/// content since the last frame need be drawn.
public struct ScrolledPicture: Equatable {
    /// Its identity.
    public var key: PictureKey
    /// In device pixels of the target.
    public var rect: PixelRect
    /// The number of the content's pixel column that is at the left edge of `rect`.
    public var offset: Int
    /// The number of the content's pixel row that is at the upper edge of `rect`.
    public var row: Int
    /// The properties on which the content depends, except its position: if stamps are equal, a
    /// pixel of it looks the same.
    public var stamp: AnyHashable
    /// The opaque colour that fills the rectangle first.
    public var ground: Color
    /// Whether the target already has the ground, which is then not blended once more where the
    /// round corners of a clip cover a pixel in part.
    public var isGrounded: Bool
    /// The parts of the content that have changed under this stamp, by the numbers of its columns and
    /// rows.
    public var changes: PictureChanges

    /// A picture from its parts.
    ///
    /// - Parameter row: nil for the row of the target at the upper edge, for content that only moves
    ///   sideways.
    public init(
        _ key: PictureKey, in rect: PixelRect, offset: Int, row: Int? = nil, stamp: some Hashable,
        ground: Color, isGrounded: Bool = false, changes: PictureChanges = PictureChanges()
    ) {
        precondition(ground.alpha >= 1, "the ground of a kept picture is opaque")
        (self.key, self.rect, self.offset) = (key, rect, offset)
        self.row = row ?? rect.y
        (self.stamp, self.ground, self.isGrounded) = (AnyHashable(stamp), ground, isGrounded)
        self.changes = changes
    }
}

/// The parts of a kept picture that have changed, one after the other.
///
/// Only the last of them are listed: for a picture that is too far behind, everything has changed.
public struct PictureChanges: Hashable, Sendable {
    /// How many changes there have been.
    public private(set) var count = 0
    private var last: [PixelRect] = []

    private static let longest = 64

    /// No change.
    public init() {}

    /// Adds a change of a part.
    public mutating func add(_ part: PixelRect) {
        count += 1
        last.append(part)
        // The list is shortened rarely, so that this costs nothing for each change.
        if last.count > 2 * Self.longest { last.removeFirst(Self.longest) }
    }

    /// The parts that have changed since the count was `known`; nil for everything.
    public func since(_ known: Int) -> [PixelRect]? {
        guard known <= count, count - known <= last.count else { return nil }
        return Array(last.suffix(count - known))
    }
}

/// A layer that looks the same from frame to frame as long as its stamp is the same; it covers the
/// target.
public struct WholePicture: Equatable {
    /// Its identity.
    public var key: PictureKey
    /// The properties on which its appearance depends.
    public var stamp: AnyHashable
    /// Its background.
    public var ground: Color

    /// A picture from its parts.
    public init(_ key: PictureKey, stamp: some Hashable, ground: Color) {
        (self.key, self.stamp, self.ground) = (key, AnyHashable(stamp), ground)
    }
}

/// Keeps pictures from frame to frame.
@MainActor
public protocol PictureKeeper: AnyObject {
    /// The parts of the target (device pixels) in which a picture must be drawn in this frame; all
    /// of it if nothing is kept.
    ///
    /// - Parameter clip: its limits, with the round corners of the innermost such clip.
    func missingParts(
        of picture: ScrolledPicture, in clip: PixelRect, corners: SceneLayer.Clip?
    ) -> [PixelRect]

    /// Whether it has a copy of a content, so that the content itself is not needed.
    func holds(_ content: any SceneContent) -> Bool
}
