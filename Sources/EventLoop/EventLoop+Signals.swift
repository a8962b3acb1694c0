import CLinux
import Glibc

extension EventLoop {
    /// Turns signals into calls on the main actor, so that a program that is asked to end can clean
    /// up.
    ///
    /// The signals are blocked for the calling thread and read from a signalfd. Threads inherit the
    /// mask, so call this before starting any other thread. `handler` receives the signal's number.
    /// The descriptor lives as long as the process.
    ///
    /// - Throws: `EventLoopError` if the kernel provides no signalfd.
    @discardableResult
    public func catchSignals(
        _ signals: [Int32] = [SIGTERM, SIGINT], _ handler: @escaping @MainActor (Int32) -> Void
    ) throws(EventLoopError) -> Token {
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal) }
        let code = pthread_sigmask(SIG_BLOCK, &mask, nil)
        guard code == 0 else { throw .systemCall(name: "pthread_sigmask", code: code) }
        let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
        let descriptor = signalfd(-1, &mask, flags)
        guard descriptor >= 0 else { throw .systemCall(name: "signalfd", code: errno) }
        return watch(descriptor, for: .read) { _ in
            var info = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            while read(descriptor, &info, size) == size { handler(Int32(info.ssi_signo)) }
        }
    }
}
