// libarchive, loaded for the first archive.
//
// Most files are not archives. The library brings half a dozen more (compressors, ciphers, XML).
// Besides the time to load them, every symbol of a library loaded later (a graphics driver has tens
// of thousands) would be looked for in them first: 2 ms of the 65 to the first frame. The types of
// the functions are those of its header, so a call is checked like any other.

import CArchive
import Localization
import Platform

/// The functions of libarchive in use.
struct ArchiveLibrary: Sendable {
    let errorString: ArchiveErrorString
    let errorNumber: ArchiveErrno
    let filterBytes: ArchiveFilterBytes
    let readNew: ArchiveReadNew
    let readSupportFormatZip: ArchiveReadSupportFormatZip
    let readSupportFormatTar: ArchiveReadSupportFormatTar
    let readSupportFormatRaw: ArchiveReadSupportFormatRaw
    let readSupportFormatEmpty: ArchiveReadSupportFormatEmpty
    let readSupportFilterGzip: ArchiveReadSupportFilterGzip
    let readSupportFilterBzip2: ArchiveReadSupportFilterBzip2
    let readSupportFilterXZ: ArchiveReadSupportFilterXZ
    let readSupportFilterZstd: ArchiveReadSupportFilterZstd
    let readOpenFD: ArchiveReadOpenFD
    let readNextHeader: ArchiveReadNextHeader
    let readDataBlock: ArchiveReadDataBlock
    let readFree: ArchiveReadFree
    let entryPathnameUTF8: ArchiveEntryPathnameUTF8
    let entryPathname: ArchiveEntryPathname
    let entryFiletype: ArchiveEntryFiletype
    let entryIsEncrypted: ArchiveEntryIsEncrypted
    let entrySize: ArchiveEntrySize
    let writeNew: ArchiveWriteNew
    let writeSetFormatZip: ArchiveWriteSetFormatZip
    let writeSetOptions: ArchiveWriteSetOptions
    let writeSetBytesInLastBlock: ArchiveWriteSetBytesInLastBlock
    let writeOpenFD: ArchiveWriteOpenFD
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

    /// The library, for a file at `path`; throws if the machine has no suitable one.
    static func loaded(for path: String) throws(StreamError) -> ArchiveLibrary {
        guard let shared else {
            throw StreamError(
                place: path, problem: tr("needs {1}, which cannot be loaded", fileName),
                remedy: tr("install libarchive, or unpack the file first"))
        }
        return shared
    }

    private static let fileName = "libarchive.so.13"
    private static let shared = DynamicLibrary.takingTurn {
        // The library for large members is loaded here too: loaded separately it would wait for a
        // driver that is being loaded.
        _ = InflateLibrary.shared
        return DynamicLibrary(fileName).flatMap { try? ArchiveLibrary($0) }
    }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        errorNumber = try library.function("archive_errno")
        errorString = try library.function("archive_error_string")
        filterBytes = try library.function("archive_filter_bytes")
        readNew = try library.function("archive_read_new")
        readSupportFormatZip = try library.function("archive_read_support_format_zip")
        readSupportFormatTar = try library.function("archive_read_support_format_tar")
        readSupportFormatRaw = try library.function("archive_read_support_format_raw")
        readSupportFormatEmpty = try library.function("archive_read_support_format_empty")
        readSupportFilterGzip = try library.function("archive_read_support_filter_gzip")
        readSupportFilterBzip2 = try library.function("archive_read_support_filter_bzip2")
        readSupportFilterXZ = try library.function("archive_read_support_filter_xz")
        readSupportFilterZstd = try library.function("archive_read_support_filter_zstd")
        readOpenFD = try library.function("archive_read_open_fd")
        readNextHeader = try library.function("archive_read_next_header")
        readDataBlock = try library.function("archive_read_data_block")
        readFree = try library.function("archive_read_free")
        entryPathnameUTF8 = try library.function("archive_entry_pathname_utf8")
        entryPathname = try library.function("archive_entry_pathname")
        entryFiletype = try library.function("archive_entry_filetype")
        entryIsEncrypted = try library.function("archive_entry_is_encrypted")
        entrySize = try library.function("archive_entry_size")
        writeNew = try library.function("archive_write_new")
        writeSetFormatZip = try library.function("archive_write_set_format_zip")
        writeSetOptions = try library.function("archive_write_set_options")
        writeSetBytesInLastBlock = try library.function("archive_write_set_bytes_in_last_block")
        writeOpenFD = try library.function("archive_write_open_fd")
        writeHeader = try library.function("archive_write_header")
        writeData = try library.function("archive_write_data")
        writeClose = try library.function("archive_write_close")
        writeFree = try library.function("archive_write_free")
        entryNew = try library.function("archive_entry_new")
        entryFree = try library.function("archive_entry_free")
        entrySetPathname = try library.function("archive_entry_set_pathname")
        entrySetFiletype = try library.function("archive_entry_set_filetype")
        entrySetPerm = try library.function("archive_entry_set_perm")
        entrySetMtime = try library.function("archive_entry_set_mtime")
    }
}
