// libarchive, loaded when the first archive is met.
//
// Most files are none. With it come half a dozen libraries more (compressors, ciphers, XML), and
// besides the time to load them, every symbol of whatever is loaded later (a graphics driver has
// tens of thousands) would be looked for in them first: 2 ms of the 65 to the first frame. The types
// of the functions are those of its header, so a call is checked as any other is.

import CArchive
import Glibc
import Localization

/// The functions of libarchive that are called.
struct ArchiveLibrary: @unchecked Sendable {
    let errorString: ArchiveErrorString
    let filterBytes: ArchiveFilterBytes
    let readNew: ArchiveReadNew
    let readSupportFormatZip: ArchiveReadSupportFormatZip
    let readOpenFD: ArchiveReadOpenFD
    let readNextHeader: ArchiveReadNextHeader
    let readDataBlock: ArchiveReadDataBlock
    let readFree: ArchiveReadFree
    let entryPathnameUTF8: ArchiveEntryPathnameUTF8
    let entryPathname: ArchiveEntryPathname
    let entryFiletype: ArchiveEntryFiletype
    let entryIsEncrypted: ArchiveEntryIsEncrypted
    let writeNew: ArchiveWriteNew
    let writeSetFormatZip: ArchiveWriteSetFormatZip
    let writeSetOptions: ArchiveWriteSetOptions
    let writeSetBytesInLastBlock: ArchiveWriteSetBytesInLastBlock
    let writeOpenFilename: ArchiveWriteOpenFilename
    let writeHeader: ArchiveWriteHeader
    let writeData: ArchiveWriteData
    let writeClose: ArchiveWriteClose
    let writeFree: ArchiveWriteFree
    let entryNew: ArchiveEntryNew
    let entryFree: ArchiveEntryFree
    let entrySetPathname: ArchiveEntrySetPathname
    let entrySetFiletype: ArchiveEntrySetFiletype
    let entrySetPerm: ArchiveEntrySetPerm
    let entrySetMtime: ArchiveEntrySetMtime

    /// The library, for a file at `path`; throws where the machine has none that fits.
    static func loaded(for path: String) throws(StreamTrouble) -> ArchiveLibrary {
        guard let shared else {
            throw StreamTrouble(
                place: path, problem: tr("needs {1}, which cannot be loaded", fileName),
                remedy: tr("install libarchive, or unpack the file first"))
        }
        return shared
    }

    private static let fileName = "libarchive.so.13"
    private static let shared = try? ArchiveLibrary()

    private struct Missing: Error {}

    private init() throws(Missing) {
        guard let handle = dlopen(Self.fileName, RTLD_NOW | RTLD_LOCAL) else { throw Missing() }
        func find<Function>(_ name: String, _: Function.Type) throws(Missing) -> Function {
            guard let place = dlsym(handle, name) else { throw Missing() }
            return unsafeBitCast(place, to: Function.self)
        }
        errorString = try find("archive_error_string", ArchiveErrorString.self)
        filterBytes = try find("archive_filter_bytes", ArchiveFilterBytes.self)
        readNew = try find("archive_read_new", ArchiveReadNew.self)
        readSupportFormatZip = try find(
            "archive_read_support_format_zip", ArchiveReadSupportFormatZip.self)
        readOpenFD = try find("archive_read_open_fd", ArchiveReadOpenFD.self)
        readNextHeader = try find("archive_read_next_header", ArchiveReadNextHeader.self)
        readDataBlock = try find("archive_read_data_block", ArchiveReadDataBlock.self)
        readFree = try find("archive_read_free", ArchiveReadFree.self)
        entryPathnameUTF8 = try find("archive_entry_pathname_utf8", ArchiveEntryPathnameUTF8.self)
        entryPathname = try find("archive_entry_pathname", ArchiveEntryPathname.self)
        entryFiletype = try find("archive_entry_filetype", ArchiveEntryFiletype.self)
        entryIsEncrypted = try find("archive_entry_is_encrypted", ArchiveEntryIsEncrypted.self)
        writeNew = try find("archive_write_new", ArchiveWriteNew.self)
        writeSetFormatZip = try find("archive_write_set_format_zip", ArchiveWriteSetFormatZip.self)
        writeSetOptions = try find("archive_write_set_options", ArchiveWriteSetOptions.self)
        writeSetBytesInLastBlock = try find(
            "archive_write_set_bytes_in_last_block", ArchiveWriteSetBytesInLastBlock.self)
        writeOpenFilename = try find("archive_write_open_filename", ArchiveWriteOpenFilename.self)
        writeHeader = try find("archive_write_header", ArchiveWriteHeader.self)
        writeData = try find("archive_write_data", ArchiveWriteData.self)
        writeClose = try find("archive_write_close", ArchiveWriteClose.self)
        writeFree = try find("archive_write_free", ArchiveWriteFree.self)
        entryNew = try find("archive_entry_new", ArchiveEntryNew.self)
        entryFree = try find("archive_entry_free", ArchiveEntryFree.self)
        entrySetPathname = try find("archive_entry_set_pathname", ArchiveEntrySetPathname.self)
        entrySetFiletype = try find("archive_entry_set_filetype", ArchiveEntrySetFiletype.self)
        entrySetPerm = try find("archive_entry_set_perm", ArchiveEntrySetPerm.self)
        entrySetMtime = try find("archive_entry_set_mtime", ArchiveEntrySetMtime.self)
    }
}
