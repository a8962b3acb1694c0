// Two charts in the picture of a program that uses OpenGL ES: its context, its target, its shader.
//
// A `ChartLayer` draws into a part of the bound framebuffer and restores the context. So this host
// binds its program once, and draws with it before and after the charts. A chart without a
// background shows the host's picture behind it.

import CEGL
import CGLES
import Charts
import GPU
import Glibc

@main
struct Embedding {
    @MainActor
    static func main() {
        ChartProgram.run("Embedding", size: Size(width: 900, height: 560)) { program in
            let (theme, scale) = (program.theme, program.scale)
            let host = try Host(width: Int(900 * scale), height: Int(560 * scale))
            let upper = try ChartLayer(fonts: FontLibrary())
            let lower = ChartLayer(sharing: upper)
            let times = (0...180).map { Double($0) / 30 }
            let heights = times.map { 4 * ($0 - floor($0)) * (ceil($0) - $0) / (floor($0) + 1) }
            let bars = zip(times, heights).map { Bar(center: $0, slot: 1 / 30, value: $1) }
            upper.chart = chart(LineMark(SampleSeries(times: times, values: heights)), theme)
            lower.chart = chart(BarMark(bars).colors(theme.series[1]), theme)
            for time in (0...20).map({ Double($0) / 60 }) {
                host.fill(theme.ground)
                host.drawTriangle(turned: 3 * time, theme.series[2].opacity(0.2))
                for (layer, top) in [(upper, 20.0), (lower, 290.0)] {
                    let frame = Rect(x: 20, y: top, width: 860, height: 250)
                    try layer.draw(in: frame, of: host.size, scale: scale, at: time)
                }
                host.drawTriangle(turned: -4 * time, theme.series[3].opacity(0.15))
            }
            // OpenGL has drawn pixels: an SVG or a PDF holds them as an image.
            try ChartImage().write(
                host.picture(), toFile: program.picture ?? "embedding.png", size: program.size,
                title: program.title)
        }
    }

    @MainActor
    static func chart(_ mark: any Mark, _ theme: ChartTheme) -> Chart {
        let chart = Chart(theme: theme) {
            mark
            ValueAxis(unit: "m", includesZero: true)
        }
        chart.style.ground = nil
        return chart
    }
}

/// A program's own drawing: a background, and a rotating triangle.
struct Host {
    let size: (width: Int, height: Int)
    private let (turn, color): (GLint, GLint)

    init(width: Int, height: Int) throws(GPUError) {
        size = (width, height)
        let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
        eglInitialize(display, nil, nil)
        let wanted = [EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_ALPHA_SIZE, 8, EGL_NONE]
        var (config, count): (EGLConfig?, EGLint) = (nil, 0)
        eglChooseConfig(display, wanted, &config, 1, &count)
        let surface = eglCreatePbufferSurface(
            display, config, [EGL_WIDTH, Int32(width), EGL_HEIGHT, Int32(height), EGL_NONE])
        let context = eglCreateContext(
            display, config, nil, [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE])
        guard eglMakeCurrent(display, surface, surface, context) == EGL_TRUE else {
            throw .egl(function: "eglMakeCurrent", code: eglGetError())
        }
        let program = glCreateProgram()
        for (kind, text) in [(GL_VERTEX_SHADER, Self.corners), (GL_FRAGMENT_SHADER, Self.paint)] {
            let shader = glCreateShader(GLenum(kind))
            text.withCString { bytes in
                var source: UnsafePointer<GLchar>? = bytes
                glShaderSource(shader, 1, &source, nil)
            }
            glCompileShader(shader)
            glAttachShader(program, shader)
        }
        glLinkProgram(program)
        glUseProgram(program)
        turn = glGetUniformLocation(program, "uTurn")
        color = glGetUniformLocation(program, "uColor")
        glEnable(GLenum(GL_BLEND))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    }

    func fill(_ color: Color) {
        glClearColor(color.red, color.green, color.blue, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }

    func drawTriangle(turned angle: Double, _ color: Color) {
        glUniform2f(turn, Float(angle), Float(size.height) / Float(size.width))
        glUniform4f(self.color, color.red, color.green, color.blue, color.alpha)
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    }

    /// The rows of a framebuffer begin at the bottom.
    func picture() -> Bitmap {
        let (width, height) = size
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        let (format, kind) = (GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE))
        glReadPixels(0, 0, GLsizei(width), GLsizei(height), format, kind, &bytes)
        return Bitmap(width: width, height: height, alpha: .premultiplied, bytes: bytes).flipped()
    }

    private static let corners = """
        #version 300 es
        uniform vec2 uTurn;
        void main() {
            float angle = uTurn.x + 2.0944 * float(gl_VertexID);
            gl_Position = vec4(0.9 * cos(angle) * uTurn.y, 0.9 * sin(angle), 0.0, 1.0);
        }
        """
    private static let paint = """
        #version 300 es
        uniform lowp vec4 uColor; out lowp vec4 oColor;
        void main() { oColor = vec4(uColor.rgb * uColor.a, uColor.a); }
        """
}
