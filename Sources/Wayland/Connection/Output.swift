import WaylandClientProtocols

/// A monitor, with the properties that matter to a window.
@MainActor
final class Output {
    let proxy: WlOutput
    /// The global's number in the registry.
    let globalName: UInt32
    /// Whole device pixels per point, for a window without a fractional scale.
    private(set) var scale = 1
    /// Seconds from one frame to the next, if the output announces it.
    private(set) var interval: Double?

    private weak var connection: Connection?
    private var pendingScale = 1
    private var pendingInterval: Double?

    init(_ connection: Connection, _ proxy: WlOutput, name: UInt32) {
        self.connection = connection
        self.proxy = proxy
        globalName = name
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: WlOutput.Event) {
        switch event {
        case .mode(let flags, _, _, let refresh):
            guard flags.contains(.current) else { return }
            pendingInterval = EventBounds.frameInterval(1000 / Double(refresh))
        case .scale(let factor):
            guard let scale = EventBounds.scale(whole: factor) else {
                connection?.report(
                    .badData(
                        what: "wl_output.scale",
                        reason: "a scale of \(factor) is ignored; 1 to 8 can be drawn"))
                return
            }
            pendingScale = scale
        case .done:
            settle()
        case .geometry, .name, .description:
            return
        }
        // Version 1 has neither scale nor done.
        if proxy.version < 2 { settle() }
    }

    /// Applies the announced values.
    func settle() {
        guard scale != pendingScale || interval != pendingInterval else { return }
        scale = pendingScale
        interval = pendingInterval
        for window in connection?.allWindows ?? [] { window.outputsChanged() }
    }
}
