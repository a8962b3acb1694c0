import WaylandServerProtocols

/// `xdg_wm_base` and `zxdg_decoration_manager_v1`.
final class Shell {
    private unowned let core: Core
    private var positioners: [WaylandResource: Positioner] = [:]
    private var bases: [ServerXdgWmBase] = []

    init(core: Core) { self.core = core }

    func bind(_ base: ServerXdgWmBase) {
        bases.append(base)
        base.onDestroy = { [unowned self, unowned base] in bases.removeAll { $0 === base } }
        base.requests = { [unowned self, unowned base] request in handle(request, base) }
    }

    /// Sends a ping to the client.
    ///
    /// Returns the ping's serial.
    func ping(_ client: WaylandClient) throws(CompositorError) -> UInt32 {
        guard let base = bases.first(where: { $0.client == client }) else {
            throw CompositorError("the client has not bound xdg_wm_base")
        }
        let serial = core.nextSerial()
        core.pings[serial] = client
        base.sendPing(serial: serial)
        return serial
    }

    private func handle(_ request: ServerXdgWmBase.Request, _ base: ServerXdgWmBase) {
        switch request {
        case .createPositioner(let id):
            positioners[id] = Positioner(resource: id)
            id.onDestroy = { [unowned self, unowned id] in positioners[id] = nil }
        case .getXdgSurface(let id, let target):
            guard let surface = core.surface(target) else { return }
            guard case .none = surface.role, surface.shellSurface == nil else {
                return base.postError(
                    code: ServerXdgWmBase.ErrorCode.role.rawValue,
                    message: "the surface has a role already")
            }
            guard !surface.hasContent, !surface.pending.bringsBuffer else {
                return base.postError(
                    code: ServerXdgWmBase.ErrorCode.invalidSurfaceState.rawValue,
                    message: "the surface has a buffer already")
            }
            surface.shellSurface = ShellSurface(
                resource: id, base: base, surface: surface, core: core)
        case .pong(let serial):
            core.pings[serial] = nil
        case .destroy:
            let isLeft = core.surfaces.values.contains { $0.shellSurface?.base === base }
            if isLeft {
                base.postError(
                    code: ServerXdgWmBase.ErrorCode.defunctSurfaces.rawValue,
                    message: "xdg_wm_base is destroyed before its surfaces")
            }
        }
    }

    func positioner(_ resource: ServerXdgPositioner) -> Positioner? { positioners[resource] }

    func toplevel(_ resource: ServerXdgToplevel) -> Toplevel? {
        for surface in core.surfaces.values {
            if case .toplevel(let toplevel) = surface.role, toplevel.resource === resource {
                return toplevel
            }
        }
        return nil
    }

    /// Serves `zxdg_decoration_manager_v1`.
    func serve(_ manager: ServerZxdgDecorationManagerV1) {
        manager.requests = { [unowned self] request in
            guard case .getToplevelDecoration(let id, let resource) = request,
                let toplevel = toplevel(resource)
            else { return }
            guard toplevel.decoration == nil else {
                return id.postError(
                    code: ServerZxdgToplevelDecorationV1.ErrorCode.alreadyConstructed.rawValue,
                    message: "the toplevel has a decoration object already")
            }
            guard let surface = toplevel.shell?.surface, !surface.hasContent,
                !surface.pending.bringsBuffer
            else {
                return id.postError(
                    code: ServerZxdgToplevelDecorationV1.ErrorCode.unconfiguredBuffer.rawValue,
                    message: "the toplevel has a buffer already")
            }
            toplevel.decorate(with: id)
        }
    }
}

/// An `xdg_surface`: configures, their acknowledgement, and the window geometry.
final class ShellSurface {
    let resource: ServerXdgSurface
    let base: ServerXdgWmBase
    private(set) weak var surface: Surface?
    unowned let core: Core

    /// The sent configures that are not acknowledged, oldest first.
    private var sent: [(serial: UInt32, configure: Configure)] = []
    private var isConfigured = false
    private var acknowledged: (serial: UInt32, configure: Configure)?
    private var committed: (serial: UInt32, configure: Configure)?
    private var hasInitialCommit = false
    private var hadRole = false

    init(resource: ServerXdgSurface, base: ServerXdgWmBase, surface: Surface, core: Core) {
        self.resource = resource
        self.base = base
        self.surface = surface
        self.core = core
        resource.requests = { [unowned self] request in handle(request) }
        resource.onDestroy = { [weak surface] in surface?.shellSurface = nil }
    }

    func describe(_ state: inout WindowState) {
        state.unacknowledged = sent.map(\.serial)
        state.committedSerial = committed?.serial
        state.committedConfigure = committed?.configure
    }

    private var hasRole: Bool {
        switch surface?.role {
        case .toplevel, .popup: true
        default: false
        }
    }

    private func violate(_ code: ServerXdgSurface.ErrorCode, _ message: String) {
        resource.postError(code: code.rawValue, message: message)
    }

