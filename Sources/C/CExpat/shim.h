#include <expat.h>

// The types of the functions that are looked up in the library when the first XML file is read.
#define LOOKED_UP(function, type) typedef __typeof__(function) *type

LOOKED_UP(XML_ParserCreate, XMLParserCreate);
LOOKED_UP(XML_ParserFree, XMLParserFree);
LOOKED_UP(XML_SetUserData, XMLSetUserData);
LOOKED_UP(XML_SetElementHandler, XMLSetElementHandler);
LOOKED_UP(XML_SetCharacterDataHandler, XMLSetCharacterDataHandler);
LOOKED_UP(XML_SetEntityDeclHandler, XMLSetEntityDeclHandler);
LOOKED_UP(XML_SetDefaultHandler, XMLSetDefaultHandler);
LOOKED_UP(XML_GetCurrentByteCount, XMLGetCurrentByteCount);
LOOKED_UP(XML_StopParser, XMLStopParser);
LOOKED_UP(XML_Parse, XMLParse);
LOOKED_UP(XML_GetErrorCode, XMLGetErrorCode);
LOOKED_UP(XML_ErrorString, XMLErrorString);
LOOKED_UP(XML_GetCurrentLineNumber, XMLGetCurrentLineNumber);

#undef LOOKED_UP
