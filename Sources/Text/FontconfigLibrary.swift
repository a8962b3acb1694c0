// fontconfig, loaded when fonts are needed that the previous run did not store.
//
// Most runs do not need it (`FontSource`). Besides the time to load it, every symbol of a library
// loaded later (a graphics driver has tens of thousands) would be looked for in it, and in its
// dependencies, first. The types of the functions are those of its header, so a call is checked
// like any other.

import CFontconfig
import Platform

/// The functions of fontconfig in use.
struct FontconfigLibrary: Sendable {
    let charSetHasChar: FcCharSetHasCharCall
    let configBuildFonts: FcConfigBuildFontsCall
    let configCreate: FcConfigCreateCall
    let configDestroy: FcConfigDestroyCall
    let configGetConfigDirs: FcConfigGetConfigDirsCall
    let configGetConfigFiles: FcConfigGetConfigFilesCall
    let configGetFontDirs: FcConfigGetFontDirsCall
    let configParseAndLoad: FcConfigParseAndLoadCall
    let configSubstitute: FcConfigSubstituteCall
    let defaultSubstitute: FcDefaultSubstituteCall
    let fontMatch: FcFontMatchCall
    let fontSetSortDestroy: FcFontSetSortDestroyCall
    let fontSort: FcFontSortCall
    let initLoadConfigAndFonts: FcInitLoadConfigAndFontsCall
    let patternAddBool: FcPatternAddBoolCall
    let patternAddInteger: FcPatternAddIntegerCall
    let patternAddString: FcPatternAddStringCall
    let patternCreate: FcPatternCreateCall
    let patternDestroy: FcPatternDestroyCall
    let patternGetBool: FcPatternGetBoolCall
    let patternGetCharSet: FcPatternGetCharSetCall
    let patternGetInteger: FcPatternGetIntegerCall
    let patternGetString: FcPatternGetStringCall
    let patternReference: FcPatternReferenceCall
    let strListDone: FcStrListDoneCall
    let strListNext: FcStrListNextCall
    let weightFromOpenType: FcWeightFromOpenTypeCall

    /// The library; nil if the machine has no suitable one.
    static let shared = DynamicLibrary("libfontconfig.so.1").flatMap { try? FontconfigLibrary($0) }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        charSetHasChar = try library.function("FcCharSetHasChar")
        configBuildFonts = try library.function("FcConfigBuildFonts")
        configCreate = try library.function("FcConfigCreate")
        configDestroy = try library.function("FcConfigDestroy")
        configGetConfigDirs = try library.function("FcConfigGetConfigDirs")
        configGetConfigFiles = try library.function("FcConfigGetConfigFiles")
        configGetFontDirs = try library.function("FcConfigGetFontDirs")
        configParseAndLoad = try library.function("FcConfigParseAndLoad")
        configSubstitute = try library.function("FcConfigSubstitute")
        defaultSubstitute = try library.function("FcDefaultSubstitute")
        fontMatch = try library.function("FcFontMatch")
        fontSetSortDestroy = try library.function("FcFontSetSortDestroy")
        fontSort = try library.function("FcFontSort")
        initLoadConfigAndFonts = try library.function("FcInitLoadConfigAndFonts")
        patternAddBool = try library.function("FcPatternAddBool")
        patternAddInteger = try library.function("FcPatternAddInteger")
        patternAddString = try library.function("FcPatternAddString")
        patternCreate = try library.function("FcPatternCreate")
        patternDestroy = try library.function("FcPatternDestroy")
        patternGetBool = try library.function("FcPatternGetBool")
        patternGetCharSet = try library.function("FcPatternGetCharSet")
        patternGetInteger = try library.function("FcPatternGetInteger")
        patternGetString = try library.function("FcPatternGetString")
        patternReference = try library.function("FcPatternReference")
        strListDone = try library.function("FcStrListDone")
        strListNext = try library.function("FcStrListNext")
        weightFromOpenType = try library.function("FcWeightFromOpenType")
    }
}
