import Platform
import Synchronization

/// Plays tones one after the other, without waiting for them.
///
/// The device is opened for the first of several tones and closed a second after the last one; until
/// the next there is no thread and nothing is awake.
package final class TonePlayer: Sendable {
    /// Called on a thread of its own, once for tones that could not be played.
    package typealias Failure = @Sendable (SoundError) -> Void

    private struct State {
        var waiting: [Tone] = []
        /// Whether there is a thread that plays.
        var isPlaying = false
    }

    private let state = Mutex(State())
    private let device: String
    private let didFail: Failure

    /// The most tones that wait: one that came much too late would be wrong.
    private static let most = 3
    /// How long the device stays open without a tone, in seconds, and how often it is looked for one.
    private static let (patience, step) = (1.0, 0.02)

    /// Nothing is opened before the first tone.
    ///
    /// - Parameter device: the name of a device in the configuration of ALSA.
    package init(device: String = "default", didFail: @escaping Failure = { _ in }) {
        self.device = device
        self.didFail = didFail
    }

    /// Whether the device is open, or about to be.
    package var isPlaying: Bool { state.withLock { $0.isPlaying } }

    /// Plays a tone after those that wait; if too many wait, it is left out.
    ///
    /// - Returns: whether it will be played.
    @discardableResult
    package func play(_ tone: Tone) -> Bool {
        let (isTaken, begins) = state.withLock { state -> (Bool, Bool) in
            guard state.waiting.count < Self.most else { return (false, false) }
            state.waiting.append(tone)
            defer { state.isPlaying = true }
            return (true, !state.isPlaying)
        }
        // Opening a device may take seconds, so no thread is no reason to do it here.
        if begins {
            guard let thread = WorkerThread({ [self] in run() }) else {
                state.withLock { $0 = State() }
                return false
            }
            thread.detach()
        }
        return isTaken
    }

    private func run() {
        repeat {
            do throws(SoundError) {
                // It is closed before another is opened.
                try playOnce()
            } catch {
                didFail(error)
                return state.withLock { $0 = State() }
            }
        } while goesOn()
    }

    /// Whether tones came while the device was being closed; if not, there is no thread any more.
    private func goesOn() -> Bool {
        state.withLock { state in
            state.isPlaying = !state.waiting.isEmpty
            return state.isPlaying
        }
    }

    private func playOnce() throws(SoundError) {
        let device = try SoundDevice(device)
        try playAll(on: device)
    }

    private func playAll(on device: borrowing SoundDevice) throws(SoundError) {
        let silence = [Int16](
            repeating: 0, count: Int(Self.step * Double(SoundDevice.rate)))
        var silent = 0.0
        while true {
            let next = state.withLock { state -> Tone? in
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                return nil
            }
            if let next {
                silent = 0
                try device.write(next.samples(rate: SoundDevice.rate))
            } else if silent >= Self.patience {
                return device.drain()
            } else {
                // Writing waits for the device, and so for the next tone.
                try device.write(silence)
                silent += Self.step
            }
        }
    }
}
