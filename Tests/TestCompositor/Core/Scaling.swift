import WaylandServerProtocols

extension Core {
    /// Serves `wp_viewporter`: a surface's size independent of its buffer's.
    func serve(_ viewporter: ServerWpViewporter) {
        viewporter.requests = { [unowned self, unowned viewporter] request in
            guard case .getViewport(let id, let target) = request, let surface = surface(target)
            else {
                return
            }
            guard surface.viewport == nil else {
                return viewporter.postError(
                    code: ServerWpViewporter.ErrorCode.viewportExists.rawValue,
                    message: "the surface has a viewport already")
            }
            surface.viewport = id
            id.requests = { [unowned self, unowned id] request in
                handle(request, of: id, on: self.surface(target))
            }
            id.onDestroy = { [weak surface] in
                surface?.viewport = nil
                surface?.pending.destination = .some(nil)
                surface?.pending.source = .some(nil)
            }
        }
    }

    private func handle(
        _ request: ServerWpViewport.Request, of viewport: ServerWpViewport, on surface: Surface?
    ) {
        guard let surface else {
            if case .destroy = request { return }
            return viewport.postError(
                code: ServerWpViewport.ErrorCode.noSurface.rawValue,
                message: "the viewport's surface is destroyed")
        }
        switch request {
        case .setSource(let x, let y, let width, let height):
            if x == -1, y == -1, width == -1, height == -1 {
                surface.pending.source = .some(nil)
            } else if x >= 0, y >= 0, width > 0, height > 0 {
                surface.pending.source = .some([x, y, width, height])
            } else {
                viewport.postError(
                    code: ServerWpViewport.ErrorCode.badValue.rawValue,
                    message: "the viewport's source is \(x), \(y), \(width), \(height)")
            }
        case .setDestination(let width, let height):
            if width == -1, height == -1 {
                surface.pending.destination = .some(nil)
            } else if width > 0, height > 0 {
                let size = Configure.Size(width: Int(width), height: Int(height))
                surface.pending.destination = .some(size)
            } else {
                viewport.postError(
                    code: ServerWpViewport.ErrorCode.badValue.rawValue,
                    message: "the viewport's destination is \(width) × \(height)")
            }
        case .destroy:
            break
        }
    }

    /// Serves `wp_fractional_scale_manager_v1`.
    func serve(_ manager: ServerWpFractionalScaleManagerV1) {
        manager.requests = { [unowned self, unowned manager] request in
            guard case .getFractionalScale(let id, let target) = request,
                let surface = surface(target)
            else { return }
            guard surface.fractionalScale == nil else {
                return manager.postError(
                    code: ServerWpFractionalScaleManagerV1.ErrorCode.fractionalScaleExists.rawValue,
                    message: "the surface has a fractional scale object already")
            }
            surface.fractionalScale = id
            id.onDestroy = { [weak surface] in surface?.fractionalScale = nil }
            id.sendPreferredScale(scale: settings.preferredScale)
        }
    }
}

/// A `wl_output` global with the objects that clients bound.
final class Output {
    private(set) var settings: OutputSettings
    private unowned let core: Core
    private var global: WaylandGlobal<ServerWlOutput>?
    private var bound: [ServerWlOutput] = []

    init(core: Core, settings: OutputSettings, version: UInt32) {
        self.core = core
        self.settings = settings
        global = WaylandGlobal(display: core.display, version: version) { [weak self] resource in
            self?.bind(resource)
        }
    }

    func resources(of client: WaylandClient) -> [ServerWlOutput] {
        bound.filter { $0.client == client }
    }

    /// The size in points.
    var logicalSize: Configure.Size {
        Configure.Size(
            width: settings.width / settings.scale, height: settings.height / settings.scale)
    }

    /// Changes the screen while it runs, and notifies clients that bound it.
    func change(to new: OutputSettings) {
        settings = new
        for resource in bound { describe(resource) }
    }

    func remove() {
        global?.remove()
        global = nil
    }

    private func bind(_ resource: ServerWlOutput) {
        bound.append(resource)
        resource.onDestroy = { [weak self, unowned resource] in
            self?.bound.removeAll { $0 === resource }
        }
        describe(resource)
        for surface in core.surfaces.values { surface.outputIsBound(self, resource) }
    }

    private func describe(_ resource: ServerWlOutput) {
        resource.sendGeometry(
            x: 0, y: 0, physicalWidth: 520, physicalHeight: 320, subpixel: .unknown, make: "Oresen",
            model: "Test screen", transform: .normal)
        resource.sendMode(
            flags: [.current, .preferred], width: Int32(settings.width),
            height: Int32(settings.height), refresh: Int32(settings.refresh))
        if resource.version >= 4 {
            resource.sendName(name: settings.name)
            resource.sendDescription(description: "The test compositor's \(settings.name)")
        }
        if resource.version >= 2 {
            resource.sendScale(factor: Int32(settings.scale))
            resource.sendDone()
        }
    }
}
