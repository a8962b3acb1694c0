import Foundation
import Synchronization
import Testing

@testable import Sound

@Suite struct ToneTests {
    @Test func hasItsLengthAndItsRest() {
        let tone = Tone(frequency: 1000, duration: 0.1, level: 0.5, rest: 0.05)
        let samples = tone.samples(rate: 44_100)
        #expect(samples.count == 4410 + 2205)
        #expect(samples[4410...].allSatisfy { $0 == 0 })
        #expect(samples[0] == 0)
        #expect(abs(Int(samples.max() ?? 0) - 16_383) < 20)
    }

    /// The frequency by the correlation with a sine and a cosine: all of the energy is there.
    @Test(arguments: [523.25, 783.99, 1046.5])
    func hasItsFrequency(_ frequency: Double) {
        let rate = 44_100
        let samples = Tone(frequency: frequency, duration: 0.5, rest: 0).samples(rate: rate)
        func power(at frequency: Double) -> Double {
            var (real, imaginary) = (0.0, 0.0)
            for (index, sample) in samples.enumerated() {
                let angle = 2 * Double.pi * frequency * Double(index) / Double(rate)
                real += Double(sample) * cos(angle)
                imaginary += Double(sample) * sin(angle)
            }
            return real * real + imaginary * imaginary
        }
        let own = power(at: frequency)
        #expect(own > 1000 * power(at: frequency * 1.05))
        #expect(own > 1000 * power(at: frequency / 1.05))
    }

    @Test func beginsAndEndsWithoutAClick() {
        let samples = Tone(frequency: 1046.5, duration: 0.12, level: 1, rest: 0.01)
            .samples(rate: 44_100)
        // The steepest step within a millisecond of either end, as a part of that of the full sine: the
        // envelope is below 0.038 there, and rises by 0.0017 a sample.
        let full = 2 * Double.pi * 1046.5 / 44_100 * 32_767
        let ends = Array(samples[..<44]) + Array(samples[(5292 - 44)..<5293])
        for (a, b) in zip(ends, ends.dropFirst()) {
            #expect(abs(Double(b) - Double(a)) < full * 0.1)
        }
    }

    @Test func takesNoNonsense() {
        #expect(Tone(frequency: .nan, duration: .infinity, rest: 0).samples(rate: 100).isEmpty)
        #expect(Tone(frequency: 400, duration: -1, rest: 0).samples(rate: 100).isEmpty)
        let loud = Tone(frequency: 25, duration: 1, level: 90, rest: 0).samples(rate: 100)
        #expect(loud.contains(Int16.max))
        #expect(Tone(frequency: 400, duration: 1e9).duration == 10)
        #expect(Tone(frequency: 400, duration: 0.01, rest: 0).samples(rate: 0).count <= 1)
    }
}

/// Tones through libasound into a file, by its plugin that writes what it is given.
@Suite struct TonePlayerTests {
    private final class Ended: Sendable {
        let errors = Mutex<[SoundError]>([])
        func add(_ error: SoundError) { errors.withLock { $0.append(error) } }
    }

    /// The samples of a raw file once a player has let it go.
    private func samples(in path: String, of player: TonePlayer) async throws -> [Int16] {
        while player.isPlaying { try await Task.sleep(for: .milliseconds(2)) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return stride(from: 0, to: data.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8)
        }
    }

    @Test(.timeLimit(.minutes(1))) func writesTonesInOrder() async throws {
        let path = NSTemporaryDirectory() + "tones-\(UUID().uuidString).raw"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let ended = Ended()
        let player = TonePlayer(device: "file:FILE=\(path),FORMAT=raw", didFail: ended.add)
        let tones = [
            Tone(frequency: 1046.5, duration: 0.1), Tone(frequency: 523.25, duration: 0.05),
        ]
        for tone in tones { #expect(player.play(tone)) }
        let heard = try await samples(in: path, of: player)
        #expect(ended.errors.withLock { $0 } == [])
        // The second may have come after a moment of silence.
        let first = tones[0].samples(rate: 44_100)
        #expect(Array(heard.prefix(first.count)) == first)
        let second = tones[1].samples(rate: 44_100).drop { $0 == 0 }
        let rest = heard.dropFirst(first.count).drop { $0 == 0 }
        #expect(Array(rest.prefix(second.count)) == Array(second))
        #expect(rest.dropFirst(second.count).allSatisfy { $0 == 0 })
        #expect(heard.count >= first.count + second.count + 44_100)
    }

    @Test(.timeLimit(.minutes(1))) func saysWhyThereIsNoSound() async throws {
        let ended = Ended()
        let player = TonePlayer(device: "no-such-device", didFail: ended.add)
        #expect(player.play(Tone(frequency: 440, duration: 0.01)))
        while player.isPlaying { try await Task.sleep(for: .milliseconds(2)) }
        guard case .device(let reason)? = ended.errors.withLock({ $0 }).first else {
            Issue.record("it did not fail: \(ended.errors.withLock { $0 })")
            return
        }
        #expect(!reason.isEmpty)
        // The next tone tries again.
        #expect(player.play(Tone(frequency: 440, duration: 0.01)))
        while player.isPlaying { try await Task.sleep(for: .milliseconds(2)) }
        #expect(ended.errors.withLock { $0.count } == 2)
    }

    /// A device that takes nothing yet, as the file is a pipe without a reader.
    @Test(.timeLimit(.minutes(1))) func leavesOutWhatWouldComeTooLate() async throws {
        let path = NSTemporaryDirectory() + "tones-\(UUID().uuidString).fifo"
        defer { unlink(path) }
        try #require(mkfifo(path, 0o600) == 0)
        let player = TonePlayer(device: "file:FILE=\(path),FORMAT=raw")
        let tone = Tone(frequency: 440, duration: 0.01, rest: 0.01)
        let taken = (0..<100).filter { _ in player.play(tone) }
        #expect(taken == [0, 1, 2])
        let file = try #require(FileHandle(forReadingAtPath: path))
        let heard = try file.readToEnd() ?? Data()
        while player.isPlaying { try await Task.sleep(for: .milliseconds(2)) }
        // Three tones with their rests, and a second of silence.
        #expect(heard.count / 2 >= 3 * 882 + 44_100 - 882)
        #expect(heard.count / 2 <= 3 * 882 + 44_100 + 882 + 4096)
    }
}
