import CGLES
import Geometry

/// How fragments are combined with the existing pixels.
///
/// Colours are premultiplied and in sRGB values.
public enum Blend: Sendable {
    /// Replace.
    case none
    /// Source over destination: `s + d (1 − s.a)`.
    case over
    /// The larger of both, component by component: for coverage masks.
    case maximum
}

/// The known state of the context, so that nothing is set twice; nil means unknown.
struct PipelineState {
    var framebuffer: UInt32?
    var program: UInt32?
    var vertexArray: UInt32?
    var vertexBuffer: UInt32?
    var activeUnit: UInt32?
    var plainTexture: UInt32?
    var arrayTexture: UInt32?
    var blend: Blend?
    var scissor: PixelRect?
    var scissorEnabled = false
    var clearColor: Color?
    var targetWidth = 0
    var targetHeight = 0
    /// The pixels of the target that are in the framebuffer.
    var held = PixelRect(x: 0, y: 0, width: 0, height: 0)
    /// The order of the target's rows.
    var rows = RowOrder.bottomUp
    var viewport = PixelRect(x: 0, y: 0, width: -1, height: -1)
    /// Whether the framebuffer has pixels outside the target, which belong to other code.
    var isConfined = false
    /// Whether the target has several samples per pixel.
    var isMultisampled = false

    /// Drops a name that is about to be deleted and may be reused for another object.
    mutating func forget(_ kind: ObjectKind, _ name: UInt32) {
        switch kind {
        case .buffer: if vertexBuffer == name { vertexBuffer = nil }
        case .texture:
            if plainTexture == name { plainTexture = nil }
            if arrayTexture == name { arrayTexture = nil }
        case .framebuffer: if framebuffer == name { framebuffer = nil }
        case .vertexArray: if vertexArray == name { vertexArray = nil }
        case .program: if program == name { program = nil }
        }
    }
}

extension Device {
    // MARK: Targets

    /// Makes a framebuffer the target of further drawing.
    ///
    /// With `size` and `origin` it is a part of a larger target: places mean the same as in a
    /// target of that size, and the framebuffer holds its pixels from `origin` on. Drawing
    /// elsewhere is cut off. `rows` is the order of the rows in memory, by default the
    /// framebuffer's own.
    public func begin(
        _ framebuffer: borrowing Framebuffer, of size: (width: Int, height: Int)? = nil,
        origin: (x: Int, y: Int) = (0, 0), rows: RowOrder? = nil
    ) throws(GPUError) {
        try activate()
        bindFramebuffer(framebuffer.name)
        setTarget(
            width: size?.width ?? framebuffer.width, height: size?.height ?? framebuffer.height,
            held: PixelRect(
                x: origin.x, y: origin.y, width: framebuffer.width, height: framebuffer.height),
            rows: rows ?? framebuffer.rows)
    }

    /// The size of the target in device pixels.
    public var targetSize: (width: Int, height: Int) { (state.targetWidth, state.targetHeight) }

    /// The pixels of the target that are in the framebuffer: all, unless it is a part.
    public var heldPixels: PixelRect { state.held }

    /// The order of the target's rows.
    ///
    /// Shaders that place vertices or read fragment coordinates depend on it.
    public var targetRows: RowOrder { state.rows }

    /// Whether pictures can be copied to the target: not if it has several samples per pixel, as a
    /// host's framebuffer may have.
    public var targetTakesCopies: Bool { !state.isMultisampled }