    private func handle(_ request: ServerXdgSurface.Request) {
        guard let surface else { return }
        switch request {
        case .getToplevel(let id):
            guard mayTakeRole() else { return }
            surface.role = .toplevel(Toplevel(resource: id, shell: self, core: core))
        case .getPopup(let id, let parent, let resource):
            guard mayTakeRole() else { return }
            guard let positioner = core.shell.positioner(resource), positioner.isComplete else {
                return base.postError(
                    code: ServerXdgWmBase.ErrorCode.invalidPositioner.rawValue,
                    message: "the positioner has no size or no anchor")
            }
            guard parent != nil else {
                return base.postError(
                    code: ServerXdgWmBase.ErrorCode.invalidPopupParent.rawValue,
                    message: "the popup has no parent")
            }
            surface.role = .popup(Popup(resource: id, shell: self, positioner: positioner))
        case .setWindowGeometry(let x, let y, let width, let height):
            guard hasRole else {
                return violate(.notConstructed, "set_window_geometry before a role")
            }
            guard width > 0, height > 0 else {
                return violate(.invalidSize, "the window geometry is \(width) × \(height)")
            }
            surface.pending.geometry = PixelBox(
                x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        case .ackConfigure(let serial):
            guard hasRole else { return violate(.notConstructed, "ack_configure before a role") }
            guard let index = sent.firstIndex(where: { $0.serial == serial }) else {
                return violate(
                    .invalidSerial, "configure \(serial) was never sent, or is acknowledged already"
                )
            }
            acknowledged = sent[index]
            sent.removeFirst(index + 1)
        case .destroy:
            if hasRole {
                violate(.defunctRoleObject, "the xdg_surface is destroyed before its role object")
            }
        }
    }

    private func mayTakeRole() -> Bool {
        guard !hasRole, !hadRole else {
            violate(.alreadyConstructed, "the xdg_surface has a role object already")
            return false
        }
        hadRole = true
        return true
    }

    // MARK: - Commit

    /// Attaching a buffer before the first configure is an error at once.
    func allowsAttach() -> Bool {
        guard isConfigured else {
            violate(.unconfiguredBuffer, "a buffer is attached before the first configure")
            return false
        }
        return true
    }

    func allowsCommit(_ changes: SurfaceChanges) -> Bool {
        guard hasRole else {
            violate(.notConstructed, "the surface is committed before its xdg_surface has a role")
            return false
        }
        if changes.bringsBuffer, acknowledged == nil, committed == nil {
            violate(.unconfiguredBuffer, "a buffer is committed before a configure is acknowledged")
            return false
        }
        return true
    }

    /// After a commit: sends the first configure, or applies the acknowledged one.
    ///
    /// Returns whether the surface is mapped.
    func isCommitted(hasContent: Bool) -> Bool {
        guard hasInitialCommit else {
            hasInitialCommit = true
            switch surface?.role {
            case .toplevel(let toplevel): toplevel.configureFirst()
            case .popup(let popup): popup.configure()
            default: break
            }
            return false
        }
        if let acknowledged {
            committed = acknowledged
            self.acknowledged = nil
        }
        guard hasContent, let committed else {
            // Unmapped again: the handshake starts over.
            if self.committed != nil, surface?.isMapped == true { startOver() }
            return false
        }
        return obeys(committed.configure)
    }

    private func startOver() {
        hasInitialCommit = false
        isConfigured = false
        committed = nil
        acknowledged = nil
        sent = []
    }

    /// A maximised window must have exactly the size of the configure, a fullscreen one at most
    /// that.
    private func obeys(_ configure: Configure) -> Bool {
        guard let surface, configure.width > 0, configure.height > 0 else { return true }
        let geometry = surface.geometry
        var complaint: String?
        if configure.states.contains(.fullscreen) {
            if geometry.width > configure.width || geometry.height > configure.height {
                complaint = "is larger than the fullscreen"
            }
        } else if configure.states.contains(.maximized) {
            if geometry.width != configure.width || geometry.height != configure.height {
                complaint = "is not the maximised"
            }
        }
        guard let complaint else { return true }
        base.postError(
            code: ServerXdgWmBase.ErrorCode.invalidSurfaceState.rawValue,
            message: "the window geometry \(geometry.width) × \(geometry.height) \(complaint) "
                + "\(configure.width) × \(configure.height)")
        return false
    }

    // MARK: - Configure

    /// Ends a configure sequence, which `sending` begins.
    ///
    /// Returns its serial.
    @discardableResult
    func configure(_ configure: Configure, sending: () -> Void) -> UInt32 {
        sending()
        let serial = core.nextSerial()
        sent.append((serial, configure))
        isConfigured = true
        resource.sendConfigure(serial: serial)
        return serial
    }

    func roleIsDestroyed() { surface?.loseRole() }

    func surfaceIsDestroyed() {
        violate(
            .defunctRoleObject,
            hasRole
                ? "the wl_surface is destroyed before its role object"
                : "the wl_surface is destroyed before its xdg_surface")
    }
}
