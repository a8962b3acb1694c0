// libexpat, loaded for the first XML file that it reads.
//
// The graphics driver loads it on most machines, but that copy is not used. The types of the
// functions are those of its header, so a call is checked like any other.

import CExpat
import Localization
import Platform

/// The functions of libexpat in use.
struct ExpatLibrary: Sendable {
    let parserCreate: XMLParserCreate
    let parserFree: XMLParserFree
    let setUserData: XMLSetUserData
    let setElementHandler: XMLSetElementHandler
    let setCharacterDataHandler: XMLSetCharacterDataHandler
    let setEntityDeclHandler: XMLSetEntityDeclHandler
    let setDefaultHandler: XMLSetDefaultHandler
    let getCurrentByteCount: XMLGetCurrentByteCount
    let stopParser: XMLStopParser
    let parse: XMLParse
    let getErrorCode: XMLGetErrorCode
    let errorString: XMLErrorString
    let getCurrentLineNumber: XMLGetCurrentLineNumber

    private static let fileName = "libexpat.so.1"
    private static let shared = DynamicLibrary(fileName).flatMap { try? ExpatLibrary($0) }

    /// The library, for a file at `path`; throws if the machine has no suitable one.
    static func loaded(for path: String) throws(StreamError) -> ExpatLibrary {
        guard let shared else {
            throw StreamError(
                place: path, problem: tr("needs {1}, which cannot be loaded", fileName),
                remedy: tr("install libexpat1"))
        }
        return shared
    }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        parserCreate = try library.function("XML_ParserCreate")
        parserFree = try library.function("XML_ParserFree")
        setUserData = try library.function("XML_SetUserData")
        setElementHandler = try library.function("XML_SetElementHandler")
        setCharacterDataHandler = try library.function("XML_SetCharacterDataHandler")
        setEntityDeclHandler = try library.function("XML_SetEntityDeclHandler")
        setDefaultHandler = try library.function("XML_SetDefaultHandler")
        getCurrentByteCount = try library.function("XML_GetCurrentByteCount")
        stopParser = try library.function("XML_StopParser")
        parse = try library.function("XML_Parse")
        getErrorCode = try library.function("XML_GetErrorCode")
        errorString = try library.function("XML_ErrorString")
        getCurrentLineNumber = try library.function("XML_GetCurrentLineNumber")
    }
}
