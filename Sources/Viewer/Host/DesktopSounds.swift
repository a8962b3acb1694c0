import EventLoop
import Localization
import Sound

/// The loudspeaker of the desktop; nothing of it is opened before the first tone.
@MainActor
final class DesktopSounds: SoundHost {
    private let player: TonePlayer

    /// - Parameter didFail: receives a sentence when a tone could not be played.
    init(_ mailbox: Mailbox, didFail: @escaping @MainActor @Sendable (String) -> Void) {
        player = TonePlayer { error in
            mailbox.post { didFail(Self.words(error)) }
        }
    }

    func play(_ tone: Tone) { player.play(tone) }

    private static func words(_ error: SoundError) -> String {
        switch error {
        case .noLibrary: tr("No sound can be played: this machine has no libasound.so.2.")
        case .device(let reason):
            tr("No sound can be played: the loudspeaker said “{1}”.", reason)
        }
    }
}
