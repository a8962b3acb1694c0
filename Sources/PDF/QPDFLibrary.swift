// qpdf, loaded when the first document is made.
//
// Only the part of its C interface that versions 10.6 to 12 have in common is used. The types of
// the functions are those of its header, so a call is checked like any other.

import CQPDF
import Platform

/// The functions of qpdf in use.
struct QPDFLibrary: Sendable {
    let start: QPDFInit
    let cleanup: QPDFCleanup
    let silenceErrors: QPDFSilenceErrors
    let setSuppressWarnings: QPDFSetSuppressWarnings
    let hasError: QPDFHasError
    let getError: QPDFGetError
    let getErrorFullText: QPDFGetErrorFullText
    let readMemory: QPDFReadMemory
    let initWriteMemory: QPDFInitWriteMemory
    let getBuffer: QPDFGetBuffer
    let getBufferLength: QPDFGetBufferLength
    let setDeterministicID: QPDFSetDeterministicID
    let setObjectStreamMode: QPDFSetObjectStreamMode
    let setMinimumPDFVersion: QPDFSetMinimumPDFVersion
    let setInfoKey: QPDFSetInfoKey
    let write: QPDFWrite
    let getRoot: QPDFGetRoot
    let getNumPages: QPDFGetNumPages
    let getPageN: QPDFGetPageN
    let isArray: QPDFIsArray
    let isDictionary: QPDFIsDictionary
    let isName: QPDFIsName
    let getKey: QPDFGetKey
    let getName: QPDFGetName
    let getArrayNItems: QPDFGetArrayNItems
    let getArrayItem: QPDFGetArrayItem
    let newArray: QPDFNewArray
    let newBool: QPDFNewBool
    let newDictionary: QPDFNewDictionary
    let newName: QPDFNewName
    let newRealFromString: QPDFNewRealFromString
    let newStream: QPDFNewStream
    let newString: QPDFNewString
    let newUnicodeString: QPDFNewUnicodeString
    let appendItem: QPDFAppendItem
    let replaceKey: QPDFReplaceKey
    let replaceStreamData: QPDFReplaceStreamData
    let getDict: QPDFGetDict
    let makeIndirectObject: QPDFMakeIndirectObject
    let newNull: QPDFNewNull

    /// The library; nil if the machine has no suitable one.
    static let shared: QPDFLibrary? = {
        for name in ["libqpdf.so.29", "libqpdf.so.30", "libqpdf.so.28"] {
            if let library = DynamicLibrary(name), let functions = try? QPDFLibrary(library) {
                return functions
            }
        }
        return nil
    }()

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        start = try library.function("qpdf_init")
        cleanup = try library.function("qpdf_cleanup")
        silenceErrors = try library.function("qpdf_silence_errors")
        setSuppressWarnings = try library.function("qpdf_set_suppress_warnings")
        hasError = try library.function("qpdf_has_error")
        getError = try library.function("qpdf_get_error")
        getErrorFullText = try library.function("qpdf_get_error_full_text")
        readMemory = try library.function("qpdf_read_memory")
        initWriteMemory = try library.function("qpdf_init_write_memory")
        getBuffer = try library.function("qpdf_get_buffer")
        getBufferLength = try library.function("qpdf_get_buffer_length")
        setDeterministicID = try library.function("qpdf_set_deterministic_ID")
        setObjectStreamMode = try library.function("qpdf_set_object_stream_mode")
        setMinimumPDFVersion = try library.function("qpdf_set_minimum_pdf_version")
        setInfoKey = try library.function("qpdf_set_info_key")
        write = try library.function("qpdf_write")
        getRoot = try library.function("qpdf_get_root")
        getNumPages = try library.function("qpdf_get_num_pages")
        getPageN = try library.function("qpdf_get_page_n")
        isArray = try library.function("qpdf_oh_is_array")
        isDictionary = try library.function("qpdf_oh_is_dictionary")
        isName = try library.function("qpdf_oh_is_name")
        getKey = try library.function("qpdf_oh_get_key")
        getName = try library.function("qpdf_oh_get_name")
        getArrayNItems = try library.function("qpdf_oh_get_array_n_items")
        getArrayItem = try library.function("qpdf_oh_get_array_item")
        newArray = try library.function("qpdf_oh_new_array")
        newBool = try library.function("qpdf_oh_new_bool")
        newDictionary = try library.function("qpdf_oh_new_dictionary")
        newName = try library.function("qpdf_oh_new_name")
        newRealFromString = try library.function("qpdf_oh_new_real_from_string")
        newStream = try library.function("qpdf_oh_new_stream")
        newString = try library.function("qpdf_oh_new_string")
        newUnicodeString = try library.function("qpdf_oh_new_unicode_string")
        appendItem = try library.function("qpdf_oh_append_item")
        replaceKey = try library.function("qpdf_oh_replace_key")
        replaceStreamData = try library.function("qpdf_oh_replace_stream_data")
        getDict = try library.function("qpdf_oh_get_dict")
        makeIndirectObject = try library.function("qpdf_make_indirect_object")
        newNull = try library.function("qpdf_oh_new_null")
    }
}
