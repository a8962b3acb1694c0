import CWaylandServer
import WaylandServerProtocols

/// The changes of a commit.
struct SurfaceChanges {
    enum Attachment {
        case unchanged
        case buffer(ServerWlBuffer?)
    }

    var attachment = Attachment.unchanged
    var scale: Int?
    var transform: UInt32?
    var damage: [PixelBox] = []
    var bufferDamage: [PixelBox] = []
    var opaqueRegion: [RegionPart]??
    var inputRegion: [RegionPart]??
    var destination: Configure.Size??
    var source: [Double]??
    var geometry: PixelBox?
    var callbacks: [ServerWlCallback] = []
    var feedbacks: [ServerWpPresentationFeedback] = []

    var bringsBuffer: Bool {
        if case .buffer(let buffer?) = attachment { return buffer.isAlive }
        return false
    }

    /// Applies later changes over these, for a subsurface that waits for its parent.
    mutating func merge(_ later: SurfaceChanges) {
        if case .buffer = later.attachment { attachment = later.attachment }
        scale = later.scale ?? scale
        transform = later.transform ?? transform
        damage += later.damage
        bufferDamage += later.bufferDamage
        opaqueRegion = later.opaqueRegion ?? opaqueRegion
        inputRegion = later.inputRegion ?? inputRegion
        destination = later.destination ?? destination
        source = later.source ?? source
        geometry = later.geometry ?? geometry
        callbacks += later.callbacks
        feedbacks += later.feedbacks
    }
}

/// A `wl_surface` with its attached objects.
final class Surface {
    enum Role {
        case none
        case toplevel(Toplevel)
        case popup(Popup)
        case subsurface(Subsurface)
        case cursor
        case dragIcon
    }

    let key: Int
    let resource: ServerWlSurface
    unowned let core: Core

    var role = Role.none
    /// The surface's `xdg_surface`, with or without a role object.
    var shellSurface: ShellSurface?
    var viewport: ServerWpViewport?
    var fractionalScale: ServerWpFractionalScaleV1?
    /// The subsurfaces, lowest first.
    var children: [Subsurface] = []

    var pending = SurfaceChanges()
    var withholdsFrames = false
    private(set) var state = WindowState()
    private(set) var picture: WindowPicture?
    private var source: [Double]?
    private var transform: UInt32 = 0
    private var bufferSize = Configure.Size(width: 0, height: 0)
    private var heldBuffer: ServerWlBuffer?
    private var callbacks: [ServerWlCallback] = []
    private var feedbacks: [ServerWpPresentationFeedback] = []
    private var enteredOutputs: [Output] = []

    init(key: Int, resource: ServerWlSurface, core: Core) {
        self.key = key
        self.resource = resource
        self.core = core
        resource.requests = { [unowned self] request in handle(request) }
    }

    var isMapped: Bool { state.isMapped }
    var isWaitingForFrame: Bool {
        !withholdsFrames && !(callbacks.isEmpty && feedbacks.isEmpty)
    }
    var hasContent: Bool { picture != nil }
    var geometry: PixelBox {
        state.geometry ?? PixelBox(x: 0, y: 0, width: state.width, height: state.height)
    }

    /// The complete state, for the test's thread.
    func snapshot() -> WindowState {
        var result = state
        result.waitingCallbacks = callbacks.filter(\.isAlive).count
        result.hasViewport = viewport != nil
        result.hasFractionalScale = fractionalScale != nil
        result.unansweredPings = core.pings.values.filter { $0 == resource.client }.count
        result.outputs = enteredOutputs.map(\.settings.name)
        shellSurface?.describe(&result)
        return result
    }

    // MARK: - Requests

