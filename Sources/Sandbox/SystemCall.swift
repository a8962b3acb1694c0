// The system calls that a filter refuses, with their numbers.
//
// Sources: the kernel's arch/x86/entry/syscalls/syscall_64.tbl and scripts/syscall.tbl (for
// aarch64). The build machine's headers are not used, because they lack calls of later kernels. The
// tests compare the two.

/// One system call, with its number on each processor that has it.
struct SystemCall: Hashable, Sendable {
    let name: String
    let x86: UInt32?
    let arm: UInt32?

    init(_ name: String, x86: UInt32?, arm: UInt32?) {
        self.name = name
        self.x86 = x86
        self.arm = arm
    }

    /// The number on this processor; nil if it has none, or if the table has no column for it.
    var number: UInt32? {
        #if arch(x86_64)
            x86
        #elseif arch(arm64)
            arm
        #else
            nil
        #endif
    }
}

extension SystemCall {
    /// Calls that replace this program with another one.
    static let programs: [SystemCall] = [
        SystemCall("execve", x86: 59, arm: 221),
        SystemCall("execveat", x86: 322, arm: 281),
        SystemCall("uselib", x86: 134, arm: nil),
    ]

    /// Calls that inspect other processes.
    static let otherProcesses: [SystemCall] = [
        SystemCall("ptrace", x86: 101, arm: 117),
        SystemCall("process_vm_readv", x86: 310, arm: 270),
        SystemCall("process_vm_writev", x86: 311, arm: 271),
        SystemCall("process_madvise", x86: 440, arm: 440),
        SystemCall("kcmp", x86: 312, arm: 272),
        SystemCall("pidfd_getfd", x86: 438, arm: 438),
    ]

    /// Parts of the kernel that this program does not need and that have had many vulnerabilities.
    ///
    /// `io_uring` can also do things that a filter cannot see, such as making sockets.
    static let rarePartsOfTheKernel: [SystemCall] = [
        SystemCall("bpf", x86: 321, arm: 280),
        SystemCall("perf_event_open", x86: 298, arm: 241),
        SystemCall("userfaultfd", x86: 323, arm: 282),
        SystemCall("keyctl", x86: 250, arm: 219),
        SystemCall("add_key", x86: 248, arm: 217),
        SystemCall("request_key", x86: 249, arm: 218),
        SystemCall("io_uring_setup", x86: 425, arm: 425),
        SystemCall("io_uring_enter", x86: 426, arm: 426),
        SystemCall("io_uring_register", x86: 427, arm: 427),
        SystemCall("open_by_handle_at", x86: 304, arm: 265),
        SystemCall("name_to_handle_at", x86: 303, arm: 264),
        SystemCall("fanotify_init", x86: 300, arm: 262),
        SystemCall("quotactl", x86: 179, arm: 60),
        SystemCall("quotactl_fd", x86: 443, arm: 443),
        SystemCall("lookup_dcookie", x86: 212, arm: 18),
        SystemCall("syslog", x86: 103, arm: 116),
        SystemCall("modify_ldt", x86: 154, arm: nil),
        SystemCall("iopl", x86: 172, arm: nil),
        SystemCall("ioperm", x86: 173, arm: nil),
    ]

    /// Calls that change the machine, or the process's view of it.
    static let machine: [SystemCall] = [
        SystemCall("mount", x86: 165, arm: 40),
        SystemCall("umount2", x86: 166, arm: 39),
        SystemCall("pivot_root", x86: 155, arm: 41),
        SystemCall("chroot", x86: 161, arm: 51),
        SystemCall("mount_setattr", x86: 442, arm: 442),
        SystemCall("move_mount", x86: 429, arm: 429),
        SystemCall("open_tree", x86: 428, arm: 428),
        SystemCall("open_tree_attr", x86: 467, arm: 467),
        SystemCall("fsopen", x86: 430, arm: 430),
        SystemCall("fsconfig", x86: 431, arm: 431),
        SystemCall("fsmount", x86: 432, arm: 432),
        SystemCall("fspick", x86: 433, arm: 433),
        SystemCall("unshare", x86: 272, arm: 97),
        SystemCall("setns", x86: 308, arm: 268),
        SystemCall("kexec_load", x86: 246, arm: 104),
        SystemCall("kexec_file_load", x86: 320, arm: 294),
        SystemCall("init_module", x86: 175, arm: 105),
        SystemCall("finit_module", x86: 313, arm: 273),
        SystemCall("delete_module", x86: 176, arm: 106),
        SystemCall("reboot", x86: 169, arm: 142),
        SystemCall("swapon", x86: 167, arm: 224),
        SystemCall("swapoff", x86: 168, arm: 225),
        SystemCall("acct", x86: 163, arm: 89),
        SystemCall("settimeofday", x86: 164, arm: 170),
        SystemCall("clock_settime", x86: 227, arm: 112),
        SystemCall("adjtimex", x86: 159, arm: 171),
        SystemCall("clock_adjtime", x86: 305, arm: 266),
        SystemCall("sethostname", x86: 170, arm: 161),
        SystemCall("setdomainname", x86: 171, arm: 162),
        SystemCall("vhangup", x86: 153, arm: 58),
        SystemCall("nfsservctl", x86: 180, arm: 42),
    ]

    /// Calls that change a file's permissions by its path; Landlock does not restrict them.
    static let rightsOfFiles: [SystemCall] = [
        SystemCall("chmod", x86: 90, arm: nil),
        SystemCall("fchmodat", x86: 268, arm: 53),
        SystemCall("fchmodat2", x86: 452, arm: 452),
        SystemCall("chown", x86: 92, arm: nil),
        SystemCall("lchown", x86: 94, arm: nil),
        SystemCall("fchownat", x86: 260, arm: 54),
        SystemCall("setxattr", x86: 188, arm: 5),
        SystemCall("lsetxattr", x86: 189, arm: 6),
        SystemCall("setxattrat", x86: 463, arm: 463),
        SystemCall("removexattr", x86: 197, arm: 14),
        SystemCall("lremovexattr", x86: 198, arm: 15),
        SystemCall("removexattrat", x86: 466, arm: 466),
        SystemCall("file_setattr", x86: 469, arm: 469),
    ]

    /// Calls that make a connection, or use an inherited socket for one.
    static let connections: [SystemCall] = [
        SystemCall("socket", x86: 41, arm: 198),
        SystemCall("connect", x86: 42, arm: 203),
        SystemCall("bind", x86: 49, arm: 200),
        SystemCall("listen", x86: 50, arm: 201),
        SystemCall("accept", x86: 43, arm: 202),
        SystemCall("accept4", x86: 288, arm: 242),
    ]

    static let socket = SystemCall("socket", x86: 41, arm: 198)
    static let socketPair = SystemCall("socketpair", x86: 53, arm: 199)
    static let clone = SystemCall("clone", x86: 56, arm: 220)
    static let clone3 = SystemCall("clone3", x86: 435, arm: 435)
    static let ioctl = SystemCall("ioctl", x86: 16, arm: 29)

    /// All calls in a filter.
    static var all: [SystemCall] {
        programs + otherProcesses + rarePartsOfTheKernel + machine + rightsOfFiles + connections
            + [.socketPair, .clone, .clone3, .ioctl]
    }
}
