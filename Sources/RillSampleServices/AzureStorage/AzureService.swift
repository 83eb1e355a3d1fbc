internal import Foundation
internal import RillHTTPTesting

/// A service of the storage account.
enum AzureServiceKind: Sendable {
    case blob
    case queue

    /// The letter of the service in a shared access signature.
    var letter: Character { self == .blob ? "b" : "q" }

    var serverName: String { "Windows-Azure-\(self == .blob ? "Blob" : "Queue")/1.0 Microsoft-HTTPAPI/2.0" }
}

/// Request processing common to both services: validates the version, authenticates the caller, performs the operation,
/// and adds common header fields.
struct AzureService: Sendable {
    let kind: AzureServiceKind
    let options: SampleAzureStorage.Options
    let authenticator: AzureAuthenticator

    /// Returns the level of public access to a container, or `nil` if the container is private.
    let publicAccess: @Sendable (String) -> AzurePublicAccess?

    /// Returns the operation of a request.
    let route: @Sendable (AzureRequest) throws -> AzureAction

    /// The newest API version, used for requests without a version.
    static let newestVersion = "2026-10-06"
    private static let oldestVersion = "2009-09-19"

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let now = options.now()
        let id = UUID().uuidString.lowercased()
        var response: LoopbackServer.Response
        do {
            response = try authorizedResponse(to: try AzureRequest(request, now: now))
        } catch let error as AzureError {
            response = error.response(requestID: id, now: now)
        } catch {
            response = .text("the sample server failed: \(error)", status: 500)
        }
        let fields = response.fields
        response.fields = [
            .server: kind.serverName, HTTPField.Name(literal: "x-ms-request-id"): id,
            .version: request.fields[.version] ?? Self.newestVersion, .date: now.httpDate,
        ]
        if let clientID = request.fields[.clientRequestID], clientID.utf8.count <= 1_024 {
            response.fields[.clientRequestID] = clientID
        }
        response.fields += fields
        return response
    }

    private func authorizedResponse(to request: AzureRequest) throws -> LoopbackServer.Response {
        guard request.account == options.accountName else { throw AzureError("ResourceNotFound") }
        if let version = request.header("x-ms-version"), !Self.isVersion(version) {
            throw AzureError.invalidHeader("x-ms-version", version)
        }
        let caller = try authenticator.caller(of: request, kind)
        let action = try route(request)
        switch caller {
        case .owner, .identity: break
        case .bearer(let access): try access.check(action, service: kind)
        case .anonymous: try checkPublicAccess(to: action, request)
        }
        if request.method == .put, request.request.fields[.contentLength] == nil,
            request.request.fields[.transferEncoding] == nil
        {
            throw AzureError("MissingContentLengthHeader")
        }
        try action.check(request)
        var response = try action.work(caller)
        // A signature can replace the content headers of a blob.
        if case .bearer(let access) = caller, request.isRead {
            for field in access.responseFields { response.fields[field.name] = field.value }
        }
        return response
    }

    private func checkPublicAccess(to action: AzureAction, _ request: AzureRequest) throws {
        guard let needed = action.publicAccess, let container = request.containerName else {
            throw AzureError("NoAuthenticationInformation").adding(.wwwAuthenticate, AzureError.challenge)
        }
        guard let access = publicAccess(container), access.allows(needed) else { throw AzureError("ResourceNotFound") }
    }

    private static func isVersion(_ text: String) -> Bool {
        text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) != nil && text >= oldestVersion && text <= newestVersion
    }
}

extension AzureRequest {
    /// The container of the request.
    ///
    /// A single path component names a blob in the container `$root`, unless the query contains `restype`.
    var containerName: String? { rest == nil && container != nil && parameter("restype") == nil ? "$root" : container }
}

extension HTTPField.Name {
    static let version = Self(literal: "x-ms-version")
    static let clientRequestID = Self(literal: "x-ms-client-request-id")
}
