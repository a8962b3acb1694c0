#include <qpdf/qpdf-c.h>

// The types of the functions that are looked up in the library when the first document is made.
#define LOOKED_UP(function, type) typedef __typeof__(function) *type

LOOKED_UP(qpdf_init, QPDFInit);
LOOKED_UP(qpdf_cleanup, QPDFCleanup);
LOOKED_UP(qpdf_silence_errors, QPDFSilenceErrors);
LOOKED_UP(qpdf_set_suppress_warnings, QPDFSetSuppressWarnings);
LOOKED_UP(qpdf_has_error, QPDFHasError);
LOOKED_UP(qpdf_get_error, QPDFGetError);
LOOKED_UP(qpdf_get_error_full_text, QPDFGetErrorFullText);
LOOKED_UP(qpdf_read_memory, QPDFReadMemory);
LOOKED_UP(qpdf_init_write_memory, QPDFInitWriteMemory);
LOOKED_UP(qpdf_get_buffer, QPDFGetBuffer);
LOOKED_UP(qpdf_get_buffer_length, QPDFGetBufferLength);
LOOKED_UP(qpdf_set_deterministic_ID, QPDFSetDeterministicID);
LOOKED_UP(qpdf_set_object_stream_mode, QPDFSetObjectStreamMode);
LOOKED_UP(qpdf_set_minimum_pdf_version, QPDFSetMinimumPDFVersion);
LOOKED_UP(qpdf_set_info_key, QPDFSetInfoKey);
LOOKED_UP(qpdf_write, QPDFWrite);
LOOKED_UP(qpdf_get_root, QPDFGetRoot);
LOOKED_UP(qpdf_get_num_pages, QPDFGetNumPages);
LOOKED_UP(qpdf_get_page_n, QPDFGetPageN);
LOOKED_UP(qpdf_oh_is_array, QPDFIsArray);
LOOKED_UP(qpdf_oh_is_dictionary, QPDFIsDictionary);
LOOKED_UP(qpdf_oh_is_name, QPDFIsName);
LOOKED_UP(qpdf_oh_get_key, QPDFGetKey);
LOOKED_UP(qpdf_oh_get_name, QPDFGetName);
LOOKED_UP(qpdf_oh_get_array_n_items, QPDFGetArrayNItems);
LOOKED_UP(qpdf_oh_get_array_item, QPDFGetArrayItem);
LOOKED_UP(qpdf_oh_new_array, QPDFNewArray);
LOOKED_UP(qpdf_oh_new_bool, QPDFNewBool);
LOOKED_UP(qpdf_oh_new_dictionary, QPDFNewDictionary);
LOOKED_UP(qpdf_oh_new_name, QPDFNewName);
LOOKED_UP(qpdf_oh_new_real_from_string, QPDFNewRealFromString);
LOOKED_UP(qpdf_oh_new_stream, QPDFNewStream);
LOOKED_UP(qpdf_oh_new_string, QPDFNewString);
LOOKED_UP(qpdf_oh_new_unicode_string, QPDFNewUnicodeString);
LOOKED_UP(qpdf_oh_append_item, QPDFAppendItem);
LOOKED_UP(qpdf_oh_replace_key, QPDFReplaceKey);
LOOKED_UP(qpdf_oh_replace_stream_data, QPDFReplaceStreamData);
LOOKED_UP(qpdf_oh_get_dict, QPDFGetDict);
LOOKED_UP(qpdf_make_indirect_object, QPDFMakeIndirectObject);
LOOKED_UP(qpdf_oh_new_null, QPDFNewNull);

#undef LOOKED_UP