    /// Copies `rect` of `source` to the place `x`, `y` of the target (by default the same place),
    /// all counted from the top left.
    ///
    /// Much cheaper than drawing a texture on a software driver if both have the same
    /// `PixelLayout`, since rows of bytes are moved: 0.07 ms for 1280 × 800. Otherwise the driver
    /// draws: 5 ms, and 30 to 50 ms the first time.
    public func copy(
        _ rect: PixelRect, from source: borrowing Framebuffer, to place: (x: Int, y: Int)? = nil
    ) throws(GPUError) {
        guard targetTakesCopies else { throw .unsupported("copies to several samples a pixel") }
        let dx = (place?.x ?? rect.x) - rect.x
        let dy = (place?.y ?? rect.y) - rect.y
        let whole = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
        var target = state.held.intersection(
            PixelRect(x: 0, y: 0, width: state.targetWidth, height: state.targetHeight))
        target.x -= dx
        target.y -= dy
        let part = rect.intersection(whole).intersection(target)
        guard !part.isEmpty else { return }
        setScissor(nil)
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source.name)
        let left = part.x + dx - state.held.x
        let from = source.rows.span(part.y, part.maxY, height: source.height)
        let top = part.y + dy - state.held.y
        var to = state.rows.span(top, top + part.height, height: state.held.height)
        // Rows in the opposite order are flipped.
        if source.rows != state.rows { swap(&to.low, &to.high) }
        glBlitFramebuffer(
            GLint(part.x), GLint(from.low), GLint(part.maxX), GLint(from.high), GLint(left),
            GLint(to.low), GLint(left + part.width), GLint(to.high),
            GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
        statistics.draws += 1
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), state.framebuffer ?? 0)
        try checkDraw("glBlitFramebuffer")
    }

    // MARK: State

    /// Limits clears and draws to `rect`; nil is the whole target.
    public func setScissor(_ rect: PixelRect?) {
        let whole = PixelRect(x: 0, y: 0, width: state.targetWidth, height: state.targetHeight)
        guard let rect = rect ?? (state.isConfined ? whole : nil) else {
            if state.scissorEnabled { glDisable(GLenum(GL_SCISSOR_TEST)) }
            state.scissorEnabled = false
            return
        }
        if !state.scissorEnabled { glEnable(GLenum(GL_SCISSOR_TEST)) }
        state.scissorEnabled = true
        var part = rect.intersection(whole).intersection(state.held)
        part.x -= state.held.x
        part.y -= state.held.y
        part.y = state.rows.span(part.y, part.maxY, height: state.held.height).low
        guard part != state.scissor else { return }
        state.scissor = part
        glScissor(GLint(part.x), GLint(part.y), GLsizei(part.width), GLsizei(part.height))
    }

    /// Sets how fragments are combined with the existing pixels.
    public func setBlend(_ blend: Blend) {
        guard blend != state.blend else { return }
        if blend == .none {
            glDisable(GLenum(GL_BLEND))
        } else {
            if state.blend == nil || state.blend == Blend.none { glEnable(GLenum(GL_BLEND)) }
            glBlendEquation(GLenum(blend == .maximum ? GL_MAX : GL_FUNC_ADD))
            glBlendFunc(
                GLenum(GL_ONE), GLenum(blend == .maximum ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA))
        }
        state.blend = blend
    }

    /// Fills the target within the scissor with a colour, replacing the contents.
    public func clear(_ color: Color) throws(GPUError) {
        if color != state.clearColor {
            state.clearColor = color
            glClearColor(
                color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha,
                color.alpha)
        }
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        statistics.clears += 1
        try checkDraw("glClear")
    }

    /// Binds a texture for the next draws: plain ones at unit 0, arrays at unit 1.
    public func use(_ texture: borrowing Texture) {
        bindTexture(texture.name, array: texture.layers > 0)
    }

    // MARK: Drawing

    /// The shapes that a draw makes from its vertices.
    public enum Primitive: Sendable {
        /// Every vertex is a square, of a size that the vertex shader sets; none is drawn if its
        /// middle is not in the target.
        case points
        /// Every two vertices form a line, one pixel wide.
        case lines
        /// Every three vertices form a triangle.
        case triangles
        /// Every vertex from the third on forms a triangle with the two before it.
        case triangleStrip
    }

    /// Draws `instances` times `vertices` vertices with the program and vertex array, starting at
    /// the array's first element.
    public func draw(
        _ primitive: Primitive, vertices: Int, instances: Int = 1, program: borrowing Program,
        vertexArray: borrowing VertexArray
    ) throws(GPUError) {
        guard vertices > 0, instances > 0 else { return }
        bindProgram(program.name)
        bindVertexArray(vertexArray.name)
        let (vertex, instance) = (GLint(vertexArray.firstVertex), vertexArray.firstInstance)
        if instance > 0, let drawFromInstance = functions.drawFromInstance {
            drawFromInstance(
                GLenum(primitive), vertex, GLsizei(vertices), GLsizei(instances), GLuint(instance))
        } else {
            glDrawArraysInstanced(
                GLenum(primitive), vertex, GLsizei(vertices), GLsizei(instances))
        }
        statistics.draws += 1
        statistics.instances += instances
        try checkDraw("glDrawArraysInstanced")
    }

    // MARK: Binding

    func bindFramebuffer(_ name: UInt32) {
        guard name != state.framebuffer else { return }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
        state.framebuffer = name
    }

    func setTarget(
        width: Int, height: Int, held: PixelRect? = nil, rows: RowOrder = .bottomUp,
        isConfined: Bool = false, isMultisampled: Bool = false
    ) {
        state.isConfined = isConfined
        state.isMultisampled = isMultisampled
        state.targetWidth = width
        state.targetHeight = height
        let held = held ?? PixelRect(x: 0, y: 0, width: width, height: height)
        state.held = held
        state.rows = rows
        // The scissor is stored from the top; a new height moves it.
        setScissor(nil)
        let viewport = PixelRect(
            x: -held.x, y: rows.span(-held.y, height - held.y, height: held.height).low,
            width: width, height: height)
        guard state.viewport != viewport else { return }
        state.viewport = viewport
        glViewport(
            GLint(viewport.x), GLint(viewport.y), GLsizei(width), GLsizei(height))
    }

    func bindProgram(_ name: UInt32) {
        guard name != state.program else { return }
        glUseProgram(name)
        state.program = name
    }

    func bindVertexArray(_ name: UInt32) {
        guard name != state.vertexArray else { return }
        glBindVertexArray(name)
        state.vertexArray = name
    }

    func bindVertexBuffer(_ name: UInt32) {
        guard name != state.vertexBuffer else { return }
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
        state.vertexBuffer = name
    }

    func bindTexture(_ name: UInt32, array: Bool) {
        // Uploads use the active unit, so it is set even if the texture is bound already.
        let unit = GLenum(array ? GL_TEXTURE1 : GL_TEXTURE0)
        if unit != state.activeUnit {
            glActiveTexture(unit)
            state.activeUnit = unit
        }
        guard name != (array ? state.arrayTexture : state.plainTexture) else { return }
        glBindTexture(GLenum(array ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D), name)
        if array {
            state.arrayTexture = name
        } else {
            state.plainTexture = name
        }
    }

    // MARK: Reading

    /// The pixels of a part of the target, from the top.
    ///
    /// The target's rows are in OpenGL's order.
    func readPixels(_ rect: PixelRect) throws(GPUError) -> [UInt8] {
        guard !rect.isEmpty else { return [] }
        let row = rect.width * 4
        var bytes = [UInt8](repeating: 0, count: row * rect.height)
        glReadPixels(
            GLint(rect.x - state.held.x), GLint(state.held.maxY - rect.maxY),
            GLsizei(rect.width), GLsizei(rect.height), GLenum(GL_RGBA),
            GLenum(GL_UNSIGNED_BYTE), &bytes)
        try check("glReadPixels")
        // GL's rows start at the bottom.
        for y in 0..<rect.height / 2 {
            let top = y * row
            let bottom = (rect.height - 1 - y) * row
            for x in 0..<row { bytes.swapAt(top + x, bottom + x) }
        }
        return bytes
    }
}

extension GLenum {
    fileprivate init(_ primitive: Device.Primitive) {
        self =
            switch primitive {
            case .points: GLenum(GL_POINTS)
            case .lines: GLenum(GL_LINES)
            case .triangles: GLenum(GL_TRIANGLES)
            case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
            }
    }
}
