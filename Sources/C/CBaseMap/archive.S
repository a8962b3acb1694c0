// The archive as it is, in the part of the program that is only read: pages of it come into memory when
// they are needed.
    .section .rodata
    .global oresen_base_map
    .global oresen_base_map_end
    .balign 16
oresen_base_map:
    .incbin "basemap.pmtiles"
oresen_base_map_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
