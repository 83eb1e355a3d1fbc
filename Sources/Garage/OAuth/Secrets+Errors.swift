internal import Foundation
internal import RillHTTP

extension Secrets {
    /// An error whose texts do not hold the secrets of a body, which no redactor has seen.
    static func hide(_ secrets: [String], in error: any Error) -> any Error {
        guard let error = error as? APIError else { return error }
        let response = error.status.map { HTTPResponse(status: $0, headerFields: error.headerFields) }
        return APIError(
            stage: error.stage, request: bearer(of: secrets, error.url, error.method), response: response,
            body: Data(error.bodyPrefix.utf8), attempts: error.attempts,
            underlying: (error.underlying as? GarageOAuthError)?.hiding(secrets) ?? error.underlying,
            reason: error.reason, history: error.history)
    }
}
