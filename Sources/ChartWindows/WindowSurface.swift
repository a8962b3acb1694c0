// Draws into a window: the device, created when it is first needed and again after a driver reset;
// the surface, which follows the window's size; and the renderer, which keeps what it has sent.

import ChartRendering
import GPU
import Geometry
import Platform
import Text
import Wayland

/// A window's surface with everything that draws into it.
///
/// Called from `Window.frameClock.onFrame`. Costs what is drawn, and about 50 ms for the driver's
/// start, which `start` does beforehand while the compositor decides on the window's size.
@MainActor
public final class WindowSurface {
    /// The window that is drawn into.
    public let window: Window
    private let atlas: GlyphAtlas
    private let programs: ProgramCache?
    private var device: Device?
    private var renderer: Renderer?
    private var surface: Surface?

    /// A surface of a window; the driver is not started yet.
    ///
    /// - Parameters:
    ///   - atlas: the glyphs that texts are drawn from.
    ///   - programs: keeps compiled programs between runs; nil for none.
    public init(_ window: Window, atlas: GlyphAtlas, programs: ProgramCache? = nil) {
        self.window = window
        self.atlas = atlas
        self.programs = programs
    }

    /// Starts the driver.
    public func start() throws(GPUError) { device = try makeDevice() }

    private func makeDevice() throws(GPUError) -> Device {
        let display: NativeDisplay
        do {
            display = try window.connection.nativeDisplay
        } catch {
            throw .unsupported("\(error)")
        }
        let device = try Device(for: display)
        device.programCache = programs
        window.limitSide(to: device.maximumSurfaceSide)
        return device
    }

    /// Creates whatever is missing, in the window's size.
    private func prepare() throws(GPUError) -> (Renderer, Surface) {
        let size = window.bufferSize
        if let surface, let renderer {
            try surface.resize(width: size.width, height: size.height)
            return (renderer, surface)
        }
        let native: NativeSurface
        do {
            native = try window.nativeSurface
        } catch {
            throw .unsupported("\(error)")
        }
        let device: Device
        if let known = self.device {
            device = known
        } else {
            device = try makeDevice()
        }
        self.device = device
        let surface = try Surface(
            device: device, native: native, width: size.width, height: size.height)
        let renderer: Renderer
        if let known = self.renderer {
            known.replaceDevice(device)
            renderer = known
        } else {
            renderer = Renderer(device: device, atlas: atlas)
        }
        self.renderer = renderer
        self.surface = surface
        return (renderer, surface)
    }

    /// Draws a frame, cleared to a colour if given, and shows it.
    ///
    /// - Returns: its cost; nil if the driver was reset, so that the frame has to be requested
    ///   again: everything is restored from what is kept in memory.
    public func draw(
        clear color: Color?, _ body: (Renderer, Surface) throws(GPUError) -> Void
    ) throws(GPUError) -> FrameStatistics? {
        do {
            let (renderer, surface) = try prepare()
            try renderer.beginFrame(surface, scale: window.scale, clear: color)
            try body(renderer, surface)
            let statistics = try renderer.endFrame()
            try window.commitFrame { () throws(GPUError) in try surface.present() }
            return statistics
        } catch GPUError.contextLost {
            surface?.close()
            surface = nil
            device = nil
            return nil
        } catch {
            throw error
        }
    }

    /// Lets the driver release what only compiling needed; does nothing for a lost context.
    public func releaseCompiler() { try? device?.releaseCompiler() }

    /// Frees the GPU's objects; to be called before the window is closed.
    public func close() {
        surface?.close()
        surface = nil
        renderer = nil
        device = nil
    }
}
