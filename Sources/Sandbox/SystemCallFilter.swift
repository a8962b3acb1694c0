// A filter of system calls, as a program for the kernel's packet filter machine.
//
// Method: the program checks the processor's kind, compares the number of the call with each
// refused number, and allows everything else. A refused call fails with an error and does not end
// the process, so a driver that tries one continues without it. The kernel (5.11 and later)
// determines once which numbers are allowed whatever their arguments are, and does not run the
// program for those. Rejected: a list of allowed calls, because graphics drivers, the allocator and
// the C library make different calls on different machines.
//
// Source: seccomp(2), and the kernel's Documentation/userspace-api/seccomp_filter.rst.

import CLinux
import Glibc

/// The sockets that a process may still make.
package enum Sockets: Sendable {
    /// None.
    case none
    /// Local sockets only: the compositor's and the session bus's.
    case ofThisMachine
}

/// The program of a filter.
struct SystemCallFilter {
    private(set) var code: [sock_filter] = []

    /// Namespaces in which the process would be the administrator: CLONE_NEW* of clone(2).
    private static let newNamespaces: UInt32 = 0x7E02_0000
    /// Requests that insert characters into a terminal as if they had been typed, which could start
    /// programs.
    ///
    /// They are TIOCSTI and TIOCLINUX of ioctl_tty(2).
    private static let typing: [UInt32] = [0x5412, 0x541C]

    // The offsets of a call's parts in `struct seccomp_data`. Both processors are little-endian, so
    // the lower half of an argument comes first. The kernel uses only that half of the arguments
    // that are compared here.
    private static let offsetOfNumber: UInt32 = 0
    private static let offsetOfProcessor: UInt32 = 4
    private static func offset(ofArgument index: UInt32) -> UInt32 { 16 + 8 * index }

    /// The filter; nil if there is no table of system calls for this processor.
    ///
    /// - Parameters:
    ///   - sockets: The sockets that can still be made.
    ///   - keepsRightsOfFiles: Whether calls that change a file's permissions by its path are
    ///     refused.
    init?(sockets: Sockets, keepsRightsOfFiles: Bool) {
        guard let processor = SystemCallFilter.processor else { return nil }
        load(SystemCallFilter.offsetOfProcessor)
        // Other kinds of calls, such as those of 32-bit programs, have other numbers.
        append(BPF_JMP | BPF_JEQ | BPF_K, processor, ifTrue: 1)
        fail(with: ENOSYS)
        load(SystemCallFilter.offsetOfNumber)
        #if arch(x86_64)
            // The numbers of the x32 interface, which nothing uses.
            append(BPF_JMP | BPF_JGE | BPF_K, 0x4000_0000, ifFalse: 1)
            fail(with: ENOSYS)
        #endif
        var refused =
            SystemCall.programs + SystemCall.otherProcesses + SystemCall.rarePartsOfTheKernel
            + SystemCall.machine
        if keepsRightsOfFiles { refused += SystemCall.rightsOfFiles }
        if sockets == .none { refused += SystemCall.connections }
        for number in refused.compactMap(\.number) {
            append(BPF_JMP | BPF_JEQ | BPF_K, number, ifFalse: 1)
            fail(with: EPERM)
        }
        // Its flags are in memory, which a filter cannot read; the C library then uses the older
        // call.
        if let number = SystemCall.clone3.number {
            append(BPF_JMP | BPF_JEQ | BPF_K, number, ifFalse: 1)
            fail(with: ENOSYS)
        }
        compare(.clone, argument: 0) { filter in
            filter.append(BPF_JMP | BPF_JSET | BPF_K, SystemCallFilter.newNamespaces, ifFalse: 1)
            filter.fail(with: EPERM)
        }
        compare(.ioctl, argument: 1) { filter in
            for command in SystemCallFilter.typing {
                filter.append(BPF_JMP | BPF_JEQ | BPF_K, command, ifFalse: 1)
                filter.fail(with: EPERM)
            }
        }
        for call in [SystemCall.socket, .socketPair] {
            compare(call, argument: 0) { filter in
                filter.append(BPF_JMP | BPF_JEQ | BPF_K, UInt32(AF_UNIX), ifTrue: 1)
                filter.fail(with: EACCES)
            }
        }
        allow()
    }

    /// The kernel's constant for this processor's own kind of system calls; nil without a table.
    static var processor: UInt32? {
        #if arch(x86_64)
            0xC000_003E  // AUDIT_ARCH_X86_64
        #elseif arch(arm64)
            0xC000_00B7  // AUDIT_ARCH_AARCH64
        #else
            nil
        #endif
    }

    /// Applies the filter to all threads of the process.
    ///
    /// The process must have given up new privileges before. Costs 0.2 ms, mostly to determine
    /// which calls are always allowed.
    ///
    /// - Returns: Whether it applies to all threads.
    func install() -> Bool {
        let count = UInt16(code.count)
        return code.withUnsafeBufferPointer { code in
            // Without the second flag, kernels before 5.16 slow the whole process down to keep one
            // part of it from reading the memory of another. This process has no such boundary.
            let wanted = [
                SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                SECCOMP_FILTER_FLAG_TSYNC,
            ]
            return wanted.contains { flags in
                install_filter(code.baseAddress, count, UInt32(flags)) == 0
            }
        }
    }

    // MARK: The program

    private mutating func append(
        _ operation: Int32, _ value: UInt32, ifTrue: UInt8 = 0, ifFalse: UInt8 = 0
    ) {
        code.append(sock_filter(code: UInt16(operation), jt: ifTrue, jf: ifFalse, k: value))
    }

    private mutating func load(_ offset: UInt32) { append(BPF_LD | BPF_W | BPF_ABS, offset) }

    private mutating func fail(with error: Int32) {
        append(BPF_RET | BPF_K, 0x0005_0000 | UInt32(error))  // SECCOMP_RET_ERRNO
    }

    private mutating func allow() { append(BPF_RET | BPF_K, 0x7FFF_0000) }  // SECCOMP_RET_ALLOW

    /// Checks an argument of one call: `body` refuses some of its values, the others are allowed.
    private mutating func compare(
        _ call: SystemCall, argument: UInt32, _ body: (inout SystemCallFilter) -> Void
    ) {
        guard let number = call.number else { return }
        let jump = code.count
        append(BPF_JMP | BPF_JEQ | BPF_K, number)
        load(SystemCallFilter.offset(ofArgument: argument))
        body(&self)
        allow()
        code[jump].jf = UInt8(code.count - jump - 1)
    }
}
