// Clipboard and drag and drop of one seat.
//
// Data are transferred through pipes, which the program's loop reads and writes. Data that this
// process has put on the clipboard itself are returned from memory: reading them through a pipe
// that the same thread must fill would deadlock. A drag is accepted only for files (text/uri-list),
// as a copy; `finish` is sent after the data have arrived and only from version 3 on. One paste and
// one drop are read at a time: a new one cancels the previous one, and each is cancelled after a
// minute. What this process offers, on the clipboard or in a drag of its own, is a `DataSource`.

import EventLoop
import Geometry
import Glibc
import WaylandClientProtocols

@MainActor
final class DataDevice {
    /// An offer and its types.
    private final class Offer {
        let proxy: WlDataOffer
        var types: [String] = []

        init(_ proxy: WlDataOffer) { self.proxy = proxy }
    }

    static let uriList = "text/uri-list"
    /// A longer list of files is rejected.
    static let dropLimit = 4 << 20

    private unowned let seat: Seat
    private let manager: WlDataDeviceManager
    private let proxy: WlDataDevice
    private var offers: [WlDataOffer: Offer] = [:]
    /// Offers that no event has used yet, the oldest first.
    private var waiting: [WlDataOffer] = []
    private var pasteReader: PipeReader?
    private var dropReader: PipeReader?
    private var selection: Offer?
    private let writers: PipeWriters
    /// What this process has put on the clipboard; nil if another program owns it.
    private var source: DataSource?
    /// What the user drags from a window of this process; nil for nothing.
    private var draggedSource: DataSource?

    private var drag: Offer?
    private var dragSerial: UInt32 = 0
    private weak var dragWindow: Window?
    private var dragPosition = Point.zero

    private var connection: Connection { seat.connection }

