import CEGL
import CGLES
import Foundation
import Geometry
import Platform
import Testing

@testable import GPU

@MainActor
@Suite struct DeviceTests {
    @Test func aClearedPictureReadsBackPremultiplied() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 5, height: 3)
        try surface.begin()
        try device.clear(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5))
        let pixels = try surface.readPixels()
        #expect(pixels.count == 5 * 3 * 4)
        for pixel in 0..<15 {
            #expect(Array(pixels[pixel * 4..<pixel * 4 + 4]) == [128, 64, 0, 128])
        }
    }

    /// A device that was released can be used from any thread, also from the one it came from.
    @Test func aReleasedDeviceIsOfNoThread() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 4, height: 4)
        try surface.begin()
        let context = Int(bitPattern: eglGetCurrentContext())
        let display = Int(bitPattern: eglGetCurrentDisplay())
        /// Whether the context can be made current on a thread of its own.
        func isFree() -> Bool {
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var isCurrent = false
            let thread = Thread {
                let display = EGLDisplay(bitPattern: display)
                isCurrent =
                    eglMakeCurrent(display, nil, nil, EGLContext(bitPattern: context)) == EGL_TRUE
                if isCurrent { eglMakeCurrent(display, nil, nil, nil) }
                done.signal()
            }
            thread.start()
            done.wait()
            return isCurrent
        }
        #expect(!isFree())
        device.release()
        #expect(eglGetCurrentContext() == nil && isFree())
        try surface.begin()
        try device.clear(Color(hex: 0x00FF00))
        #expect(Array(try surface.readPixels().prefix(4)) == [0, 255, 0, 255])
    }

    @Test func rowsStartAtTheTop() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 4, height: 6)
        try surface.begin()
        try device.clear(Color(hex: 0))
        device.setScissor(PixelRect(x: 1, y: 0, width: 2, height: 1))
        try device.clear(Color(hex: 0xFF0000))
        let pixels = try surface.readPixels()
        let red = (0..<24).map { pixels[$0 * 4] }
        var wanted = [UInt8](repeating: 0, count: 24)
        wanted[1] = 255
        wanted[2] = 255
        #expect(red == wanted)
        // A part is the requested part.
        let part = try surface.readPixels(PixelRect(x: 2, y: 0, width: 9, height: 2))
        #expect(part == [255, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255])
    }

    @Test func aSurfaceAboveWhatTheDriverDrawsIsRefused() throws {
        let device = try Device()
        let limit = device.maximumTextureSize
        for (width, height) in [(limit + 1, 1), (1, limit + 1), (1 << 20, 1 << 20)] {
            let error = try #require(throws: GPUError.self) {
                _ = try Surface(device: device, width: width, height: height)
            }
            #expect(error == .tooLarge(width: width, height: height, limit: limit))
            #expect(error.problem.contains("\(limit)") && !error.remedy.isEmpty)
        }
        // The device can still draw.
        let surface = try Surface(device: device, width: limit, height: 1)
        try surface.begin()
        try device.clear(Color(hex: 0xFF0000))
        #expect(try surface.readPixels().suffix(4) == [255, 0, 0, 255])
    }

    @Test func everyDeviceOfTheMachineDrawsTheSame() throws {
        let devices = MachineDevice.all()
        #expect(!devices.isEmpty && devices.allSatisfy { !$0.name.isEmpty })
        #expect(devices.map(\.index) == Array(devices.indices))
        for machine in devices {
            let device = try Device(on: machine)
            let surface = try Surface(device: device, width: 2, height: 2)
            try surface.begin()
            try device.clear(Color(hex: 0x336699))
            #expect(try surface.readPixels().prefix(4) == [0x33, 0x66, 0x99, 255])
        }
    }

    @Test func theTimeOfCallsIsMeasuredWhereTheDriverCan() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 512, height: 512)
        guard let timer = GPUTimer(device) else {
            #expect(!device.has("GL_EXT_disjoint_timer_query"))
            return
        }
        try surface.begin()
        let start = SystemClock().now
        // It can be used repeatedly.
        for _ in 0..<3 {
            timer.begin()
            for _ in 0..<50 { try device.clear(Color(hex: 0x336699)) }
            timer.end()
            guard let milliseconds = timer.wait() else { continue }
            #expect(milliseconds >= 0 && milliseconds <= (SystemClock().now - start) * 1e3)
        }
    }

    @Test func severalDevicesLiveSideBySide() throws {
        let first = try Device()
        let one = try Surface(device: first, width: 2, height: 2)
        do {
            let second = try Device()
            let two = try Surface(device: second, width: 2, height: 2)
            try one.begin()
            try first.clear(Color(hex: 0x112233))
            try two.begin()
            try second.clear(Color(hex: 0x445566))
            #expect(try one.readPixels().prefix(4) == [0x11, 0x22, 0x33, 255])
            #expect(try two.readPixels().prefix(4) == [0x44, 0x55, 0x66, 255])
        }
        // The other's end does not end the display that both use.
        #expect(try one.readPixels().prefix(4) == [0x11, 0x22, 0x33, 255])
    }

    @Test func aDeviceThatGoesLeavesTheCurrentOneAlone() throws {
        var first: Device? = try Device()
        try first?.checkReset()
        let second = try Device()
        let surface = try Surface(device: second, width: 2, height: 2)
        try surface.begin()
        first = nil
        try second.clear(Color(hex: 0x123456))
        #expect(try surface.readPixels().prefix(4) == [0x12, 0x34, 0x56, 255])
        #expect(first == nil)
    }

    @Test func aFramebufferStandsForAPartOfATarget() throws {
        for rows in [RowOrder.bottomUp, .topDown] {
            let device = try Device()
            let surface = try Surface(device: device, width: 8, height: 6)
            let texture = try Texture(device, format: .rgba8, width: 3, height: 2)
            let part = try Framebuffer(device, texture: texture, rows: rows)
            // It contains columns 4 to 6 and rows 2 and 3 of a target of 8 × 6.
            try device.begin(part, of: (8, 6), origin: (4, 2))
            #expect(device.targetSize.width == 8 && device.targetSize.height == 6)
            try device.clear(Color(hex: 0x0000FF))
            device.setScissor(PixelRect(x: 0, y: 3, width: 5, height: 3))
            try device.clear(Color(hex: 0xFF0000))
            try surface.begin()
            try device.clear(Color(hex: 0))
            try device.copy(PixelRect(x: 0, y: 0, width: 3, height: 2), from: part, to: (1, 3))
            let pixels = try surface.readPixels()
            for y in 0..<6 {
                for x in 0..<8 {
                    let inside = (1...3).contains(x) && (3...4).contains(y)
                    let red = x == 1 && y == 4
                    let at = (y * 8 + x) * 4
                    #expect(pixels[at] == (red ? 255 : 0), "\(x), \(y)")
                    #expect(pixels[at + 2] == (inside && !red ? 255 : 0), "\(x), \(y)")
                }
            }
        }
    }

    @Test func ownersHandTheirNamesBack() throws {
        let device = try Device()
        try Self.makeBuffer(device)
        #expect(!device.deletions.isEmpty)
        try device.activate()
        #expect(device.deletions.isEmpty)
    }

    @Test func aResizedPictureHasItsNewSize() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 2, height: 2)
        try surface.resize(width: 7, height: 5)
        try surface.begin()
        #expect(device.targetSize.width == 7 && device.targetSize.height == 5)
        try device.clear(.clear)
        #expect(try surface.readPixels().count == 7 * 5 * 4)
    }

    @Test func aLostContextIsSaidAndANewDeviceGoesOn() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 2, height: 2)
        try device.checkReset()
        device.loseContext()
        #expect(throws: GPUError.contextLost) { try surface.begin() }
        #expect(throws: GPUError.contextLost) { try device.checkReset() }
        #expect(throws: GPUError.contextLost) { try Self.makeBuffer(device) }
        let next = try Device()
        let again = try Surface(device: next, width: 2, height: 2)
        try again.begin()
        try next.clear(Color(hex: 0xABCDEF))
        #expect(try again.readPixels().prefix(4) == [0xAB, 0xCD, 0xEF, 255])
    }

    private static func makeBuffer(_ device: Device) throws(GPUError) {
        let buffer = try Buffer(device, byteCount: 4)
        #expect(buffer.byteCount == 4)
    }

    @Test func errorsNameTheFunctionAndTheRemedy() {
        let missing = GPUError.driverMissing(platform: "Wayland").description
        #expect(missing.contains("libegl-mesa0") && missing.contains("libgles2"))
        #expect(
            GPUError.gl(function: "glDrawArraysInstanced", code: 0x0502).description
                == "glDrawArraysInstanced: failed with GL_INVALID_OPERATION")
        #expect(
            GPUError.egl(function: "eglSwapBuffers", code: 0x300D).description
                == "eglSwapBuffers: failed with EGL_BAD_SURFACE")
    }

    @Test func aPendingErrorIsThrownUnderItsFunctionsName() throws {
        let device = try Device()
        let surface = try Surface(device: device, width: 2, height: 2)
        try surface.begin()
        // The driver rejects a negative size.
        glViewport(0, 0, -1, 1)
        #expect(throws: GPUError.gl(function: "glViewport", code: 0x0501)) {
            try device.check("glViewport")
        }
        try device.check("nothing")
        #if DEBUG
            #expect(device.debugMessages.contains { $0.hasPrefix("error") })
        #endif
    }
}
