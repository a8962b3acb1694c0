import CLinux
import Glibc
import Sandbox

/// A program that enters one of the sandboxes and then tries operations that are forbidden there.
///
/// `SandboxProbe none|window|command VERSION GIVEN OTHER` tries everything and writes a line for
/// each attempt: its name, and the resulting error number, 0 for none. `GIVEN` is the file that a
/// command is given, `OTHER` one that it is not, `VERSION` the latest version of Landlock to use.
/// `SandboxProbe lacking PROGRAM ARGUMENT…` runs a program as on a kernel that has neither Landlock
/// nor filters.
@main
enum SandboxProbe {
    static func main() {
        let words = CommandLine.arguments
        if words.count >= 3, words[1] == "lacking" { lacking(Array(words[2...])) }
        guard words.count == 5, let version = Int(words[2]) else { exit(2) }
        let (given, other) = (words[3], words[4])
        let before = Prepared(other)
        var layers: SandboxLayers = []
        switch words[1] {
        case "window": layers = WindowSandbox.enter()
        case "command":
            var sandbox = CommandSandbox()
            sandbox.reads = [given]
            layers = sandbox.enter(newest: version)
        default: break
        }
        tell("layers", Int32(layers.rawValue))
        tryFiles(given, other)
        trySockets(before)
        tryPrograms()
        tryTheKernel()
        tryMemory()
        exit(0)
    }

    private static func tell(_ name: String, _ code: Int32) { print(name, code) }

    /// Reports the result of a call that returns -1 on failure.
    private static func attempt(_ name: String, _ body: () -> Int) {
        errno = 0
        let result = body()
        let code = result < 0 ? errno : 0
        tell(name, code)
    }

    // MARK: Files

    private static func opened(_ path: String, _ flags: Int32) -> Int {
        let file = open(path, flags | O_CLOEXEC, 0o600)
        let code = errno
        if file >= 0 { close(file) }
        errno = code
        return Int(file)
    }

    private static func tryFiles(_ given: String, _ other: String) {
        let folder = String(other[..<(other.lastIndex(of: "/") ?? other.endIndex)])
        attempt("read-given") { opened(given, O_RDONLY) }
        attempt("write-given") { opened(given, O_WRONLY) }
        attempt("read-other") { opened(other, O_RDONLY) }
        attempt("read-link") { opened(folder + "/link", O_RDONLY) }
        attempt("read-upwards") { opened(given + "/../x", O_RDONLY) }
        attempt("write-other") { opened(other, O_WRONLY) }
        attempt("list-other") { opened(folder, O_RDONLY | O_DIRECTORY) }
        attempt("make-file") { opened(folder + "/made", O_WRONLY | O_CREAT) }
        attempt("make-folder") { Int(mkdir(folder + "/folder", 0o700)) }
        attempt("make-link") { Int(symlink(other, folder + "/second")) }
        attempt("move") { Int(rename(folder + "/moved", folder + "/away")) }
        attempt("rights") { Int(chmod(other, 0o600)) }
        attempt("remove") { Int(unlink(folder + "/removed")) }
        attempt("read-system") { opened("/etc/passwd", O_RDONLY) }
        attempt("read-self") { opened("/proc/self/maps", O_RDONLY) }
        attempt("list-processes") { opened("/proc", O_RDONLY | O_DIRECTORY) }
        attempt("read-memory") { opened("/proc/\(getppid())/mem", O_RDONLY) }
        attempt("read-threads") { threads() }
        attempt("write-null") { opened("/dev/null", O_RDWR) }
    }

    /// Opens the kernel's file about each thread of this process, as libdispatch does.
    private static func threads() -> Int {
        guard let folder = opendir("/proc/self/task") else { return -1 }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { place in
                place.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix("."), opened("/proc/\(name)/stat", O_RDONLY) < 0 { return -1 }
        }
        return 0
    }

    // MARK: Sockets

    /// Objects that existed before the sandbox was entered.
    private struct Prepared {
        let socket: Int32
        let thread: EarlierThread

        init(_ other: String) {
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            thread = EarlierThread()
        }
    }

    private static func made(_ family: Int32) -> Int {
        let stream = family == AF_PACKET || family == AF_NETLINK ? SOCK_RAW : SOCK_STREAM
        return Int(Glibc.socket(family, Int32(stream.rawValue), 0))
    }

