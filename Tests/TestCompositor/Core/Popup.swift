import WaylandServerProtocols

/// An `xdg_positioner`: the position of a popup relative to its parent.
final class Positioner {
    private var size = (width: 0, height: 0)
    private var anchorBox: PixelBox?
    private var anchor: UInt32 = 0
    private var gravity: UInt32 = 0
    private var offset = (x: 0, y: 0)

    init(resource: ServerXdgPositioner) {
        resource.requests = { [unowned self, unowned resource] request in handle(request, resource)
        }
    }

    var isComplete: Bool { size.width > 0 && size.height > 0 && anchorBox != nil }

    /// The popup's box in its parent's window geometry, regardless of the screen's edges.
    var box: PixelBox {
        let around = anchorBox ?? PixelBox(x: 0, y: 0, width: 0, height: 0)
        let (anchorX, anchorY) = Self.direction(anchor)
        let (gravityX, gravityY) = Self.direction(gravity)
        let pointX = around.x + around.width * (anchorX + 1) / 2
        let pointY = around.y + around.height * (anchorY + 1) / 2
        return PixelBox(
            x: pointX + offset.x - size.width * (1 - gravityX) / 2,
            y: pointY + offset.y - size.height * (1 - gravityY) / 2,
            width: size.width, height: size.height)
    }

    /// None, top, bottom, left, right, top left, bottom left, top right, bottom right: as −1, 0, 1.
    private static func direction(_ edge: UInt32) -> (Int, Int) {
        let table = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]
        return edge < 9 ? table[Int(edge)] : (0, 0)
    }

    private func handle(_ request: ServerXdgPositioner.Request, _ resource: ServerXdgPositioner) {
        switch request {
        case .setSize(let width, let height):
            guard width > 0, height > 0 else {
                return violate(resource, "the popup's size is \(width) × \(height)")
            }
            size = (Int(width), Int(height))
        case .setAnchorRect(let x, let y, let width, let height):
            guard width >= 0, height >= 0 else {
                return violate(resource, "the anchor's size is \(width) × \(height)")
            }
            anchorBox = PixelBox(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        case .setAnchor(let value): anchor = value.rawValue
        case .setGravity(let value): gravity = value.rawValue
        case .setOffset(let x, let y): offset = (Int(x), Int(y))
        case .setConstraintAdjustment, .setReactive, .setParentSize, .setParentConfigure, .destroy:
            break
        }
    }

    private func violate(_ resource: ServerXdgPositioner, _ message: String) {
        resource.postError(
            code: ServerXdgPositioner.ErrorCode.invalidInput.rawValue, message: message)
    }
}

/// An `xdg_popup`: a menu or a tooltip.
final class Popup {
    let resource: ServerXdgPopup
    private weak var shell: ShellSurface?
    private var box: PixelBox

    init(resource: ServerXdgPopup, shell: ShellSurface, positioner: Positioner) {
        self.resource = resource
        self.shell = shell
        box = positioner.box
        resource.requests = { [unowned self] request in
            guard case .reposition(let positioner, let token) = request,
                let found = self.shell?.core.shell.positioner(positioner)
            else { return }
            box = found.box
            self.resource.sendRepositioned(token: token)
            configure()
        }
        resource.onDestroy = { [weak shell] in shell?.roleIsDestroyed() }
    }

    func configure() {
        let size = Configure(width: box.width, height: box.height, states: [])
        shell?.configure(size) {
            resource.sendConfigure(
                x: Int32(box.x), y: Int32(box.y), width: Int32(box.width), height: Int32(box.height)
            )
        }
    }

    /// Notifies the client that the popup was dismissed.
    func dismiss() { resource.sendPopupDone() }
}
