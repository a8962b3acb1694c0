#include <archive.h>
#include <archive_entry.h>

// The types of the functions that are looked up in the library when the first archive is opened.
#define LOOKED_UP(function, type) typedef __typeof__(function) *type

LOOKED_UP(archive_errno, ArchiveErrno);
LOOKED_UP(archive_error_string, ArchiveErrorString);
LOOKED_UP(archive_filter_bytes, ArchiveFilterBytes);
LOOKED_UP(archive_read_new, ArchiveReadNew);
LOOKED_UP(archive_read_support_format_zip, ArchiveReadSupportFormatZip);
LOOKED_UP(archive_read_support_format_tar, ArchiveReadSupportFormatTar);
LOOKED_UP(archive_read_support_format_raw, ArchiveReadSupportFormatRaw);
LOOKED_UP(archive_read_support_format_empty, ArchiveReadSupportFormatEmpty);
LOOKED_UP(archive_read_support_filter_gzip, ArchiveReadSupportFilterGzip);
LOOKED_UP(archive_read_support_filter_bzip2, ArchiveReadSupportFilterBzip2);
LOOKED_UP(archive_read_support_filter_xz, ArchiveReadSupportFilterXZ);
LOOKED_UP(archive_read_support_filter_zstd, ArchiveReadSupportFilterZstd);
LOOKED_UP(archive_read_open_fd, ArchiveReadOpenFD);
LOOKED_UP(archive_read_next_header, ArchiveReadNextHeader);
LOOKED_UP(archive_read_data_block, ArchiveReadDataBlock);
LOOKED_UP(archive_read_free, ArchiveReadFree);
LOOKED_UP(archive_entry_pathname_utf8, ArchiveEntryPathnameUTF8);
LOOKED_UP(archive_entry_pathname, ArchiveEntryPathname);
LOOKED_UP(archive_entry_filetype, ArchiveEntryFiletype);
LOOKED_UP(archive_entry_is_encrypted, ArchiveEntryIsEncrypted);
LOOKED_UP(archive_entry_size, ArchiveEntrySize);
LOOKED_UP(archive_write_new, ArchiveWriteNew);
LOOKED_UP(archive_write_set_format_zip, ArchiveWriteSetFormatZip);
LOOKED_UP(archive_write_set_options, ArchiveWriteSetOptions);
LOOKED_UP(archive_write_set_bytes_in_last_block, ArchiveWriteSetBytesInLastBlock);
LOOKED_UP(archive_write_open_fd, ArchiveWriteOpenFD);
LOOKED_UP(archive_write_header, ArchiveWriteHeader);
LOOKED_UP(archive_write_data, ArchiveWriteData);
LOOKED_UP(archive_write_close, ArchiveWriteClose);
LOOKED_UP(archive_write_free, ArchiveWriteFree);
LOOKED_UP(archive_entry_new, ArchiveEntryNew);
LOOKED_UP(archive_entry_free, ArchiveEntryFree);
LOOKED_UP(archive_entry_set_pathname, ArchiveEntrySetPathname);
LOOKED_UP(archive_entry_set_filetype, ArchiveEntrySetFiletype);
LOOKED_UP(archive_entry_set_perm, ArchiveEntrySetPerm);
LOOKED_UP(archive_entry_set_mtime, ArchiveEntrySetMtime);

#undef LOOKED_UP
