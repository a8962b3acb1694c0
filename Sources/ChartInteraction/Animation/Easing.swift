/// How a change is spread over its duration.
///
/// Progress and value run from 0 to 1 (Penner's equations); both are exact at the ends.
public enum Easing: Hashable, Sendable {
    /// p: at constant speed.
    case linear
    /// p²: starts softly.
    case easeIn
    /// p·(2 - p): ends softly; three quarters of the distance at half time.
    case easeOut
    /// Soft at both ends.
    case easeInOut
    /// 1 - (1 - p)³: fast at first, ends very softly.
    case easeOutCubic

    /// The value at a progress, which is clamped to 0…1.
    public func value(at progress: Double) -> Double {
        let p = min(max(progress, 0), 1)
        let q = 1 - p
        switch self {
        case .linear: return p
        case .easeIn: return p * p
        case .easeOut: return p * (2 - p)
        case .easeInOut: return p < 0.5 ? 2 * p * p : 1 - 2 * q * q
        case .easeOutCubic: return 1 - q * q * q
        }
    }

    /// The derivative of the value at a progress, which is clamped to 0…1.
    public func slope(at progress: Double) -> Double {
        let p = min(max(progress, 0), 1)
        let q = 1 - p
        switch self {
        case .linear: return 1
        case .easeIn: return 2 * p
        case .easeOut: return 2 * q
        case .easeInOut: return p < 0.5 ? 4 * p : 4 * q
        case .easeOutCubic: return 3 * q * q
        }
    }
}
