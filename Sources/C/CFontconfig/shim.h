#include <fontconfig/fontconfig.h>

// The types of the functions that are looked up in the library when fonts are first needed.
#define LOOKED_UP(function) typedef __typeof__(function) *function##Call

LOOKED_UP(FcCharSetHasChar);
LOOKED_UP(FcConfigBuildFonts);
LOOKED_UP(FcConfigCreate);
LOOKED_UP(FcConfigDestroy);
LOOKED_UP(FcConfigGetConfigDirs);
LOOKED_UP(FcConfigGetConfigFiles);
LOOKED_UP(FcConfigGetFontDirs);
LOOKED_UP(FcConfigParseAndLoad);
LOOKED_UP(FcConfigSubstitute);
LOOKED_UP(FcDefaultSubstitute);
LOOKED_UP(FcFontMatch);
LOOKED_UP(FcFontSetSortDestroy);
LOOKED_UP(FcFontSort);
LOOKED_UP(FcInitLoadConfigAndFonts);
LOOKED_UP(FcPatternAddBool);
LOOKED_UP(FcPatternAddInteger);
LOOKED_UP(FcPatternAddString);
LOOKED_UP(FcPatternCreate);
LOOKED_UP(FcPatternDestroy);
LOOKED_UP(FcPatternGetBool);
LOOKED_UP(FcPatternGetCharSet);
LOOKED_UP(FcPatternGetInteger);
LOOKED_UP(FcPatternGetString);
LOOKED_UP(FcPatternReference);
LOOKED_UP(FcStrListDone);
LOOKED_UP(FcStrListNext);
LOOKED_UP(FcWeightFromOpenType);

#undef LOOKED_UP
