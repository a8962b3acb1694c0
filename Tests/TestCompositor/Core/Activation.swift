import WaylandServerProtocols

/// A client's requests to `xdg_activation_v1`.
public struct ActivationRecord: Sendable, Hashable {
    /// A token that a client requested.
    public struct Token: Sendable, Hashable {
        public let token: String
        public let appID: String?
        /// Whether it named a surface and an input serial, without which real compositors refuse.
        public let hasSurface: Bool
        public let hasSerial: Bool
    }

    /// The tokens assigned to clients, in order.
    public internal(set) var tokens: [Token] = []
    /// The tokens that surfaces were activated with, in order, known or not.
    public internal(set) var activated: [String] = []
}

/// `xdg_activation_v1`: assigns tokens, and records activations.
final class Activation {
    private(set) var record = ActivationRecord()
    private var lastToken = 0

    func nextToken() -> String {
        lastToken += 1
        return "test-token-\(lastToken)"
    }

    func serve(_ activation: ServerXdgActivationV1) {
        activation.requests = { [unowned self] request in
            switch request {
            case .getActivationToken(let id): serve(id)
            case .activate(let token, _): record.activated.append(token)
            case .destroy: break
            }
        }
    }

    private func serve(_ token: ServerXdgActivationTokenV1) {
        var appID: String?
        var hasSurface = false
        var hasSerial = false
        var isUsed = false
        token.requests = { [unowned self, unowned token] request in
            if case .destroy = request { return }
            guard !isUsed else {
                return token.postError(
                    code: ServerXdgActivationTokenV1.ErrorCode.alreadyUsed.rawValue,
                    message: "the activation token is used already")
            }
            switch request {
            case .setAppId(let id): appID = id
            case .setSurface: hasSurface = true
            case .setSerial: hasSerial = true
            case .commit:
                isUsed = true
                let name = nextToken()
                record.tokens.append(
                    .init(token: name, appID: appID, hasSurface: hasSurface, hasSerial: hasSerial))
                token.sendDone(token: name)
            case .destroy: break
            }
        }
    }
}
