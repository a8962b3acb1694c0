/// A GL object's name, which is returned to its device when its owner ends.
///
/// Owners hold one of these, so that an initialiser that throws half-way frees its objects.
struct Name: ~Copyable {
    let device: Device
    let kind: ObjectKind
    let value: UInt32

    init(_ device: Device, _ kind: ObjectKind, _ value: UInt32) {
        self.device = device
        self.kind = kind
        self.value = value
    }

    deinit { device.deletions.add(kind, value) }
}
