public import Foundation
public import RillHTTPTypes

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError,
    ReasonFirstError
{
    /// A description of the failure in at most three lines: the request, the reason, the body, and earlier attempts.
    public var description: String {
        ([summary + (because.isEmpty ? "" : ": \(because)")] + details).joined(separator: "\n")
    }

    /// The description, followed by the stage, the status, the response header fields, and the beginning of the body.
    public var debugDescription: String {
        var lines = [description, "Stage: \(stage)"]
        if let status { lines.append("Status: \(text(of: status))") }
        lines += headerFields.map(\.description)
        if !bodyPrefix.isEmpty, stage != .decoding { lines.append("Body: \(bodyLine)") }
        return lines.joined(separator: "\n")
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }

    /// A mirror of all properties except the underlying error, which can contain secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "stage": stage.description, "method": method.rawValue, "url": url, "status": status?.description as Any,
                "headerFields": headerFields.map(\.description), "bodyPrefix": bodyPrefix, "attempts": attempts,
                "reason": reason,
            ], displayStyle: .struct)
    }

    /// The reason, followed by the request and the status in parentheses, the body, and earlier attempts, on one line.
    package var reasonFirst: String {
        let first = because.isEmpty ? summary : "\(because) (\(summary))"
        return ([first] + details).joined(separator: "; ")
    }

    /// The lines after the summary: the body of a response that could not be decoded, and earlier attempts.
    private var details: [String] {
        var lines: [String] = []
        if stage == .decoding, !bodyPrefix.isEmpty { lines.append("Body: \(bodyLine)") }
        if attempts > 1 {
            // The summary already describes the last attempt.
            let list = earlierAttempts
            lines.append("Attempts: \(attempts)" + (list.isEmpty ? "" : "; earlier: \(list)"))
        }
        return lines
    }

    /// The outcomes of at most ten attempts before the last one, without repetitions.
    private var earlierAttempts: String {
        var outcomes: [(text: String, durations: [String])] = []
        for attempt in history.dropLast().suffix(10) {
            let text = BodyText.line(attempt.outcome)
            if outcomes.last?.text != text { outcomes.append((text, [])) }
            outcomes[outcomes.count - 1].durations += attempt.duration.map { [$0.text] } ?? []
        }
        return outcomes.map { text, durations in
            let outcome = !reason.isEmpty && text == reason ? "the same" : text
            return outcome + (durations.isEmpty ? "" : " after \(durations.joined(separator: ", "))")
        }
        .joined(separator: "; ")
    }

    private var summary: String {
        let request = "\(method) \(url)"
        let statusText = status.map(text) ?? "no status"
        switch stage {
        // The content of a request can fail after a part of it has been sent.
        case .request: return "\(request) \(attempts == 0 ? "was not sent" : "failed")"
        case .status: return "\(request) failed with status \(statusText)"
        case .decoding: return "\(request) returned \(statusText), but the response could not be decoded"
        case .deadline: return "\(request) timed out"
        case .transport: return "\(request) failed" + (status == nil ? "" : " after response head \(statusText)")
        default: return "\(request) failed (\(stage))"
        }
    }

    private var because: String {
        reason.isEmpty && stage == .status ? bodyLine : reason
    }

    private var bodyLine: String { BodyText.cut(BodyText.line(bodyPrefix), to: 300) }

    /// Returns the status code with a reason phrase.
    ///
    /// Uses the standard phrase if the server sent none, as in HTTP/2, or if the reason repeats the server's phrase.
    private func text(of status: HTTPResponse.Status) -> String {
        guard reason.contains(status.reasonPhrase) || status.reasonPhrase.isEmpty else { return status.description }
        return (HTTPResponse.Status.common.first { $0 == status } ?? status).description
    }
}

extension HTTPResponse.Status {
    /// Whether the reason phrase is empty or the standard one for the code.
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
