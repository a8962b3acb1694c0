import Geometry
import WaylandClientProtocols

extension Window {
    // MARK: Actions of a header bar

    /// Requests to fill the screen's work area, or to stop doing so; the compositor answers with a
    /// configure, and may refuse.
    public func setMaximized(_ isMaximized: Bool) {
        guard isUsable else { return }
        if isMaximized { toplevel.setMaximized() } else { toplevel.unsetMaximized() }
    }

    /// Requests to cover a whole screen, chosen by the compositor, or to stop doing so; the answer
    /// is a configure.
    public func setFullscreen(_ isFullscreen: Bool) {
        guard isUsable else { return }
        if isFullscreen { toplevel.setFullscreen(output: nil) } else { toplevel.unsetFullscreen() }
    }

    /// Requests to minimize the window.
    ///
    /// The result is not reported, and only the user brings it back.
    public func minimize() {
        guard isUsable else { return }
        toplevel.setMinimized()
    }

    /// Lets the user move the window with the last press; call it while that is still down.
    public func beginMove() {
        guard isUsable, let press = lastPress else { return }
        toplevel.move(seat: press.seat, serial: press.serial)
    }

    /// Lets the user resize the window with the last press; call it while that is still down.
    public func beginResize(_ edge: ResizeEdge) {
        guard isUsable, let press = lastPress else { return }
        toplevel.resize(
            seat: press.seat, serial: press.serial,
            edges: XdgToplevel.ResizeEdge(rawValue: edge.protocolValue))
    }

    /// Shows the compositor's menu for the window, at a point of the content.
    public func showWindowMenu(at point: Point) {
        guard isUsable, let press = lastPress else { return }
        toplevel.showWindowMenu(
            seat: press.seat, serial: press.serial, x: Int32(point.x.rounded()),
            y: Int32(point.y.rounded()))
    }

    /// The edge that a press at a point of the content, or in the shadow around it, grips.
    ///
    /// Nil if the compositor draws the frame, and while the window is not floating.
    public func resizeEdge(at point: Point) -> ResizeEdge? {
        guard let configuration, configuration.decoration == .client,
            configuration.states.isFloating, geometry.margin > 0
        else { return nil }
        return ResizeEdge(
            at: point, of: configuration.size,
            outside: Double(min(FrameGeometry.grip, geometry.margin)))
    }

    private var lastPress: (seat: WlSeat, serial: UInt32)? {
        let seats = [connection.lastPressSeat].compactMap { $0 } + connection.seats
        for seat in seats {
            if let serial = seat.serials.latestPress { return (seat.proxy, serial) }
        }
        return nil
    }

    /// Puts data on the clipboard of the seat of the last press, by MIME type.
    ///
    /// This process keeps and serves the data; see `Seat.copy`.
    public func copy(_ contents: [String: [UInt8]]) { copy(SharedData(contents)) }

    /// Puts data on the clipboard of the seat of the last press that are made when another program
    /// asks for them.
    public func copy(_ data: SharedData) {
        (connection.lastPressSeat ?? connection.seats.first)?.copy(data)
    }

    /// Lets the user drag data out of the window, with the button or finger that is down.
    ///
    /// The window gets no more events of that button or finger.
    ///
    /// - Parameter done: is called once, with whether another program has taken the data.
    /// - Returns: Whether the drag began: not if nothing is down, if there already is one, or if the
    ///   compositor has no drags.
    @discardableResult
    public func drag(
        _ data: SharedData, done: @escaping (_ isTaken: Bool) -> Void = { _ in }
    ) -> Bool {
        guard isUsable else { return false }
        for seat in [connection.lastPressSeat].compactMap({ $0 }) + connection.seats {
            if let device = seat.dataDevice, device.drag(data, from: surface, done) { return true }
        }
        return false
    }

    /// Reads text from the clipboard of the seat of the last press.
    ///
    /// Never blocks. `completion` is called as for `Seat.paste`, with nil if there is no text or
    /// more than `limit` bytes of it.
    public func paste(limit: Int, _ completion: @escaping (String?) -> Void) {
        guard let seat = connection.lastPressSeat ?? connection.seats.first else {
            return completion(nil)
        }
        seat.paste(limit: limit) { bytes in
            completion(bytes.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    // MARK: Input

    /// Converts a point of the surface to a point of the content.
    func contentPoint(_ x: Double, _ y: Double) -> Point {
        Point(x: x - geometry.content.x, y: y - geometry.content.y)
    }
}
