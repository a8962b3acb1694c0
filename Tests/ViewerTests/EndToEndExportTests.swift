import Foundation
import Geometry
import Imaging
import TestBus
import TestCompositor
import Testing

extension EndToEnd {
    /// Pictures that leave the window: to the clipboard, in a drag, to a printer, to a file.
    @Suite struct ExportTests {
        @Test func theClipboardHasThePictureBesideTheFigures() throws {
            try withViewer { viewer in
                try viewer.type(KeyCode.leftControl, KeyCode.c)
                let types = try viewer.compositor.clipboard.waitForClient()
                #expect(types.prefix(2) == ["image/png", "image/svg+xml"])
                #expect(types.contains("text/plain;charset=utf-8") && types.contains("text/csv"))
                let png = try viewer.compositor.clipboard.read("image/png")
                let picture = try Bitmap(png: png, name: "clipboard")
                #expect(picture.width > 1000 && Set(picture.bytes).count > 50)
                let svg = String(
                    decoding: try viewer.compositor.clipboard.read("image/svg+xml"), as: UTF8.self)
                #expect(svg.contains("<svg") && svg.contains("Steps"))
                let text = try viewer.compositor.clipboard.read("text/plain;charset=utf-8")
                #expect(String(decoding: text, as: UTF8.self).hasPrefix("Steps, "))
                // A reader that goes away half-way ends nothing.
                _ = try viewer.compositor.clipboard.readBeginning(of: "image/png", count: 10)
                try viewer.settle()
                #expect(viewer.process.ended == nil)
            }
        }

        @Test func thePictureIsDraggedOutOfTheWindow() throws {
            var path = ""
            try withViewer { viewer in
                try viewer.compositor.drag.holdsClients(true)
                let start = try viewer.layout().control("button", "Export…").frame.center
                try viewer.pointTo(start)
                try viewer.compositor.pointer.press()
                try viewer.pointTo(start + Vector(dx: 0, dy: 60))
                let drag = try viewer.compositor.drag.waitForClient()
                #expect(drag.types == ["image/png", "image/svg+xml", "text/uri-list"])
                #expect(drag.actions == .copy)
                let png = try viewer.compositor.drag.read("image/png")
                let list = String(
                    decoding: try viewer.compositor.drag.read("text/uri-list"), as: UTF8.self)
                let uri = try #require(list.split(separator: "\r\n").first)
                path = try #require(URL(string: String(uri))?.path)
                #expect(path.contains("/Steps 2026-10") && path.hasSuffix(".png"))
                #expect(Array(try Data(contentsOf: URL(filePath: path))) == png)
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                #expect(mode as? Int == 0o600, "only its owner reads it")
                try viewer.compositor.drag.end(isTaken: true)
                try viewer.settle()
                // The press became the drag: no dialog is open.
                #expect(!(try viewer.layout().has("dialog", "Export the chart")))
            }
            #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: path))
        }

        @Test func theDesktopPrintsThePageAndGivesThePlace() throws {
            try withTestCompositor { compositor in
                let desktop = try TestDesktop([:], on: compositor)
                try desktop.does(.printer(.prints(210, 297, "landscape")))
                let process = try Program.start(
                    Program.samples, environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address],
                    on: compositor)
                let viewer = try RunningViewer(compositor, process)
                try viewer.trace.wait(event: "loaded")
                try viewer.settle()
                try viewer.type(KeyCode.leftControl, KeyCode.p)
                let printed = try desktop.waitForDocument()
                #expect(printed.text("begins") == "%PDF-")
                #expect(printed.text("title")?.hasPrefix("Steps, ") == true)
                // The place of a file is chosen in the desktop's dialog.
                let place = compositor.folder + "/chosen.svg"
                try desktop.does(.chooser(.gives(["file://" + place])))
                try viewer.type(KeyCode.leftControl, KeyCode.e)
                try viewer.waitForLayout("the dialog") { $0.has("dialog", "Export the chart") }
                try viewer.press("button", "Choose a place")
                try desktop.waitForQuestion()
                try viewer.waitForLayout("the place") { layout in
                    layout.controls.contains { $0.role == "text-field" && $0.value == place }
                }
                try viewer.press("button", "Save")
                try viewer.waitForLayout("the end") { !$0.has("dialog", "Export the chart") }
                let svg = try String(contentsOfFile: place, encoding: .utf8)
                #expect(svg.contains("<svg") && svg.contains("Steps"))
                // A desktop that cannot print: the page is saved instead.
                try desktop.does(.printer(.missing))
                try viewer.type(KeyCode.leftControl, KeyCode.p)
                try viewer.waitForLayout("the dialog again") { layout in
                    layout.controls.contains { $0.name.hasPrefix("This desktop cannot print.") }
                }
                #expect(try process.end() == .code(0), "\(process.summary)")
                try desktop.end()
            }
        }
    }
}
