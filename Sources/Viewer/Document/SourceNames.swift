import HealthData
import Localization

extension SourceKey {
    /// The name to show: of the device, program or file, or that it was typed in.
    var title: String {
        guard let name else { return tr("Entered by hand") }
        return name.isEmpty ? tr("Unnamed") : name
    }
}
