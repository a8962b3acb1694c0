import Testing

@testable import Platform

@Suite struct DynamicLibraryTests {
    @Test func aFunctionIsFoundAndCalled() throws {
        let library = try #require(DynamicLibrary("libm.so.6"))
        let cosine: @convention(c) (Double) -> Double = try library.function("cos")
        #expect(cosine(0) == 1)
    }

    @Test func whatIsMissingIsNamed() throws {
        #expect(DynamicLibrary("libnosuchthing.so.7") == nil)
        let library = try #require(DynamicLibrary("libm.so.6"))
        #expect {
            let _: @convention(c) () -> Void = try library.function("no_such_function")
        } throws: {
            ($0 as? DynamicLibrary.Missing)?.function == "no_such_function"
        }
    }
}
