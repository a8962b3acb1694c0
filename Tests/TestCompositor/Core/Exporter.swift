import WaylandServerProtocols

/// `zxdg_exporter_v2` and `zxdg_exporter_v1`: assigns windows names for other programs, and records the valid ones.
final class Exporter {
    /// The valid names, in the order in which they were assigned.
    private(set) var handles: [String] = []
    private unowned let core: Core
    private var count = 0

    init(core: Core) { self.core = core }

    func serve(_ exporter: ServerZxdgExporterV2) {
        exporter.requests = { [unowned self, unowned exporter] request in
            switch request {
            case .exportToplevel(let id, let surface):
                guard let surface = core.surface(surface), case .toplevel = surface.role else {
                    return exporter.postError(
                        code: ServerZxdgExporterV2.ErrorCode.invalidSurface.rawValue,
                        message: "the surface is no toplevel")
                }
                let handle = makeHandle()
                id.onDestroy = { [unowned self] in handles.removeAll { $0 == handle } }
                id.sendHandle(handle: handle)
            case .destroy: break
            }
        }
    }

    func serve(_ exporter: ServerZxdgExporterV1) {
        exporter.requests = { [unowned self] request in
            switch request {
            case .export(let id, _):
                let handle = makeHandle()
                id.onDestroy = { [unowned self] in handles.removeAll { $0 == handle } }
                id.sendHandle(handle: handle)
            case .destroy: break
            }
        }
    }

    private func makeHandle() -> String {
        count += 1
        handles.append("test-window-\(count)")
        return "test-window-\(count)"
    }
}
