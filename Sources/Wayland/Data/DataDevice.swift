// Clipboard and drag and drop of one seat.
//
// Data travels through pipes, read and written by the program's loop. What this process has put on
// the clipboard itself is answered from memory: reading it through a pipe that the same thread has to
// fill is the classic way to hang. Of a drag only files (text/uri-list) are accepted, as a copy;
// `finish` is sent after the data has arrived and only from version 3 on.

import EventLoop
import Geometry
import Glibc
import WaylandClientProtocols

@MainActor
final class DataDevice {
    /// An offer and the types that it comes in.
    private final class Offer {
        let proxy: WlDataOffer
        var types: [String] = []

        init(_ proxy: WlDataOffer) { self.proxy = proxy }
    }

    static let uriList = "text/uri-list"
    /// No list of files is longer than this.
    static let dropLimit = 4 << 20

    private unowned let seat: Seat
    private let manager: WlDataDeviceManager
    private let proxy: WlDataDevice
    private var offers: [WlDataOffer: Offer] = [:]
    private var selection: Offer?
    private var source: (proxy: WlDataSource, contents: [String: [UInt8]])?

    private var drag: Offer?
    private var dragSerial: UInt32 = 0
    private weak var dragWindow: Window?
    private var dragPosition = Point.zero

    private var connection: Connection { seat.connection }

    init(_ seat: Seat, _ manager: WlDataDeviceManager) {
        self.seat = seat
        self.manager = manager
        proxy = manager.getDataDevice(seat: seat.proxy)
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    /// The connection has ended: a drag over a window will not come to anything.
    func abandon() { endDrag(tellingWindow: true) }

    func destroy(tells: Bool) {
        endDrag(tellingWindow: tells)
        for offer in offers.keys { offer.destroy() }
        offers = [:]
        selection = nil
        source?.proxy.destroy()
        source = nil
        proxy.destroy()
    }

    private func handle(_ event: WlDataDevice.Event) {
        switch event {
        case .dataOffer(let proxy):
            let offer = Offer(proxy)
            offers[proxy] = offer
            proxy.events = { [weak offer] event in
                switch event {
                case .offer(let type): offer?.types.append(type)
                case .sourceActions, .action: break
                }
            }
        case .selection(let proxy):
            if let old = selection { drop(old) }
            selection = proxy.flatMap { offers[$0] }
        case .enter(let serial, let surface, let x, let y, let proxy):
            endDrag(tellingWindow: false)
            dragSerial = serial
            drag = proxy.flatMap { offers[$0] }
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
        offer.proxy.destroy()
    }

    // MARK: Drag and drop

    private var acceptsDrag: Bool {
        drag?.types.contains(Self.uriList) == true && dragWindow?.onDrop != nil
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
        receive(offer, Self.uriList, limit: Self.dropLimit) { [weak self, weak window] bytes in
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

    private func receive(
        _ offer: Offer, _ type: String, limit: Int, _ completion: @escaping ([UInt8]?) -> Void
    ) {
        guard let pipe = makePipe() else { return completion(nil) }
        offer.proxy.receive(mimeType: type, fd: pipe.writing)
        // The owner must get the request before this end of the pipe can say anything.
        connection.flush()
        close(pipe.writing)
        _ = PipeReader(
            loop: connection.loop, descriptor: pipe.reading, limit: limit, completion)
    }

    // MARK: Clipboard

    func copy(_ contents: [String: [UInt8]]) {
        guard let serial = seat.serials.latestInput else { return }
        // A reader that goes away while it is written to must not end the program.
        signal(SIGPIPE, SIG_IGN)
        let source = manager.createDataSource()
        for type in contents.keys.sorted() { source.offer(mimeType: type) }
        source.events = { [weak self, weak source] event in
            guard let self else { return }
            switch event {
            case .send(let type, let descriptor):
                PipeWriter.serve(
                    contents[type] ?? [], to: descriptor, loop: self.connection.loop)
            case .cancelled:
                if self.source?.proxy === source { self.source = nil }
                source?.destroy()
            case .target, .dndDropPerformed, .dndFinished, .action:
                break
            }
        }
        self.source?.proxy.destroy()
        self.source = (source, contents)
        proxy.setSelection(source: source, serial: serial)
    }

    func paste(_ types: [String], limit: Int, _ completion: @escaping ([UInt8]?) -> Void) {
        if let source {
            return completion(types.lazy.compactMap { source.contents[$0] }.first)
        }
        guard let selection, let type = types.first(where: selection.types.contains) else {
            return completion(nil)
        }
        receive(selection, type, limit: limit, completion)
    }
}

extension PipeWriter {
    /// Writes all of `bytes` to `descriptor` and closes it.
    static func serve(_ bytes: [UInt8], to descriptor: Int32, loop: EventLoop) {
        _ = PipeWriter(loop: loop, descriptor: descriptor, bytes: bytes)
    }
}
