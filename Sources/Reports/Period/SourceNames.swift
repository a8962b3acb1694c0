import HealthData
import Localization

extension HealthRecords {
    /// The names of the sources that may be on paper, for each source.
    ///
    /// The name of a file may be that of a person. So a source that has no other is numbered if there are several
    /// files, and has no name if there is one.
    var printedSources: [String] {
        var files: [String] = []
        for source in sources where source.isFile && !files.contains(source.name) {
            files.append(source.name)
        }
        return sources.map { source in
            guard source.isFile else { return source.name }
            guard files.count > 1, let place = files.firstIndex(of: source.name) else { return "" }
            return tr("file {1}", LocaleFormat.current.number(place + 1))
        }
    }
}
