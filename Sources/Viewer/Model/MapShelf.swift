import Cartography
import Desktop
import Localization
import Maps

/// The person's own maps, which are files: they are shown under the ways of workouts.
@MainActor
final class MapShelf {
    /// The tiles of a picture, or why there are none.
    typealias CutResult = Result<any TileArchive, TileArchiveError>

    /// A map that can be shown.
    struct Map {
        var path: String
        var source: TileSource

        /// What it is called: by its maker, else its file.
        var name: String {
            source.archive.metadata.name ?? path.split(separator: "/").last.map(String.init) ?? path
        }
    }

    /// The files, in the order in which they were opened.
    private(set) var paths: [String] = []
    /// Whether they are shown.
    var areShown = true
    /// Whether the states of their tiles are shown, to see what a map costs.
    var showsTileStates = false
    /// Cuts a picture into tiles in the background, and then calls back; nil cuts it at once.
    var cutLater: ((PictureMap, @escaping @MainActor @Sendable (CutResult) -> Void) -> Void)?
    /// Called with a sentence when a picture has been cut, or cannot be.
    var onCut: (String) -> Void = { _ in }
    /// Called when the list has changed, and has to be kept.
    var onChange: ([String]) -> Void = { _ in }
    private var opened: [String: Result<TileSource, TileArchiveError>] = [:]
    /// Where the tiles of pictures are kept; nil without a home.
    let folder: String?

    init(folder: String? = MapShelf.usualFolder) { self.folder = folder }

    /// Takes the maps of an earlier run; they are opened when one is needed.
    func begin(with paths: [String]) { self.paths = paths }

    /// Adds maps; returns a sentence for each of them.
    func add(_ new: [String]) -> [String] {
        var sentences: [String] = []
        for path in new {
            // A file that has changed is opened again.
            opened[path] = nil
            switch open(path) {
            case .success(let source):
                paths.removeAll { $0 == path }
                paths.append(path)
                areShown = true
                sentences.append(
                    tr(
                        "The map {1} is shown under the ways of workouts.",
                        Map(path: path, source: source).name))
            case .failure(let error):
                if error == .isBeingPrepared, !paths.contains(path) { paths.append(path) }
                sentences.append(Self.sentence(error, path))
            }
        }
        onChange(paths)
        return sentences
    }

    /// Takes maps for a picture; returns a sentence for each of those that cannot be shown.
    func refused(of new: [String]) -> [String] {
        paths = new
        return new.compactMap { path in
            guard case .failure(let error) = open(path) else { return nil }
            return Self.sentence(error, path)
        }
    }

    private static func sentence(_ error: TileArchiveError, _ path: String) -> String {
        "\(path): \(error)"
    }

    /// Forgets a map, and removes the tiles that were cut of it; its file stays.
    func remove(_ path: String) {
        paths.removeAll { $0 == path }
        opened[path] = nil
        removeTiles(of: path)
        onChange(paths)
    }

    private func removeTiles(of path: String) {
        guard let folder, MapFile.format(of: path) == .picture else { return }
        try? PictureMap(path: path).removeTiles(from: folder)
    }

    /// The maps that can be opened.
    var maps: [Map] {
        paths.compactMap { path in
            guard case .success(let source) = open(path) else { return nil }
            return Map(path: path, source: source)
        }
    }

    private func open(_ path: String) -> Result<TileSource, TileArchiveError> {
        if let known = opened[path] { return known }
        let result: Result<TileSource, TileArchiveError>
        do throws(TileArchiveError) {
            result = .success(try TileSource(try archive(path)))
        } catch {
            result = .failure(error)
        }
        opened[path] = result
        return result
    }

    private func archive(_ path: String) throws(TileArchiveError) -> any TileArchive {
        guard MapFile.format(of: path) == .picture else { return try MapFile.archive(path: path) }
        let picture = try PictureMap(path: path)
        guard let folder else {
            throw .cannotRead(tr("there is no home folder to keep its tiles in"))
        }
        if let kept = picture.archive(in: folder) { return kept }
        guard let cutLater else { return try picture.cut(into: folder) }
        cutLater(picture) { [weak self] in self?.didCut(path, $0) }
        throw .isBeingPrepared
    }

    private func didCut(_ path: String, _ result: CutResult) {
        // It may have been forgotten meanwhile.
        guard paths.contains(path) else { return removeTiles(of: path) }
        switch result {
        case .success:
            opened[path] = nil
            if case .success(let source) = open(path) {
                let name = Map(path: path, source: source).name
                onCut(tr("The map {1} is shown under the ways of workouts.", name))
            }
        case .failure(let error):
            opened[path] = .failure(error)
            onCut(Self.sentence(error, path))
        }
    }

    /// Cuts a picture on the calling thread.
    nonisolated static func cut(_ picture: PictureMap, into folder: String?) -> CutResult {
        do throws(TileArchiveError) {
            guard let folder else { throw .wasCancelled }
            return .success(try picture.cut(into: folder))
        } catch {
            return .failure(error)
        }
    }

    /// Where the tiles of pictures are kept by default; nil without a home.
    nonisolated static var usualFolder: String? {
        (try? BaseDirectories().made(.cache)).map { $0 + "/maps" }
    }

    /// Those with a part in a rectangle of Mercator, the largest first.
    func maps(in rect: PlaneRect, evenIfHidden: Bool = false) -> [Map] {
        guard areShown || evenIfHidden, !paths.isEmpty else { return [] }
        return maps.filter { map in
            let bounds = map.source.bounds
            let middle = (rect.middle.x - bounds.middle.x).rounded()
            return bounds.moved(by: middle).meets(rect)
        }.sorted { $0.source.bounds.width > $1.source.bounds.width }
    }
}
