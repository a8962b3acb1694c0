import Geometry
import WaylandClientProtocols

extension Window {
    // MARK: What a header bar does

    /// Asks for the window to fill the screen's work area, or not to any more; the compositor
    /// answers with a configure, and may say no.
    public func setMaximized(_ isMaximized: Bool) {
        guard isUsable else { return }
        if isMaximized { toplevel.setMaximized() } else { toplevel.unsetMaximized() }
    }

    /// Asks for the window to cover a whole screen, which the compositor chooses, or not to any
    /// more; the answer is a configure.
    public func setFullscreen(_ isFullscreen: Bool) {
        guard isUsable else { return }
        if isFullscreen { toplevel.setFullscreen(output: nil) } else { toplevel.unsetFullscreen() }
    }

    /// Asks for the window to be put away; nothing tells whether it was, and only the person brings
    /// it back.
    public func minimize() {
        guard isUsable else { return }
        toplevel.setMinimized()
    }

    /// Lets the person move the window with what they pressed last; to be called while it is down.
    public func beginMove() {
        guard isUsable, let press = lastPress else { return }
        toplevel.move(seat: press.seat, serial: press.serial)
    }

    /// Lets the person resize the window with what they pressed last; to be called while it is down.
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

    /// The edge that a press at a point of the content, or in the shadow around it, takes hold of.
    ///
    /// Nil where the compositor draws the frame, and while the window does not stand free.
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

    /// Puts data on the clipboard of whoever pressed something last, by MIME type.
    ///
    /// It is kept and served by this process, as `Seat.copy` tells.
    public func copy(_ contents: [String: [UInt8]]) {
        (connection.lastPressSeat ?? connection.seats.first)?.copy(contents)
    }

    /// Reads the clipboard of whoever pressed something last as text.
    ///
    /// Never blocks; `completion` is called as `Seat.paste` tells, with nil where there is no text
    /// or more than `limit` bytes of it.
    public func paste(limit: Int, _ completion: @escaping (String?) -> Void) {
        guard let seat = connection.lastPressSeat ?? connection.seats.first else {
            return completion(nil)
        }
        seat.paste(limit: limit) { bytes in
            completion(bytes.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    // MARK: Input

    /// A point of the surface as a point of the content.
    func contentPoint(_ x: Double, _ y: Double) -> Point {
        Point(x: x - geometry.content.x, y: y - geometry.content.y)
    }
}
