import TestCompositor
import Testing

struct ProcessTests {
    private func shell(
        _ script: String, on compositor: TestCompositor, traceOption: String? = nil
    ) throws -> ClientProcess {
        // With "sh -c SCRIPT NAME" the further arguments are $1, $2 and so on.
        try ClientProcess(
            executable: "/bin/sh", arguments: ["-c", script, "client"], on: compositor,
            environment: ["EXTRA": "more"], traceOption: traceOption)
    }

    @Test func aClientFindsTheCompositorAndNothingOfThePersons() throws {
        try withTestCompositor { compositor in
            let process = try shell(
                """
                echo $WAYLAND_DISPLAY; echo $XDG_RUNTIME_DIR; echo $LIBGL_ALWAYS_SOFTWARE
                echo $EXTRA; echo $HOME; stat -c %a $XDG_RUNTIME_DIR
                test -S $WAYLAND_DISPLAY && echo socket; echo "[$DISPLAY]"
                echo complaint >&2; exit 7
                """, on: compositor)
            #expect(try process.waitForExit() == .code(7))
            #expect(
                process.standardOutput.split(separator: "\n").map(String.init) == [
                    compositor.socket, compositor.folder, "1", "more", process.folder, "700",
                    "socket",
                    "[]",
                ])
            #expect(process.standardError == "complaint\n")
            #expect(process.summary.contains("exit code 7"))
        }
    }

    @Test func aTraceIsFollowedWhileItGrows() throws {
        try withTestCompositor { compositor in
            let process = try shell(
                """
                printf '{"event":"start","pid":%d}\\n{"event":"fra' $$ > "$2"
                while [ ! -e "$HOME/go" ]; do sleep 0.01; done
                printf 'me","n":3,"cause":"input","rect":[1,2.5],"animating":true}\\n' >> "$2"
                exec sleep 100
                """, on: compositor, traceOption: "--trace")
            let trace = try #require(process.trace)
            let start = try trace.wait(event: "start")
            #expect(start.index == 0 && start.number("pid") == Double(process.id))
            #expect(try trace.lines.count == 1)
            let go = try ClientProcess(
                executable: "/usr/bin/touch", arguments: [process.folder + "/go"], on: compositor)
            #expect(try go.waitForExit() == .code(0))
            let frame = try trace.wait("a frame drawn for input", from: 1) {
                $0.event == "frame" && $0.text("cause") == "input"
            }
            #expect(frame.index == 1 && frame.number("n") == 3)
            #expect(frame["rect"]?.list == [.number(1), .number(2.5)])
            #expect(frame["animating"]?.flag == true)
            #expect {
                try trace.wait(event: "never", from: 1, deadline: 0)
            } throws: {
                "\($0)".contains("in vain for the event 'never'") && "\($0)".contains("\"n\":3")
            }
            #expect(try process.end() == .signal(15))
        }
    }

    @Test func aClientThatEndsEndsTheWait() throws {
        try withTestCompositor { compositor in
            let process = try shell(
                "echo '{\"event\":\"start\"}' > \"$2\"; echo 'no GPU' >&2; exit 3", on: compositor,
                traceOption: "--trace")
            #expect {
                try process.trace?.wait(event: "first-frame")
            } throws: {
                let text = "\($0)"
                return text.contains("'first-frame' never came") && text.contains("exit code 3")
                    && text.contains("no GPU") && text.contains("\"start\"")
            }
        }
    }

    @Test func linesThatAreNoJSONAreNamed() throws {
        try withTestCompositor { compositor in
            let process = try shell(
                "printf '{\"event\":\"a\"}\\nnonsense\\n' > \"$2\"", on: compositor,
                traceOption: "--trace")
            try process.waitForExit()
            #expect {
                try process.trace?.lines
            } throws: {
                "\($0)".contains("trace.jsonl:2: no JSON object: nonsense")
            }
        }
    }

    @Test func clientsEndWithTheirCompositor() throws {
        var process: ClientProcess?
        try withTestCompositor { compositor in
            process = try shell("exec sleep 100", on: compositor)
            #expect(process?.ended == nil)
            compositor.endClients(grace: 0)
        }
        #expect(process?.ended == .signal(15))
    }

    @Test func programsThatAreNotThereAreASentence() throws {
        try withTestCompositor { compositor in
            #expect {
                try ClientProcess(executable: "/no/such/program", on: compositor)
            } throws: {
                "\($0)".contains("/no/such/program") && "\($0)".contains("cannot be started")
            }
        }
        #expect(throws: CompositorError.self) { try ClientProcess.built("no-such-program") }
    }
}
