import TestCompositor
import Testing

@testable import Wayland

/// Windows with names, with which other programs can open dialogs above them.
@MainActor
@Suite struct ExportTests {
    @Test func aWindowHasANameForAsLongAsItIsHeld() throws {
        try withClient { compositor, client, shown in
            var names: [String] = []
            var exported = client.window.export { names.append($0) }
            #expect(exported != nil && names.isEmpty)
            try compositor.wait(until: { !names.isEmpty }, "the name")
            #expect(names == [exported?.handle])
            #expect(try compositor.exportedHandles == names)
            exported = nil
            try client.settle(shown)
            #expect(try compositor.exportedHandles.isEmpty)
        }
    }

    @Test func olderDesktopsGiveNamesByTheFirstVersion() throws {
        var settings = CompositorSettings()
        settings.globals.exporter = nil
        settings.globals.olderExporter = 1
        try withClient(settings) { compositor, client, shown in
            var names: [String] = []
            var exported = client.window.export { names.append($0) }
            #expect(exported != nil)
            try compositor.wait(until: { !names.isEmpty }, "the name")
            #expect(try compositor.exportedHandles == names && names == [exported?.handle])
            exported = nil
            try client.settle(shown)
            #expect(try compositor.exportedHandles.isEmpty)
        }
    }

    @Test func theSecondVersionIsPreferred() throws {
        var settings = CompositorSettings()
        settings.globals.olderExporter = 1
        try withClient(settings) { _, client, shown in
            let exported = client.window.export { _ in }
            try client.settle(shown)
            #expect(exported?.isOfSecondVersion == true)
        }
    }

    @Test func whereThereAreNoNamesThatIsSaidAtOnce() throws {
        var settings = CompositorSettings()
        settings.globals.exporter = nil
        try withClient(settings) { _, client, _ in
            var isCalled = false
            #expect(client.window.export { _ in isCalled = true } == nil)
            #expect(!isCalled)
        }
    }

    @Test func aNameMayOutliveTheConnection() throws {
        var exported: ExportedSurface?
        try withClient { compositor, client, shown in
            exported = client.window.export { _ in }
            try client.settle(shown)
        }
        #expect(exported?.handle != nil)
        exported = nil
    }

    @Test func textOnTheClipboardIsPasted() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.press(KeyCode.v)
            try compositor.clipboard.offer([
                OfferedData(type: "text/plain;charset=utf-8", text: "/tmp/größe.csv")
            ])
            try client.settle(shown)
            var texts: [String?] = []
            client.window.paste(limit: 100) { texts.append($0) }
            try compositor.wait(until: { texts.count == 1 }, "the text")
            client.window.paste(limit: 4) { texts.append($0) }
            try compositor.wait(until: { texts.count == 2 }, "too much text")
            #expect(texts == ["/tmp/größe.csv", nil])
        }
    }
}