    private func handle(_ request: ServerWlSurface.Request) {
        switch request {
        case .attach(let buffer, let x, let y):
            attach(buffer, x, y)
        case .damage(let x, let y, let width, let height):
            pending.damage.append(
                PixelBox(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
        case .damageBuffer(let x, let y, let width, let height):
            pending.bufferDamage.append(
                PixelBox(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
        case .frame(let callback):
            pending.callbacks.append(callback)
        case .setOpaqueRegion(let region):
            pending.opaqueRegion = .some(region.flatMap { core.regions[$0]?.parts })
        case .setInputRegion(let region):
            pending.inputRegion = .some(region.flatMap { core.regions[$0]?.parts })
        case .setBufferTransform(let transform):
            guard transform.rawValue <= 7 else {
                return violate(.invalidTransform, "\(transform.rawValue) is no buffer transform")
            }
            pending.transform = transform.rawValue
        case .setBufferScale(let scale):
            guard scale >= 1 else { return violate(.invalidScale, "the buffer scale is \(scale)") }
            pending.scale = Int(scale)
        case .offset:
            break
        case .commit:
            commit()
        case .destroy:
            shellSurface?.surfaceIsDestroyed()
        }
    }

    private func attach(_ buffer: ServerWlBuffer?, _ x: Int32, _ y: Int32) {
        if resource.version >= 5, x != 0 || y != 0 {
            return violate(
                .invalidOffset, "attach with the offset \(x), \(y) in version 5 or newer")
        }
        if buffer != nil, let shellSurface, !shellSurface.allowsAttach() { return }
        state.attaches += 1
        pending.attachment = .buffer(buffer)
    }

    func violate(_ code: ServerWlSurface.ErrorCode, _ message: String) {
        resource.postError(code: code.rawValue, message: message)
    }

    // MARK: - Commit

    private func commit() {
        if let shellSurface, !shellSurface.allowsCommit(pending) { return }
        let changes = pending
        pending = SurfaceChanges()
        if case .subsurface(let subsurface) = role, subsurface.isSynchronized {
            subsurface.cache(changes)
            return
        }
        apply(changes)
    }

    /// Makes changes the current state, notifies the role, and lets waiting subsurfaces follow.
    func apply(_ changes: SurfaceChanges) {
        state.commits += 1
        state.damage = changes.damage
        state.bufferDamage = changes.bufferDamage
        if let scale = changes.scale { state.bufferScale = scale }
        if let transform = changes.transform { self.transform = transform }
        if let region = changes.opaqueRegion { state.opaqueRegion = region }
        if let region = changes.inputRegion { state.inputRegion = region }
        if let destination = changes.destination { state.viewportDestination = destination }
        if let source = changes.source { self.source = source }
        if let geometry = changes.geometry { state.geometry = geometry }
        state.viewportSource = source
        if case .buffer(let buffer) = changes.attachment { take(buffer) }
        guard updateSize() else { return }
        for feedback in feedbacks where feedback.isAlive && changes.bringsBuffer {
            feedback.sendDiscarded()
        }
        feedbacks = changes.bringsBuffer ? [] : feedbacks
        feedbacks += changes.feedbacks
        callbacks += changes.callbacks
        if isWaitingForFrame { core.pacer.request() }
        for child in children { child.parentIsCommitted() }
        finishCommit()
    }

    private func finishCommit() {
        let wasMapped = state.isMapped
        switch role {
        case .toplevel, .popup:
            state.isMapped = shellSurface?.isCommitted(hasContent: hasContent) ?? false
        case .subsurface(let subsurface):
            state.isMapped = hasContent && subsurface.parent?.isMapped == true
        case .cursor, .dragIcon:
            state.isMapped = hasContent
        case .none:
            state.isMapped = false
        }
        if state.isMapped, !wasMapped, let output = core.outputs.first { enter(output) }
        if !state.isMapped, wasMapped {
            for output in enteredOutputs { leave(output) }
            core.seat.forget(self)
        }
    }

    private func take(_ buffer: ServerWlBuffer?) {
        if let heldBuffer, heldBuffer.isAlive, heldBuffer !== buffer { heldBuffer.sendRelease() }
        heldBuffer = nil
        guard let buffer, buffer.isAlive, let copy = WindowPicture(sharedMemory: buffer.pointer)
        else {
            picture = nil
            bufferSize = Configure.Size(width: 0, height: 0)
            return
        }
        picture = copy
        bufferSize = Configure.Size(width: copy.width, height: copy.height)
        state.frames += 1
        state.bufferSizes.append(bufferSize)
        if core.settings.releasesBuffersAtOnce {
            buffer.sendRelease()
        } else {
            heldBuffer = buffer
        }
    }

    /// Computes the surface's size in points.
    ///
    /// False if a rule of scale or viewport is broken.
    private func updateSize() -> Bool {
        guard hasContent else {
            state.width = 0
            state.height = 0
            return true
        }
        var width = bufferSize.width
        var height = bufferSize.height
        let scale = state.bufferScale
        if transform % 2 == 1 { swap(&width, &height) }
        guard width % scale == 0, height % scale == 0 else {
            violate(
                .invalidSize,
                "a buffer of \(width) × \(height) is no multiple of the scale \(scale)")
            return false
        }
        width /= scale
        height /= scale
        if let source, let viewport {
            guard source[0] + source[2] <= Double(width), source[1] + source[3] <= Double(height)
            else {
                viewport.postError(
                    code: ServerWpViewport.ErrorCode.outOfBuffer.rawValue,
                    message: "the source \(source) is not inside \(width) × \(height)")
                return false
            }
            if state.viewportDestination == nil {
                guard source[2] == source[2].rounded(), source[3] == source[3].rounded() else {
                    viewport.postError(
                        code: ServerWpViewport.ErrorCode.badSize.rawValue,
                        message: "the source's size is not whole and there is no destination")
                    return false
                }
                width = Int(source[2])
                height = Int(source[3])
            }
        }
        if let destination = state.viewportDestination {
            width = destination.width
            height = destination.height
        }
        state.width = width
        state.height = height
        return true
    }

    // MARK: - Frames

    /// Answers the waiting callbacks and feedbacks.
    ///
    /// Returns the number of callbacks.
    func answerFrame(at nanoseconds: UInt64, sequence: UInt64) -> Int {
        let answered = callbacks.filter(\.isAlive)
        let shown = feedbacks.filter(\.isAlive)
        callbacks = []
        feedbacks = []
        for callback in answered {
            callback.sendDone(callbackData: UInt32(truncatingIfNeeded: nanoseconds / 1_000_000))
        }
        for feedback in shown {
            for output in enteredOutputs {
                for bound in output.resources(of: feedback.client) {
                    feedback.sendSyncOutput(output: bound)
                }
            }
            let seconds = nanoseconds / 1_000_000_000
            let refresh = enteredOutputs.first?.settings.refresh ?? 60_000
            feedback.sendPresented(
                tvSecHi: UInt32(seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
                tvNsec: UInt32(nanoseconds % 1_000_000_000),
                refresh: UInt32(1_000_000_000_000 / max(1, refresh)), seqHi: UInt32(sequence >> 32),
                seqLo: UInt32(truncatingIfNeeded: sequence), flags: .vsync)
        }
        return answered.count
    }

    // MARK: - Outputs

    func enter(_ output: Output) {
        guard !enteredOutputs.contains(where: { $0 === output }) else { return }
        enteredOutputs.append(output)
        for bound in output.resources(of: resource.client) { resource.sendEnter(output: bound) }
    }

    func leave(_ output: Output) {
        guard enteredOutputs.contains(where: { $0 === output }) else { return }
        enteredOutputs.removeAll { $0 === output }
        for bound in output.resources(of: resource.client) { resource.sendLeave(output: bound) }
    }

    /// A client bound an output after the surface had entered it.
    func outputIsBound(_ output: Output, _ bound: ServerWlOutput) {
        guard bound.client == resource.client, enteredOutputs.contains(where: { $0 === output })
        else {
            return
        }
        resource.sendEnter(output: bound)
    }

    // MARK: - End

    /// The role object is destroyed: the surface is no longer displayed.
    func loseRole() {
        role = .none
        state.isMapped = false
        state.geometry = nil
        core.seat.forget(self)
    }

    func disconnectClient() { wl_client_destroy(resource.client.pointer) }

    func ended() {
        if case .subsurface(let subsurface) = role { subsurface.surfaceIsGone() }
        for child in children { child.parent = nil }
    }

    /// Changes the part of the state that the role maintains.
    func note(_ change: (inout WindowState) -> Void) { change(&state) }
}

extension WindowPicture {
    /// Copies the pixels of a `wl_shm` buffer; nil for any other kind of buffer and pixel format.
    init?(sharedMemory resource: OpaquePointer) {
        guard let buffer = wl_shm_buffer_get(resource) else { return nil }
        let format = wl_shm_buffer_get_format(buffer)
        let formats = [ServerWlShm.Format.argb8888.rawValue, ServerWlShm.Format.xrgb8888.rawValue]
        guard formats.contains(format) else { return nil }
        let width = Int(wl_shm_buffer_get_width(buffer))
        let height = Int(wl_shm_buffer_get_height(buffer))
        let stride = Int(wl_shm_buffer_get_stride(buffer))
        wl_shm_buffer_begin_access(buffer)
        defer { wl_shm_buffer_end_access(buffer) }
        guard let data = wl_shm_buffer_get_data(buffer) else { return nil }
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { room, count in
            let target = UnsafeMutableRawBufferPointer(room)
            for row in 0..<height {
                let line = UnsafeRawBufferPointer(start: data + row * stride, count: width * 4)
                UnsafeMutableRawBufferPointer(rebasing: target[(row * width * 4)...])
                    .copyMemory(from: line)
            }
            count = width * height
        }
        self.init(
            width: width, height: height, pixels: pixels,
            isOpaque: format == ServerWlShm.Format.xrgb8888.rawValue)
    }
}
