import WaylandServerProtocols

/// A `wl_subsurface`: a surface that belongs to another and, by default, changes together with it.
final class Subsurface {
    let resource: ServerWlSubsurface
    unowned let surface: Surface
    weak var parent: Surface?
    private var ownSynchronized = true
    private var cached: SurfaceChanges?
    private var pendingPosition: (x: Int, y: Int)?
    private(set) var position = (x: 0, y: 0)

    init(resource: ServerWlSubsurface, surface: Surface, parent: Surface) {
        self.resource = resource
        self.surface = surface
        self.parent = parent
        resource.requests = { [unowned self] request in handle(request) }
        resource.onDestroy = { [weak self] in self?.ended() }
    }

    /// Whether commits wait for the parent: by its own mode, or because an ancestor's do.
    var isSynchronized: Bool {
        if ownSynchronized { return true }
        if case .subsurface(let above) = parent?.role { return above.isSynchronized }
        return false
    }

    func cache(_ changes: SurfaceChanges) {
        if cached == nil {
            cached = changes
        } else {
            cached?.merge(changes)
        }
    }

    func parentIsCommitted() {
        if let pendingPosition { position = pendingPosition }
        pendingPosition = nil
        if isSynchronized { applyCached() }
    }

    func surfaceIsGone() { parent?.children.removeAll { $0 === self } }

    private func applyCached() {
        guard let changes = cached else { return }
        cached = nil
        surface.apply(changes)
    }

    private func ended() {
        parent?.children.removeAll { $0 === self }
        // If a client is disconnected the surface may be destroyed before its role object.
        if surface.resource.isAlive { surface.loseRole() }
    }

    private func handle(_ request: ServerWlSubsurface.Request) {
        switch request {
        case .setPosition(let x, let y): pendingPosition = (Int(x), Int(y))
        case .placeAbove(let sibling): place(sibling, above: true)
        case .placeBelow(let sibling): place(sibling, above: false)
        case .setSync: ownSynchronized = true
        case .setDesync:
            ownSynchronized = false
            if !isSynchronized { applyCached() }
        case .destroy: break
        }
    }

    private func place(_ sibling: ServerWlSurface, above: Bool) {
        guard let parent else { return }
        if sibling === parent.resource {
            parent.children.removeAll { $0 === self }
            parent.children.insert(self, at: 0)
            return
        }
        guard let other = parent.children.first(where: { $0.surface.resource === sibling }),
            other !== self
        else {
            return resource.postError(
                code: ServerWlSubsurface.ErrorCode.badSurface.rawValue,
                message: "the reference surface is neither a sibling nor the parent")
        }
        parent.children.removeAll { $0 === self }
        guard let index = parent.children.firstIndex(where: { $0 === other }) else { return }
        parent.children.insert(self, at: above ? index + 1 : index)
    }
}

extension Core {
    func serve(_ subcompositor: ServerWlSubcompositor) {
        subcompositor.requests = { [unowned self, unowned subcompositor] request in
            guard case .getSubsurface(let id, let child, let above) = request else { return }
            guard let surface = self.surface(child), let parent = self.surface(above) else {
                return
            }
            guard case .none = surface.role, surface.shellSurface == nil, surface !== parent else {
                return subcompositor.postError(
                    code: ServerWlSubcompositor.ErrorCode.badSurface.rawValue,
                    message: "the surface has another role already, or is its own parent")
            }
            let subsurface = Subsurface(resource: id, surface: surface, parent: parent)
            surface.role = .subsurface(subsurface)
            parent.children.append(subsurface)
        }
    }
}
