import CWaylandServer

/// Answers frame callbacks and reports when frames were displayed.
///
/// One timer, armed only while a client waits: an idle compositor does not wake up.
final class FramePacer {
    var pacing: FramePacing {
        didSet { rearm() }
    }
    private unowned let core: Core
    private var timer: OpaquePointer?
    private var isArmed = false
    private var sequence: UInt64 = 0

    init(core: Core, pacing: FramePacing) {
        self.core = core
        self.pacing = pacing
        timer = wl_event_loop_add_timer(
            core.loop,
            { data in
                guard let data else { return 0 }
                Unmanaged<FramePacer>.fromOpaque(data).takeUnretainedValue().tick()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Handles a commit that requests a callback for the next frame.
    func request() {
        guard case .automatic(let milliseconds) = pacing, !isArmed else { return }
        isArmed = true
        wl_event_source_timer_update(timer, max(1, milliseconds))
    }

    /// Answers all waiting callbacks, of one surface or of all that do not withhold theirs.
    ///
    /// Returns the number of answered callbacks.
    @discardableResult
    func fire(only chosen: Surface? = nil) -> Int {
        sequence += 1
        let now = monotonicNanoseconds()
        var count = 0
        for surface in core.surfaces.values.sorted(by: { $0.key < $1.key }) {
            guard chosen.map({ $0 === surface }) ?? !surface.withholdsFrames else { continue }
            count += surface.answerFrame(at: now, sequence: sequence)
        }
        return count
    }

    func end() {
        if let timer { wl_event_source_remove(timer) }
        timer = nil
    }

    private func tick() {
        isArmed = false
        if case .automatic = pacing { fire() }
    }

    private func rearm() {
        isArmed = false
        wl_event_source_timer_update(timer, 0)
        let someoneWaits = core.surfaces.values.contains { $0.isWaitingForFrame }
        if someoneWaits { request() }
    }
}