    init(_ seat: Seat, _ manager: WlDataDeviceManager) {
        self.seat = seat
        self.manager = manager
        writers = PipeWriters(seat.connection.loop)
        proxy = manager.getDataDevice(seat: seat.proxy)
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    /// The connection has ended: a drag over a window is aborted.
    func abandon() {
        endDrag(tellingWindow: true)
        endTransfers()
    }

    private func endTransfers() {
        pasteReader?.cancel()
        dropReader?.cancel()
        pasteReader = nil
        dropReader = nil
        writers.cancel()
    }

    func destroy(notifies: Bool) {
        endDrag(tellingWindow: notifies)
        let rest = offers
        offers = [:]
        waiting = []
        endTransfers()
        for offer in rest.keys { offer.destroy() }
        selection = nil
        source?.destroy()
        source = nil
        draggedSource?.destroy()
        draggedSource = nil
        proxy.destroy()
    }

    private func handle(_ event: WlDataDevice.Event) {
        switch event {
        case .dataOffer(let proxy):
            let offer = Offer(proxy)
            offers[proxy] = offer
            waiting.append(proxy)
            if waiting.count > EventBounds.mostOffers, let oldest = offers[waiting[0]] {
                drop(oldest)
            }
            proxy.events = { [weak offer] event in
                switch event {
                case .offer(let type):
                    guard let offer, offer.types.count < EventBounds.mostTypes,
                        EventBounds.isType(type)
                    else { return }
                    offer.types.append(type)
                case .sourceActions, .action: break
                }
            }
        case .selection(let proxy):
            if let old = selection { drop(old) }
            selection = proxy.flatMap { offers[$0] }
            waiting.removeAll { $0 == proxy }
        case .enter(let serial, let surface, let x, let y, let proxy):
            endDrag(tellingWindow: false)
            dragSerial = serial
            drag = proxy.flatMap { offers[$0] }
            waiting.removeAll { $0 == proxy }
            dragWindow = connection.window(of: surface)
            answerDrag()
            guard let window = dragWindow else { return }
            dragPosition = window.contentPoint(x, y)
            if acceptsDrag { window.onDrop?(.entered(dragPosition)) }
        case .motion(_, let x, let y):
            guard let window = dragWindow else { return }
            dragPosition = window.contentPoint(x, y)
            answerDrag()
            if acceptsDrag { window.onDrop?(.moved(dragPosition)) }
        case .leave:
            endDrag(tellingWindow: true)
        case .drop:
            receiveDrop()
        }
    }

    private func drop(_ offer: Offer) {
        offers[offer.proxy] = nil
        waiting.removeAll { $0 == offer.proxy }
        offer.proxy.destroy()
    }

    // MARK: Drag and drop

    private var acceptsDrag: Bool {
        // What is dragged from a window of this process is no file to open there.
        drag?.types.contains(Self.uriList) == true && dragWindow?.onDrop != nil
            && draggedSource == nil
    }

    private func answerDrag() {
        guard let drag else { return }
        drag.proxy.accept(serial: dragSerial, mimeType: acceptsDrag ? Self.uriList : nil)
        guard drag.proxy.version >= 3 else { return }
        drag.proxy.setActions(
            dndActions: acceptsDrag ? .copy : [], preferredAction: acceptsDrag ? .copy : [])
    }

    private func endDrag(tellingWindow: Bool) {
        let window = acceptsDrag ? dragWindow : nil
        if let drag { drop(drag) }
        drag = nil
        dragWindow = nil
        if tellingWindow { window?.onDrop?(.left) }
    }

    private func receiveDrop() {
        guard acceptsDrag, let offer = drag, let window = dragWindow else {
            return endDrag(tellingWindow: false)
        }
        let position = dragPosition
        drag = nil
        dragWindow = nil
        dropReader?.cancel()
        dropReader = receive(offer, Self.uriList, "drop", limit: Self.dropLimit) {
            [weak self, weak window] bytes in
            if let self, self.offers[offer.proxy] != nil, self.connection.failure == nil {
                if bytes != nil && offer.proxy.version >= 3 { offer.proxy.finish() }
                self.drop(offer)
            }
            guard let bytes else {
                window?.onDrop?(.left)
                return
            }
            window?.onDrop?(.dropped(uris: String(decoding: bytes, as: UTF8.self), position))
        }
    }

    /// Requests the offered data; `what` is their name in sentences.
    private func receive(
        _ offer: Offer, _ type: String, _ what: String, limit: Int,
        _ completion: @escaping ([UInt8]?) -> Void
    ) -> PipeReader? {
        guard let pipe = makePipe() else {
            completion(nil)
            return nil
        }
        offer.proxy.receive(mimeType: type, fd: pipe.writing)
        // The owner must receive the request before it can write to the pipe.
        connection.flush()
        close(pipe.writing)
        return PipeReader(
            loop: connection.loop, descriptor: pipe.reading, limit: limit,
            explain: { [weak connection] reason in
                connection?.report(.badData(what: what, reason: reason))
            }, completion)
    }

    // MARK: Clipboard

    func copy(_ data: SharedData) {
        guard let serial = seat.serials.latestInput else { return }
        let source = makeSource(data)
        source.onEnd = { [weak self, weak source] _ in
            if let self, self.source === source { self.source = nil }
        }
        self.source?.destroy()
        self.source = source
        proxy.setSelection(source: source.proxy, serial: serial)
    }

    func paste(_ types: [String], limit: Int, _ completion: @escaping ([UInt8]?) -> Void) {
        if let data = source?.data {
            guard let type = types.first(where: data.types.contains) else { return completion(nil) }
            return data.make(type) { completion($0) }
        }
        guard let selection, let type = types.first(where: selection.types.contains) else {
            return completion(nil)
        }
        pasteReader?.cancel()
        pasteReader = receive(selection, type, "paste", limit: limit, completion)
    }

    private func makeSource(_ data: SharedData) -> DataSource {
        DataSource(manager.createDataSource(), data, writers)
    }

    // MARK: Dragging from a window

    /// Begins a drag of data from a window, with the button or finger that is down.
    ///
    /// - Parameter done: is called once, with whether another program has taken the data.
    /// - Returns: Whether the drag began: not if nothing is down.
    func drag(_ data: SharedData, from surface: WlSurface, _ done: @escaping (Bool) -> Void) -> Bool
    {
        guard let serial = seat.serials.latestPress else { return false }
        // The one before was dropped long ago; before version 3 nothing says so.
        draggedSource?.end(isTaken: true)
        let source = makeSource(data)
        if source.proxy.version >= 3 { source.proxy.setActions(dndActions: .copy) }
        source.onEnd = { [weak self, weak source] isTaken in
            if let self, self.draggedSource === source { self.draggedSource = nil }
            done(isTaken)
        }
        draggedSource = source
        proxy.startDrag(source: source.proxy, origin: surface, icon: nil, serial: serial)
        return true
    }
}
