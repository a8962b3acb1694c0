/// The meaning of a record type for the assembler.
struct ExportTypeEntry {
    var kind: ExportAssembler.Kind
    var slot = 0
    var canonical = ""
    var reason = 0
    /// The unit that `conversion` is for.
    var unit = -1
    var conversion: UnitConversion? = UnitConversion.same
}
