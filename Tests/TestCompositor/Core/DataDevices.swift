import CWaylandServer
import Foundation
import WaylandServerProtocols

/// `wl_data_device_manager`: the clipboard, and data dragged over a window.
///
/// Limits: a drag over a window is always the test's. A drag that a client starts is recorded and
/// cancelled, or held until the test takes its data, with the pointer out of all windows.
final class DataDevices {
    private enum Selection {
        case none
        case compositor([OfferedData])
        case client(ServerWlDataSource)
    }

    private unowned let core: Core
    private var devices: [ServerWlDataDevice] = []
    private var sourceTypes: [WaylandResource: [String]] = [:]
    private var selection = Selection.none
    private(set) var dragsStarted = 0
    /// Whether drags that clients start are held instead of cancelled.
    var holdsDrags = false
    private var heldDrag: ServerWlDataSource?
    private var heldActions: [WaylandResource: UInt32] = [:]

    private var dragged: Surface?
    private var draggedData: [OfferedData] = []
    private var dragActions: DropActions = []
    private var dragOffers: [ServerWlDataOffer] = []
    private(set) var drag = DragRecord()

    init(core: Core) { self.core = core }

    /// The pipes of readers that requested data that are never sent.
    private var silent: [Int32] = []

    deinit { for descriptor in silent { close(descriptor) } }

    func forget(_ surface: Surface) {
        if dragged === surface { dragged = nil }
    }

    // MARK: - Requests

    func serve(_ manager: ServerWlDataDeviceManager) {
        manager.requests = { [unowned self] request in
            switch request {
            case .createDataSource(let id): serve(id)
            case .getDataDevice(let id, _): serve(id)
            }
        }
    }

    private func serve(_ source: ServerWlDataSource) {
        sourceTypes[source] = []
        source.requests = { [unowned self, unowned source] request in
            switch request {
            case .offer(let type): sourceTypes[source, default: []].append(type)
            case .setActions(let actions):
                if actions.rawValue & ~7 != 0 {
                    source.postError(
                        code: ServerWlDataSource.ErrorCode.invalidActionMask.rawValue,
                        message: "\(actions.rawValue) is no set of actions")
                }
                heldActions[source] = actions.rawValue
            case .destroy: break
            }
        }
        source.onDestroy = { [unowned self, unowned source] in
            sourceTypes[source] = nil
            heldActions[source] = nil
            if heldDrag === source { heldDrag = nil }
            if case .client(let owner) = selection, owner === source {
                selection = .none
                offerToFocus()
            }
        }
    }

    private func serve(_ device: ServerWlDataDevice) {
        devices.append(device)
        device.onDestroy = { [unowned self, unowned device] in devices.removeAll { $0 === device } }
        device.requests = { [unowned self, unowned device] request in
            switch request {
            case .setSelection(let source, _):
                select(source.map { .client($0) } ?? .none)
            case .startDrag(let source, _, let icon, _):
                startDrag(device, source, icon)
            case .release:
                break
            }
        }
        if core.seat.keyboardFocus?.resource.client == device.client { offerSelection(to: device) }
    }

    private func startDrag(
        _ device: ServerWlDataDevice, _ source: ServerWlDataSource?, _ icon: ServerWlSurface?
    ) {
        if let icon, let surface = core.surface(icon) {
            switch surface.role {
            case .none, .dragIcon: surface.role = .dragIcon
            default:
                return device.postError(
                    code: ServerWlDataDevice.ErrorCode.role.rawValue,
                    message: "the drag icon's surface has another role")
            }
        }
        dragsStarted += 1
        guard holdsDrags, let source else {
            source?.sendCancelled()
            return
        }
        heldDrag = source
        // The compositor takes the pointer.
        core.seat.leavePointer()
    }

    /// The types of the drag that is held, and its actions; nil if there is none.
    var held: (types: [String], actions: UInt32)? {
        heldDrag.map { (sourceTypes[$0] ?? [], heldActions[$0] ?? 0) }
    }