    private static func trySockets(_ before: Prepared) {
        attempt("socket-unix") { made(AF_UNIX) }
        attempt("socket-internet") { made(AF_INET) }
        attempt("socket-internet-6") { made(AF_INET6) }
        attempt("socket-netlink") { made(AF_NETLINK) }
        attempt("socket-vsock") { made(40) }
        var pair: [Int32] = [0, 0]
        attempt("pair-unix") { Int(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)) }
        // Nothing listens on the port: without a sandbox the connection is refused.
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(9).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        attempt("connect-inherited") {
            withUnsafeBytes(of: &address) { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { place in
                    Int(connect(before.socket, place.baseAddress, socklen_t(bytes.count)))
                }
            }
        }
        tell("socket-earlier-thread", before.thread.socketError())
    }

    /// A thread from before the sandbox, which makes a socket on request.
    private final class EarlierThread {
        private let (orders, answers): ([Int32], [Int32])

        init() {
            var (orders, answers): ([Int32], [Int32]) = ([0, 0], [0, 0])
            pipe(&orders)
            pipe(&answers)
            (self.orders, self.answers) = (orders, answers)
            let ends = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
            ends[0] = orders[0]
            ends[1] = answers[1]
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { argument in
                    guard let ends = argument?.assumingMemoryBound(to: Int32.self) else {
                        return nil
                    }
                    var order: UInt8 = 0
                    read(ends[0], &order, 1)
                    errno = 0
                    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                    var code = socket < 0 ? errno : 0
                    write(ends[1], &code, 4)
                    return nil
                }, ends)
        }

        func socketError() -> Int32 {
            var order: UInt8 = 1
            write(orders[1], &order, 1)
            var code: Int32 = -1
            read(answers[0], &code, 4)
            return code
        }
    }

    // MARK: Programs

    private static func tryPrograms() {
        var child = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        let spawned = posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil)
        tell("spawn", spawned)
        if spawned == 0 { waitpid(child, nil, 0) }
        attempt("execute") { Call.make(Number.execve, bytes: "/bin/no-such-program") }
        attempt("execute-at") {
            Call.make(Number.execveat, -100, bytes: "/bin/no-such-program")
        }
    }

    // MARK: The kernel

    private static func tryTheKernel() {
        // Nothing to trace, no such process, no such command: each gives a different error number.
        attempt("trace") { Call.make(Number.ptrace, 0x4206, 0x7FFF_FFFE) }
        attempt("read-process") { Call.make(Number.processRead, 0x7FFF_FFFE, 0, 0, 0, 0, 0) }
        attempt("bpf") { Call.make(Number.bpf, 9999, 0, 0) }
        attempt("performance") { Call.make(Number.performance, 0, 0, -1, -1, 0) }
        attempt("keys") { Call.make(Number.keys, 9999) }
        attempt("ring") { Call.make(Number.ring, 0, 0) }
        attempt("mount") { Call.make(Number.mount, 0, 0, 0, 0, 0) }
        attempt("unshare") { Call.make(Number.unshare, 0x7F00_0000) }
        attempt("namespace") { Call.make(Number.clone, 0x1000_0000 | 0x0001_0000) }
        var character: UInt8 = 65
        attempt("type") { Call.make(Number.ioctl, 0x7FFF, 0x5412, &character) }
        attempt("other-command") { Call.make(Number.ioctl, 0x7FFF, 0x5413, &character) }
    }

    // MARK: Memory

    /// Tries operations that a driver needs to compile shaders for the processor.
    private static func tryMemory() {
        let rights = PROT_READ | PROT_WRITE | PROT_EXEC
        let piece = mmap(nil, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        tell("code", piece == MAP_FAILED ? errno : 0)
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, { _ in nil }, nil)
        tell("thread", code)
        if code == 0 { pthread_join(thread, nil) }
    }

    // MARK: A kernel that lacks both

    private static func lacking(_ command: [String]) -> Never {
        let refuse = UInt32(0x0005_0000) | UInt32(ENOSYS)
        var code = [
            sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: 0),
            sock_filter(code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: 1, jf: 0, k: 444),
            sock_filter(
                code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: 0, jf: 1, k: UInt32(Number.filter)),
            sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: refuse),
            sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: 0x7FFF_0000),
        ]
        guard forbid_new_privileges() == 0, install_filter(&code, UInt16(code.count), 0) == 0 else {
            exit(3)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        execv(command[0], &arguments)
        exit(4)
    }
}

/// System calls by their numbers, for which the C library has no function that Swift can call.
private enum Call {
    private typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int

    private static let function: Function? = dlsym(nil, "syscall").map {
        unsafeBitCast($0, to: Function.self)
    }

    static func make(
        _ number: Int, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0, _ e: Int = 0,
        _ f: Int = 0
    ) -> Int {
        function?(number, a, b, c, d, e, f) ?? -1
    }

    /// A call with a text after its first arguments.
    static func make(_ number: Int, _ first: Int? = nil, bytes: String) -> Int {
        bytes.withCString { text in
            let place = Int(bitPattern: text)
            return first.map { make(number, $0, place) } ?? make(number, place)
        }
    }

    static func make(_ number: Int, _ a: Int, _ b: Int, _ c: UnsafeMutablePointer<UInt8>) -> Int {
        make(number, a, b, Int(bitPattern: c))
    }
}

/// The numbers of the calls to try.
private enum Number {
    #if arch(x86_64)
        static let (execve, execveat, ptrace, processRead) = (59, 322, 101, 310)
        static let (bpf, performance, keys, mount) = (321, 298, 250, 165)
        static let (unshare, clone, ioctl, filter) = (272, 56, 16, 317)
    #else
        static let (execve, execveat, ptrace, processRead) = (221, 281, 117, 270)
        static let (bpf, performance, keys, mount) = (280, 241, 219, 40)
        static let (unshare, clone, ioctl, filter) = (97, 220, 29, 277)
    #endif
    static let ring = 425
}
