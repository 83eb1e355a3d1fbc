public import Foundation

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
    /// What failed, where and why, in up to three lines.
    public var description: String {
        var lines = [summary + (because.isEmpty ? "" : ": \(because)")]
        if stage == .decoding, !bodyPrefix.isEmpty { lines.append("Body: \(bodyLine)") }
        if attempts > 1 {
            // The last one is what all of this is about.
            let earlier = history.dropLast().suffix(10).map { BodyText.line("\($0)") }
            let before = earlier.isEmpty ? "" : "; before: \(earlier.joined(separator: ", "))"
            lines.append("Attempts: \(attempts)\(before)")
        }
        return lines.joined(separator: "\n")
    }

    /// The description, and all else that is known.
    public var debugDescription: String {
        var lines = [description, "Stage: \(stage)"]
        if let status { lines.append("Status: \(text(of: status))") }
        lines += headerFields.map(\.description)
        if !bodyPrefix.isEmpty, stage != .decoding { lines.append("Body: \(bodyLine)") }
        return lines.joined(separator: "\n")
    }

    /// The description.
    public var errorDescription: String? { description }

    /// The properties, without the underlying error, as nobody knows what that holds.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "stage": stage.description, "method": method.rawValue, "url": url, "status": status?.description as Any,
                "headerFields": headerFields.map(\.description), "bodyPrefix": bodyPrefix, "attempts": attempts,
                "reason": reason,
            ], displayStyle: .struct)
    }

    private var summary: String {
        let request = "\(method) \(url)"
        let answer = status.map(text) ?? "no status"
        switch stage {
        case .request: return "\(request) was not sent"
        case .status: return "\(request) failed with status \(answer)"
        case .decoding: return "\(request) was answered with \(answer), but the answer could not be read"
        case .deadline: return "\(request) did not end in time"
        case .transport: return "\(request) failed" + (status == nil ? "" : " after the head \(answer)")
        default: return "\(request) failed (\(stage))"
        }
    }

    private var because: String {
        reason.isEmpty && stage == .status ? bodyLine : reason
    }

    private var bodyLine: String { BodyText.cut(BodyText.line(bodyPrefix), to: 300) }

    /// The code with a phrase: the common one where the server sent none, as HTTP/2 does, or what the reason says too.
    private func text(of status: HTTPResponse.Status) -> String {
        guard reason.contains(status.reasonPhrase) || status.reasonPhrase.isEmpty else { return status.description }
        return (HTTPResponse.Status.common.first { $0 == status } ?? status).description
    }
}

extension HTTPResponse.Status {
    /// Whether the phrase is empty or the one that most servers send.
    var hasCommonPhrase: Bool {
        reasonPhrase.isEmpty || Self.common.contains { $0.code == code && $0.reasonPhrase == reasonPhrase }
    }

    fileprivate static let common: [HTTPResponse.Status] = [
        .ok, .created, .accepted, .noContent, .movedPermanently, .found, .seeOther, .notModified, .temporaryRedirect,
        .permanentRedirect, .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
        .requestTimeout, .conflict, .gone, .preconditionFailed, .contentTooLarge, .unsupportedMediaType,
        .rangeNotSatisfiable, .unprocessableContent, .tooManyRequests, .internalServerError, .notImplemented,
        .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]
}
