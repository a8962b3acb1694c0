import WaylandServerProtocols

/// An `xdg_toplevel`: a window.
final class Toplevel {
    let resource: ServerXdgToplevel
    private(set) weak var shell: ShellSurface?
    private unowned let core: Core
    private(set) var decoration: ServerZxdgToplevelDecorationV1?
    /// The last states sent to it, and the size to restore from maximised or fullscreen.
    private var lastConfigure = Configure()
    private var restoredSize = Configure.Size(width: 0, height: 0)
    private var hasFirstConfigure = false

    init(resource: ServerXdgToplevel, shell: ShellSurface, core: Core) {
        self.resource = resource
        self.shell = shell
        self.core = core
        resource.requests = { [unowned self] request in handle(request) }
        resource.onDestroy = { [weak shell] in shell?.roleIsDestroyed() }
    }

    private func note(_ change: (inout WindowState) -> Void) { shell?.surface?.note(change) }

    private func isFromInput(_ serial: UInt32) -> Bool { core.inputSerials.contains(serial) }

    private func violate(_ code: ServerXdgToplevel.ErrorCode, _ message: String) {
        resource.postError(code: code.rawValue, message: message)
    }

    private func handle(_ request: ServerXdgToplevel.Request) {
        switch request {
        case .setTitle(let title): note { $0.title = title }
        case .setAppId(let id): note { $0.appID = id }
        case .setParent(let parent):
            if parent === resource {
                violate(.invalidParent, "a toplevel cannot be its own parent")
            }
        case .showWindowMenu(_, let serial, let x, let y):
            let fromInput = isFromInput(serial)
            note {
                $0.requests.append(.showWindowMenu(x: Int(x), y: Int(y), fromInput: fromInput))
            }
        case .move(_, let serial):
            let fromInput = isFromInput(serial)
            note { $0.requests.append(.move(fromInput: fromInput)) }
        case .resize(_, let serial, let edges):
            guard let edge = ResizeEdge(rawValue: edges.rawValue) else {
                return violate(.invalidResizeEdge, "\(edges.rawValue) is no resize edge")
            }
            let fromInput = isFromInput(serial)
            note { $0.requests.append(.resize(edge: edge, fromInput: fromInput)) }
        case .setMaxSize(let width, let height):
            guard width >= 0, height >= 0 else {
                return violate(.invalidSize, "the maximum size is \(width) × \(height)")
            }
            note { $0.maximumSize = Configure.Size(width: Int(width), height: Int(height)) }
        case .setMinSize(let width, let height):
            guard width >= 0, height >= 0 else {
                return violate(.invalidSize, "the minimum size is \(width) × \(height)")
            }
            note { $0.minimumSize = Configure.Size(width: Int(width), height: Int(height)) }
        case .setMaximized: ask(.maximize, adding: .maximized)
        case .unsetMaximized: ask(.unmaximize, removing: .maximized)
        case .setFullscreen: ask(.fullscreen, adding: .fullscreen)
        case .unsetFullscreen: ask(.leaveFullscreen, removing: .fullscreen)
        case .setMinimized: note { $0.requests.append(.minimize) }
        case .destroy:
            if decoration != nil {
                decoration?.postError(
                    code: ServerZxdgToplevelDecorationV1.ErrorCode.orphaned.rawValue,
                    message: "the toplevel is destroyed before its decoration object")
            }
        }
    }

    /// A request for another state is answered with a configure, granted or not.
    private func ask(
        _ request: WindowRequest, adding: ToplevelStates = [], removing: ToplevelStates = []
    ) {
        note { $0.requests.append(request) }
        guard core.settings.grantsStateRequests else { return }
        var next = lastConfigure
        next.decoration = nil
        next.bounds = nil
        next.capabilities = nil
        if next.states.isDisjoint(with: [.maximized, .fullscreen]), let surface = shell?.surface {
            restoredSize = Configure.Size(
                width: surface.geometry.width, height: surface.geometry.height)
        }
        next.states.formUnion(adding)
        next.states.subtract(removing)
        let fills = !next.states.isDisjoint(with: [.maximized, .fullscreen])
        let size = fills ? core.outputs.first?.logicalSize : restoredSize
        next.width = size?.width ?? 0
        next.height = size?.height ?? 0
        if hasFirstConfigure {
            configure(next)
        } else {
            // Before the first configure the request is stored in it.
            lastConfigure = next
        }
    }

    // MARK: - Configure

    func configureFirst() {
        guard var first = core.settings.initialConfigure else { return }
        let wished = lastConfigure.states.intersection([.maximized, .fullscreen])
        if !wished.isEmpty {
            first.states.formUnion(wished)
            first.width = lastConfigure.width
            first.height = lastConfigure.height
        }
        first.capabilities = first.capabilities ?? .all
        if first.decoration == nil, decoration != nil { first.decoration = chosenDecoration() }
        configure(first)
    }

    /// Sends a configure to the window.
    ///
    /// Returns the configure's serial.
    @discardableResult
    func configure(_ configure: Configure) -> UInt32 {
        guard let shell else { return 0 }
        hasFirstConfigure = true
        lastConfigure = configure
        return shell.configure(configure) {
            if let bounds = configure.bounds, resource.version >= 4 {
                resource.sendConfigureBounds(
                    width: Int32(bounds.width), height: Int32(bounds.height))
            }
            if let capabilities = configure.capabilities, resource.version >= 5 {
                resource.sendWmCapabilities(capabilities: capabilities.words)
            }
            if let mode = configure.decoration, let decoration {
                decoration.sendConfigure(mode: .init(rawValue: mode.rawValue))
                note { $0.decoration = mode }
            }
            resource.sendConfigure(
                width: Int32(configure.width), height: Int32(configure.height),
                states: configure.states.words(version: resource.version))
        }
    }

    // MARK: - Decoration

    func decorate(with object: ServerZxdgToplevelDecorationV1) {
        decoration = object
        note { $0.hasDecoration = true }
        object.onDestroy = { [weak self] in
            self?.decoration = nil
            self?.note {
                $0.hasDecoration = false
                $0.decoration = nil
            }
        }
        object.requests = { [unowned self] request in
            switch request {
            case .setMode(let mode):
                guard let wish = DecorationMode(rawValue: mode.rawValue) else { return }
                wishDecoration(wish)
            case .unsetMode: wishDecoration(nil)
            case .destroy: break
            }
        }
        answerDecoration()
    }

    private func wishDecoration(_ wish: DecorationMode?) {
        note { $0.wishedDecoration = wish }
        answerDecoration()
    }

    private func answerDecoration() {
        guard hasFirstConfigure else { return }
        var next = lastConfigure
        next.bounds = nil
        next.capabilities = nil
        next.decoration = chosenDecoration()
        configure(next)
    }

    private func chosenDecoration() -> DecorationMode {
        switch core.settings.decoration {
        case .serverSide: .serverSide
        case .clientSide: .clientSide
        case .asWished: shell?.surface?.state.wishedDecoration ?? .serverSide
        }
    }
}