    /// Requests data of the drag that is held.
    ///
    /// The caller reads and closes the returned end.
    func readDrag(_ type: String) throws(CompositorError) -> Int32 {
        guard let source = heldDrag, source.isAlive else {
            throw CompositorError("no client drags anything")
        }
        let (reader, writer) = try makePipe()
        source.sendSend(mimeType: type, fd: writer)
        close(writer)
        return reader
    }

    /// Ends the drag that is held.
    func endDrag(isTaken: Bool) throws(CompositorError) {
        guard let source = heldDrag, source.isAlive else {
            throw CompositorError("no client drags anything")
        }
        heldDrag = nil
        if isTaken, source.version >= 3 {
            source.sendDndDropPerformed()
            source.sendDndFinished()
        } else if !isTaken {
            source.sendCancelled()
        }
    }

    // MARK: - Clipboard

    var owner: ClipboardOwner {
        switch selection {
        case .none: .nobody
        case .compositor(let data): .compositor(types: data.map(\.type))
        case .client(let source): .client(types: sourceTypes[source] ?? [])
        }
    }

    /// Makes the test's data the clipboard; an empty list clears it.
    func offer(_ data: [OfferedData]) { select(data.isEmpty ? .none : .compositor(data)) }

    private func select(_ new: Selection) {
        if case .client(let old) = selection, old.isAlive {
            var isSame = false
            if case .client(let next) = new { isSame = next === old }
            if !isSame { old.sendCancelled() }
        }
        selection = new
        offerToFocus()
    }

    /// Offers the clipboard to a client, which is required just before it gets the keyboard.
    func offerSelection(to client: WaylandClient) {
        for device in devices where device.client == client { offerSelection(to: device) }
    }

    private func offerToFocus() {
        if let focus = core.seat.keyboardFocus { offerSelection(to: focus.resource.client) }
    }

    private func offerSelection(to device: ServerWlDataDevice) {
        let types: [String]
        switch selection {
        case .none: return device.sendSelection(id: nil)
        case .compositor(let data): types = data.map(\.type)
        case .client(let source): types = sourceTypes[source] ?? []
        }
        let offer = device.sendDataOffer()
        for type in types { offer.sendOffer(mimeType: type) }
        offer.requests = { [unowned self, unowned offer] request in
            switch request {
            case .receive(let type, let descriptor): give(type, to: descriptor)
            case .finish, .setActions:
                offer.postError(
                    code: ServerWlDataOffer.ErrorCode.invalidFinish.rawValue,
                    message: "the offer is no drag's")
            case .accept, .destroy: break
            }
        }
        device.sendSelection(id: offer)
    }

    private func give(_ type: String, to descriptor: Int32) {
        switch selection {
        case .compositor(let data):
            answer(data.first { $0.type == type }, to: descriptor)
        case .client(let source) where source.isAlive:
            source.sendSend(mimeType: type, fd: descriptor)
            close(descriptor)
        default:
            close(descriptor)
        }
    }

    /// Requests data from the client that owns the clipboard.
    ///
    /// The caller reads and closes the returned end.
    func readSelection(_ type: String) throws(CompositorError) -> Int32 {
        guard case .client(let source) = selection, source.isAlive else {
            throw CompositorError("no client owns the clipboard")
        }
        guard sourceTypes[source]?.contains(type) == true else {
            throw CompositorError(
                "the clipboard's owner offers \(sourceTypes[source] ?? []), not \(type)")
        }
        let (reader, writer) = try makePipe()
        source.sendSend(mimeType: type, fd: writer)
        close(writer)
        return reader
    }

    // MARK: - Drag

    func dragEnter(
        _ surface: Surface, x: Double, y: Double, data: [OfferedData], actions: DropActions
    ) throws(CompositorError) {
        dragLeave()
        drag = DragRecord()
        dragged = surface
        draggedData = data
        dragActions = actions
        let targets = devices.filter { $0.client == surface.resource.client }
        guard !targets.isEmpty else {
            throw CompositorError("the client has no wl_data_device to drop on")
        }
        let serial = core.nextInputSerial()
        for device in targets {
            let offer = device.sendDataOffer()
            dragOffers.append(offer)
            for item in data { offer.sendOffer(mimeType: item.type) }
            serveDrag(offer)
            device.sendEnter(serial: serial, surface: surface.resource, x: x, y: y, id: offer)
            if offer.version >= 3 {
                offer.sendSourceActions(sourceActions: .init(rawValue: actions.rawValue))
            }
        }
    }

