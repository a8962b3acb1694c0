import CWaylandClient
import Glibc
import WaylandClientProtocols

extension Connection {
    /// All interfaces that the compositor offers or that the registry table lists.
    public var globalsReport: [GlobalReport] {
        var offered: [String: (version: UInt32, count: Int)] = [:]
        for global in advertised.values {
            let known = offered[global.interface] ?? (0, 0)
            offered[global.interface] = (max(known.version, global.version), known.count + 1)
        }
        let known = requirements.map { requirement in
            GlobalReport(
                interface: requirement.interface,
                advertised: offered[requirement.interface]?.version,
                bound: bound[requirement.interface],
                count: offered[requirement.interface]?.count ?? 0,
                unlocks: requirement.unlocks, isRequired: requirement.need == .required)
        }
        let names = Set(requirements.map(\.interface))
        let unknown = offered.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
        return known
            + unknown.map { name, offer in
                GlobalReport(
                    interface: name, advertised: offer.version, bound: nil, count: offer.count,
                    unlocks: nil, isRequired: false)
            }
    }

    func learnGlobals(_ display: OpaquePointer) throws(WaylandError) {
        let registry = WlDisplay(borrowing: display).getRegistry()
        self.registry = registry
        registry.events = { [weak self] event in
            switch event {
            case .global(let name, let interface, let version):
                self?.globalAppeared(name, interface, version)
            case .globalRemove(let name):
                self?.globalVanished(name)
            }
        }
        // The first brings the globals, the second the first events of the bound ones.
        for round in 0..<2 {
            guard wl_display_roundtrip(display) >= 0 else { throw displayError(display) }
            if round == 0 { try checkRequirements() }
        }
        for output in outputs { output.settle() }
    }

    private func checkRequirements() throws(WaylandError) {
        for requirement in requirements
        where requirement.need == .required && bound[requirement.interface] == nil {
            let offers = advertised.values.filter { $0.interface == requirement.interface }
            guard let offered = offers.map(\.version).max() else {
                throw .missingGlobal(
                    interface: requirement.interface, needed: requirement.minimum,
                    unlocks: requirement.unlocks)
            }
            throw .outdatedGlobal(
                interface: requirement.interface, offered: offered, needed: requirement.minimum,
                unlocks: requirement.unlocks)
        }
    }

    private func globalAppeared(_ name: UInt32, _ interface: String, _ offered: UInt32) {
        guard advertised.count < EventBounds.mostGlobals || advertised[name] != nil else { return }
        advertised[name] = (interface, offered)
        guard let requirement = requirements.first(where: { $0.interface == interface }),
            offered >= requirement.minimum
        else { return }
        let version = min(offered, requirement.preferred)
        guard bind(name, interface, version) else { return }
        bound[interface] = max(bound[interface] ?? 0, version)
    }

    /// Binds a global, unless only one instance is used and it is bound already.
    private func bind(_ name: UInt32, _ interface: String, _ version: UInt32) -> Bool {
        guard let registry else { return false }
        func once<Object: WaylandProxy>(_ place: inout Object?) -> Bool {
            guard place == nil else { return false }
            place = registry.bind(name: name, to: Object.self, version: version)
            return true
        }
        switch interface {
        case WlCompositor.interfaceName: return once(&compositor)
        case WlShm.interfaceName: return once(&shm)
        case WlDataDeviceManager.interfaceName:
            guard once(&dataDeviceManager) else { return false }
            for seat in seats { seat.makeDataDevice() }
        case WpViewporter.interfaceName: return once(&viewporter)
        case WpFractionalScaleManagerV1.interfaceName: return once(&fractionalScale)
        case ZxdgDecorationManagerV1.interfaceName: return once(&decorationManager)
        case XdgActivationV1.interfaceName: return once(&activation)
        case ZxdgExporterV2.interfaceName: return once(&exporter)
        case ZxdgExporterV1.interfaceName: return once(&olderExporter)
        case XdgWmBase.interfaceName:
            guard once(&wmBase) else { return false }
            wmBase?.events = { [weak self] event in
                switch event {
                case .ping(let serial): self?.wmBase?.pong(serial: serial)
                }
            }
        case WpPresentation.interfaceName:
            guard once(&presentation) else { return false }
            presentation?.events = { [weak self] event in
                switch event {
                case .clockId(let id): self?.presentationClock = clockid_t(bitPattern: id)
                }
            }
        case ZwpPointerGesturesV1.interfaceName:
            guard once(&gestures) else { return false }
            for seat in seats { seat.makeGestures() }
        case ZwpTabletManagerV2.interfaceName:
            guard once(&tabletManager) else { return false }
            for seat in seats { seat.makeTablets() }
        case ZwpTextInputManagerV3.interfaceName:
            guard once(&textInputs) else { return false }
            for seat in seats { seat.makeTextInput() }
        case WlSeat.interfaceName:
            guard seats.count < EventBounds.mostSeats else { return false }
            let seat = registry.bind(name: name, to: WlSeat.self, version: version)
            seats.append(Seat(self, seat, name: name))
            onSeatsChanged?()
        case WlOutput.interfaceName:
            guard outputs.count < EventBounds.mostOutputs else { return false }
            let output = registry.bind(name: name, to: WlOutput.self, version: version)
            outputs.append(Output(self, output, name: name))
        default: return false
        }
        return true
    }

    /// Outputs and seats come and go; objects of other globals remain valid.
    private func globalVanished(_ name: UInt32) {
        advertised[name] = nil
        if let index = outputs.firstIndex(where: { $0.globalName == name }) {
            let output = outputs.remove(at: index)
            for window in allWindows { window.left(output.proxy) }
            output.proxy.destroy()
        }
        if let index = seats.firstIndex(where: { $0.globalName == name }) {
            seats.remove(at: index).destroy(notifies: true)
            onSeatsChanged?()
        }
    }

    /// Takes the token that a launcher left, so that no child process inherits and uses it.
    func takeActivationToken() {
        for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
            if activationToken == nil, let value = getenv(name), value.pointee != 0 {
                activationToken = String(cString: value)
            }
            unsetenv(name)
        }
    }
}
