public import Foundation
public import RillHTTP

extension BlobClient {
    /// Requests a key for user delegation signatures.
    ///
    /// Requires the credential ``StorageCredential/bearer(_:)``, of a user with the permission to generate user delegation
    /// keys.
    ///
    ///     let key = try await blobs.userDelegationKey(until: tomorrow).firstValue()
    ///     let signature = try ServiceAccess(to: .blob(film), permissions: .read, until: tomorrow)
    ///         .signed(by: key, of: "acct")
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/authenticationFailed`` for another credential; with
    /// ``AzureStorageError/Code/authorizationPermissionMismatch`` if the user does not have the permission; with stage
    /// `request` if the period between `start` and `end` is empty or exceeds seven days; with the response of the service
    /// if `start` is `nil` and the period is invalid; with stage `decoding` if the response contains no valid key. The
    /// response body is omitted from errors, because it can contain the key.
    ///
    /// - Parameters:
    ///   - start: The start of the validity period, with a precision of one second. Defaults to `nil`, which means
    ///     immediately.
    ///   - end: The end of the validity period, with a precision of one second, at most seven days after the start.
    /// - Returns: A cold `Observable<UserDelegationKey>` that emits one value and completes.
    /// - SeeAlso: `POST /?restype=service&comp=userdelegationkey`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-user-delegation-key>, read 2026-11-23.
    public func userDelegationKey(from start: Date? = nil, until end: Date) -> Observable<UserDelegationKey> {
        let query: QueryItems = ["restype": "service", "comp": "userdelegationkey"]
        var operation = Operation(.post, "/", query, parser: .userDelegationKey)
        // The request has no effect on the account.
        operation.options.isIdempotent = true
        if let start {
            let length = AccessDate.rounded(end).timeIntervalSince(AccessDate.rounded(start))
            if length <= 0 || length > 604_800 {
                operation.reject("the validity period of a user delegation key must be positive and at most seven days")
            }
        }
        operation.setBody {
            try XML.body(
                KeyInfo(start: start.map { AccessDate.text($0) }, expiry: AccessDate.text(end)), root: "KeyInfo")
        }
        return send(operation)
    }
}

extension ResponseParser<UserDelegationKey> {
    fileprivate static let userDelegationKey: ResponseParser = {
        let parser = ResponseParser.xml(root: "UserDelegationKey")
        return ResponseParser(accept: parser.accept) { head, body, decoder in
            do {
                return try parser.read(head, body, decoder: decoder)
            } catch {
                // Errors of other types are omitted, because they could quote the body.
                throw BodyDecodingError(
                    .malformed, "the response contains no valid user delegation key: \(error)")
            }
        }.withSecretBody
    }()
}

/// The request body that specifies the validity period of a user delegation key.
private struct KeyInfo: Encodable {
    let start: String?
    let expiry: String
}