    func dragMotion(x: Double, y: Double, time: UInt32) throws(CompositorError) {
        for device in try dragTargets() { device.sendMotion(time: time, x: x, y: y) }
    }

    /// Drops the data over the window.
    func drop() throws(CompositorError) {
        let targets = try dragTargets()
        drag.isDropped = true
        for device in targets { device.sendDrop() }
        dragged = nil
    }

    func dragLeave() {
        if let dragged {
            for device in devices where device.client == dragged.resource.client {
                device.sendLeave()
            }
        }
        dragged = nil
        dragOffers = []
    }

    private func dragTargets() throws(CompositorError) -> [ServerWlDataDevice] {
        guard let dragged else { throw CompositorError("nothing is dragged over a window") }
        return devices.filter { $0.client == dragged.resource.client }
    }

    private func serveDrag(_ offer: ServerWlDataOffer) {
        var action: DropActions = []
        offer.requests = { [unowned self, unowned offer] request in
            if drag.isFinished, dragOffers.contains(offer) {
                if case .destroy = request {
                    drag.isOfferDestroyed = true
                    return
                }
                return violate(offer, .invalidOffer, "a request after finish")
            }
            switch request {
            case .accept(_, let type):
                drag.acceptedType = type
            case .receive(let type, let descriptor):
                drag.receivedTypes.append(type)
                answer(draggedData.first { $0.type == type }, to: descriptor)
            case .setActions(let actions, let preferred):
                guard actions.rawValue & ~7 == 0 else {
                    return violate(
                        offer, .invalidActionMask, "\(actions.rawValue) is no action set")
                }
                guard [0, 1, 2, 4].contains(preferred.rawValue) else {
                    return violate(
                        offer, .invalidAction, "\(preferred.rawValue) is not one action")
                }
                drag.actions = DropActions(rawValue: actions.rawValue)
                drag.preferredAction = DropActions(rawValue: preferred.rawValue)
                action = chosenAction()
                offer.sendAction(dndAction: .init(rawValue: action.rawValue))
            case .finish:
                guard drag.isDropped, drag.acceptedType != nil, !action.isEmpty else {
                    return violate(
                        offer, .invalidFinish, "finish before a drop, without a type or an action")
                }
                drag.isFinished = true
            case .destroy:
                drag.isOfferDestroyed = true
            }
        }
    }

    private func chosenAction() -> DropActions {
        let common = drag.actions.intersection(dragActions)
        if common.contains(drag.preferredAction), !drag.preferredAction.isEmpty {
            return drag.preferredAction
        }
        return [.copy, .move, .ask].first { common.contains($0) } ?? []
    }

    private func violate(
        _ offer: ServerWlDataOffer, _ code: ServerWlDataOffer.ErrorCode, _ message: String
    ) {
        offer.postError(code: code.rawValue, message: message)
    }

    private func answer(_ data: OfferedData?, to descriptor: Int32) {
        guard let data, data.isSilent else { return write(data?.bytes ?? [], to: descriptor) }
        silent.append(descriptor)
    }

    /// The number of readers that still wait for data that are never sent.
    var waitingReaders: Int {
        silent.count { descriptor in
            var state = pollfd(fd: descriptor, events: 0, revents: 0)
            poll(&state, 1, 0)
            return Int32(state.revents) & POLLERR == 0
        }
    }

    /// Writes on a separate thread: a slow reader must not delay the compositor.
    private func write(_ bytes: [UInt8], to descriptor: Int32) {
        let writer = Thread {
            // A reader that closes the pipe must not end the process.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
                if count <= 0, errno != EINTR { break }
                rest = rest.dropFirst(max(0, count))
            }
            close(descriptor)
        }
        writer.start()
    }
}
