import Foundation
import GPU

/// The device that draws frames off screen: the driver's choice, or the device of the machine with
/// the number `EGL_DEVICE`.
@MainActor
enum BenchDevice {
    static func make() throws -> Device {
        guard let text = ProcessInfo.processInfo.environment["EGL_DEVICE"], !text.isEmpty else {
            return try Device()
        }
        let devices = MachineDevice.all()
        guard let number = Int(text), devices.indices.contains(number) else {
            throw BenchmarkError("EGL_DEVICE is \(text); there are \(devices.count) devices")
        }
        return try Device(on: devices[number])
    }

    /// The GPU's own timer, if `GPU_TIMES` is 1 and the driver has one.
    static func timer(of device: Device) -> GPUTimer? {
        ProcessInfo.processInfo.environment["GPU_TIMES"] == "1" ? GPUTimer(device) : nil
    }

    /// The devices of the machine, one line each: the number, the driver's name for it, and its
    /// version.
    static var list: String {
        MachineDevice.all().map { machine in
            let device = try? Device(on: machine)
            let renderer = device.map { "\($0.rendererName); \($0.versionName)" } ?? "cannot draw"
            return "\(machine.index)\t\(machine.name)\t\(renderer)\n"
        }
        .joined()
    }
}
