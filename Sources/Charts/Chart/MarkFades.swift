import ChartInteraction
import ChartScene

/// The marks of a chart that fade in or out.
///
/// `isHidden` of a mark has its final value at once; this holds its opacity until then.
@MainActor
final class MarkFades {
    private struct Fade {
        /// Retained, so that no other object gets its identity meanwhile.
        let mark: any Mark
        /// Whether it fades in.
        var isComing: Bool
        /// From 0 to 1.
        var opacity: Double
        var revision = Revision.next()
    }

    private let animator: Animator
    private var fades: [ObjectIdentifier: Fade] = [:]

    /// Marks that are faded by an animator.
    init(_ animator: Animator) { self.animator = animator }

    /// Shows a mark or hides it; it fades if the duration is above 0.
    func show(_ shown: Bool, _ mark: any Mark, at time: Double, duration: Double) {
        guard mark.isHidden == shown else { return }
        let before = opacity(of: mark)
        mark.isHidden = !shown
        let id = ObjectIdentifier(mark)
        let key = MarkAttribute(mark: id, word: "opacity")
        guard duration > 0 else {
            animator.cancel(key: key)
            fades[id] = nil
            return
        }
        fades[id] = Fade(mark: mark, isComing: shown, opacity: before)
        animator.animate(
            key, from: before, to: shown ? 1 : 0, timing: .eased(duration, .easeOut), at: time,
            onEnd: { [weak self] hasArrived in if hasArrived { self?.fades[id] = nil } },
            step: { [weak self] (opacity: Double) in
                self?.fades[id]?.opacity = min(max(opacity, 0), 1)
                self?.fades[id]?.revision = .next()
            })
    }

    /// The opacity of a mark.
    func opacity(of mark: any Mark) -> Double {
        let shown = mark.isHidden ? 0.0 : 1
        // Showing or hiding a mark without a fade ends a fade under way.
        guard !fades.isEmpty, let fade = fades[ObjectIdentifier(mark)],
            fade.isComing != mark.isHidden
        else { return shown }
        return fade.opacity
    }

    /// Whether any part of a mark is drawn.
    func isDrawn(_ mark: any Mark) -> Bool {
        fades.isEmpty ? !mark.isHidden : opacity(of: mark) > 0
    }

    /// The revisions that the look of a mark depends on.
    func looks(of mark: any Mark) -> (Revision, Revision?) {
        (mark.revision, fades.isEmpty ? nil : fades[ObjectIdentifier(mark)]?.revision)
    }
}
