import Geometry
import WaylandClientProtocols

/// A seat's drawing tablets and the tools that work on them.
///
/// Pads have buttons, rings and strips without a place on the screen. Their objects are only kept,
/// because the compositor goes on numbering others after them.
@MainActor
final class Tablets {
    private unowned let seat: Seat
    private let proxy: ZwpTabletSeatV2
    private var tablets: [ZwpTabletV2] = []
    private var pens: [Pen] = []
    private var pads: [TabletPad] = []
    private var lastNumber = 0

    init(_ seat: Seat, _ manager: ZwpTabletManagerV2) {
        self.seat = seat
        proxy = manager.getTabletSeat(seat: seat.proxy)
        proxy.events = { [weak self] event in
            switch event {
            case .tabletAdded(let tablet): self?.add(tablet)
            case .toolAdded(let tool): self?.add(tool)
            case .padAdded(let pad): self?.add(pad)
            }
        }
    }

    private func add(_ tablet: ZwpTabletV2) {
        guard tablets.count < EventBounds.mostTablets else { return tablet.destroy() }
        tablets.append(tablet)
        tablet.events = { [weak self, weak tablet] event in
            guard case .removed = event, let self, let tablet else { return }
            for pen in pens { pen.lost(tablet) }
            tablets.removeAll { $0 === tablet }
            tablet.destroy()
        }
    }

    private func add(_ tool: ZwpTabletToolV2) {
        guard pens.count < EventBounds.mostTablets else { return tool.destroy() }
        lastNumber += 1
        let pen = Pen(seat, tool, number: lastNumber)
        pens.append(pen)
        pen.onRemoved = { [weak self, weak pen] in
            self?.pens.removeAll { $0 === pen }
            pen?.destroy(notifies: true)
        }
    }

    private func add(_ proxy: ZwpTabletPadV2) {
        guard pads.count < EventBounds.mostTablets else { return proxy.destroy() }
        let pad = TabletPad(proxy)
        pads.append(pad)
        pad.onRemoved = { [weak self, weak pad] in
            self?.pads.removeAll { $0 === pad }
            pad?.destroy()
        }
    }

    /// - Parameter notifies: whether windows are still notified that their pens are gone.
    func destroy(notifies: Bool) {
        for pen in pens { pen.destroy(notifies: notifies) }
        for pad in pads { pad.destroy() }
        for tablet in tablets { tablet.destroy() }
        (pens, pads, tablets) = ([], [], [])
        proxy.destroy()
    }

    func forget(_ surface: WlSurface) {
        for pen in pens { pen.forget(surface) }
    }

    /// All received events have been dispatched.
    func dispatchEnded() {
        for pen in pens { pen.dispatchEnded() }
    }

    func updateCursor(over window: Window) {
        for pen in pens { pen.updateCursor(over: window) }
    }

    /// Shows the pens' pointers in another theme.
    func updateTheme() {
        for pen in pens { pen.updateTheme() }
    }
}

/// The objects of a pad.
@MainActor
private final class TabletPad {
    var onRemoved: (() -> Void)?
    private let proxy: ZwpTabletPadV2
    private var groups: [ZwpTabletPadGroupV2] = []
    private var rings: [ZwpTabletPadRingV2] = []
    private var strips: [ZwpTabletPadStripV2] = []

    init(_ proxy: ZwpTabletPadV2) {
        self.proxy = proxy
        proxy.events = { [weak self] event in
            switch event {
            case .group(let group): self?.add(group)
            case .removed: self?.onRemoved?()
            default: break
            }
        }
    }

    private func add(_ group: ZwpTabletPadGroupV2) {
        groups.append(group)
        group.events = { [weak self] event in
            switch event {
            case .ring(let ring): self?.rings.append(ring)
            case .strip(let strip): self?.strips.append(strip)
            default: break
            }
        }
    }

    func destroy() {
        for ring in rings { ring.destroy() }
        for strip in strips { strip.destroy() }
        for group in groups { group.destroy() }
        (rings, strips, groups) = ([], [], [])
        proxy.destroy()
    }
}
