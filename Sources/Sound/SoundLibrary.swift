// libasound, loaded for the first tone: linked libraries cost time at every start
// (`DynamicLibrary`), and few runs make a sound.

import CALSA
import Platform

/// The functions of libasound in use.
struct SoundLibrary: Sendable {
    let open: alsa_open_call
    let setParameters: alsa_set_params_call
    let write: alsa_write_call
    let recover: alsa_recover_call
    let drain: alsa_pcm_call
    let close: alsa_pcm_call
    let text: alsa_text_call

    /// The library; nil if the machine has no suitable one.
    static let shared = DynamicLibrary("libasound.so.2").flatMap { try? SoundLibrary($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        open = try library.function("snd_pcm_open")
        setParameters = try library.function("snd_pcm_set_params")
        write = try library.function("snd_pcm_writei")
        recover = try library.function("snd_pcm_recover")
        drain = try library.function("snd_pcm_drain")
        close = try library.function("snd_pcm_close")
        text = try library.function("snd_strerror")
        alsa_discard_errors(try library.function("snd_lib_error_set_handler"))
    }
}

/// Why a tone was not played.
package enum SoundError: Error, Hashable {
    /// The machine has no libasound.
    case noLibrary
    /// The device refused to play, with the system's words for why.
    case device(String)
}

/// A device that is open for playing, with one channel.
struct SoundDevice: ~Copyable {
    /// Samples a second.
    static let rate = 44_100
    /// The samples that the device keeps ahead, in microseconds.
    private static let latency: UInt32 = 60_000

    private let library: SoundLibrary
    private let pcm: OpaquePointer

    /// Opens a device by its name in the configuration of ALSA, such as `default`.
    init(_ name: String) throws(SoundError) {
        guard let library = SoundLibrary.shared else { throw .noLibrary }
        var pcm: OpaquePointer?
        let code = library.open(&pcm, name, Int32(ALSA_PLAYBACK), 0)
        guard code >= 0, let pcm else { throw Self.error(code, library) }
        let isSet = library.setParameters(
            pcm, Int32(ALSA_SIGNED_16_LITTLE_ENDIAN), Int32(ALSA_INTERLEAVED), 1,
            UInt32(Self.rate), 1, Self.latency)
        guard isSet >= 0 else {
            _ = library.close(pcm)
            throw Self.error(isSet, library)
        }
        (self.library, self.pcm) = (library, pcm)
    }

    deinit { _ = library.close(pcm) }

    /// Writes samples; returns when the device has room for no more of them.
    func write(_ samples: [Int16]) throws(SoundError) {
        var rest = samples[...]
        var failures = 0
        while !rest.isEmpty {
            let written = rest.withUnsafeBufferPointer {
                library.write(pcm, $0.baseAddress, UInt($0.count))
            }
            if written > 0 {
                rest = rest.dropFirst(written)
                failures = 0
                continue
            }
            // It has run dry, or the machine was asleep.
            failures += 1
            let code = library.recover(pcm, Int32(clamping: written), 1)
            guard code >= 0, failures < 4 else {
                throw Self.error(code < 0 ? code : Int32(clamping: written), library)
            }
        }
    }

    /// Waits until all has been heard.
    func drain() { _ = library.drain(pcm) }

    private static func error(_ code: Int32, _ library: SoundLibrary) -> SoundError {
        .device(library.text(code).map { String(cString: $0) } ?? "\(code)")
    }
}
