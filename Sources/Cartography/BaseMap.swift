import CBaseMap
import Maps

/// The map that is part of the program: lands, lakes, borders and places of the whole earth.
///
/// It is Natural Earth's map of 1:10,000,000 (public domain) with the places of GeoNames (CC BY 4.0).
/// Its coasts are wrong by up to a kilometre, so it is drawn up to a zoom of eleven, and fades from nine
/// on.
public enum BaseMap {
    /// The archive.
    ///
    /// Cost: opening it unpacks its directory, once; its bytes are those of the program's file.
    public static let archive: PMTilesArchive? = try? PMTilesArchive(
        named: "base map", count: oresen_base_map_size()
    ) { range in
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = oresen_base_map_read(&bytes, range.lowerBound, range.count)
        bytes.removeSubrange(count...)
        return bytes
    }

    /// The zooms that there are tiles of.
    static let zooms = [0, 2, 4, 6]

    /// How much of it is seen at the zoom of a camera, from 0 to 1.
    public static func opacity(at zoom: Double) -> Double {
        min(max((11 - zoom) / 2, 0), 1)
    }
}
