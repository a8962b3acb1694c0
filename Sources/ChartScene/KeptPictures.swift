import Geometry

/// What a picture that is kept from frame to frame is known by.
///
/// Whoever draws keeps pixels for as long as it exists.
public final class PictureKey: Hashable, Sendable {
    /// A key unlike any other.
    public init() {}

    public static func == (a: PictureKey, b: PictureKey) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A rectangle whose content moves sideways by whole device pixels, of which only what came in since the
/// last frame need be drawn.
public struct SidewaysPicture: Equatable {
    /// What it is known by.
    public var key: PictureKey
    /// In device pixels of the target.
    public var rect: PixelRect
    /// The number of the content's pixel column that is at the left edge of `rect`.
    public var offset: Int
    /// What the content depends on, other than where it is: equal stamps mean that a column of it looks
    /// the same.
    public var stamp: AnyHashable
    /// What the rectangle is filled with first, opaque.
    public var ground: Color
    /// Whether the target has the ground already, which is then not blended once more where the round
    /// corners of a clip cover a pixel in part.
    public var isGrounded: Bool

    /// A picture from its parts.
    public init(
        _ key: PictureKey, in rect: PixelRect, offset: Int, stamp: some Hashable, ground: Color,
        isGrounded: Bool = false
    ) {
        precondition(ground.alpha >= 1, "the ground of a kept picture is opaque")
        (self.key, self.rect, self.offset) = (key, rect, offset)
        (self.stamp, self.ground, self.isGrounded) = (AnyHashable(stamp), ground, isGrounded)
    }
}

/// A layer that looks the same from frame to frame while its stamp is the same; it covers the target.
public struct WholePicture: Equatable {
    /// What it is known by.
    public var key: PictureKey
    /// What its look depends on.
    public var stamp: AnyHashable
    /// What it is drawn on.
    public var ground: Color

    /// A picture from its parts.
    public init(_ key: PictureKey, stamp: some Hashable, ground: Color) {
        (self.key, self.stamp, self.ground) = (key, AnyHashable(stamp), ground)
    }
}

/// Who keeps pictures from frame to frame.
@MainActor
public protocol PictureKeeper: AnyObject {
    /// The parts of the target (device pixels) in which a picture has to be drawn in this frame; all of
    /// it where nothing of it is kept.
    ///
    /// - Parameter clip: what limits it, with the round corners of the innermost such clip.
    func missingParts(
        of picture: SidewaysPicture, in clip: PixelRect, corners: SceneLayer.Clip?
    ) -> [PixelRect]
}
