public import Foundation
public import Rill
internal import RillHTTP

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
    /// `request` if the period is empty or exceeds seven days, or if the response contains no valid key.
    ///
    /// - Parameters:
    ///   - start: The start of the validity period, with a precision of one second. Defaults to `nil`, which means
    ///     immediately.
    ///   - end: The end of the validity period, with a precision of one second, at most seven days after the start.
    /// - Returns: A cold `Observable<UserDelegationKey>` that emits one value and completes.
    /// - SeeAlso: `POST /?restype=service&comp=userdelegationkey`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-user-delegation-key>.
    public func userDelegationKey(from start: Date? = nil, until end: Date) -> Observable<UserDelegationKey> {
        var operation = Operation<UserDelegationKey>(
            .post, "/", ["restype": "service", "comp": "userdelegationkey"], parser: .xml(root: "UserDelegationKey"))
        if let start, !(0.0...604_800).contains(end.timeIntervalSince(start)) || start == end {
            operation.reject("the validity period of a user delegation key must be positive and at most seven days")
        }
        operation.setBody {
            try XML.body(
                KeyInfo(start: start.map { AccessDate.text($0) }, expiry: AccessDate.text(end)), root: "KeyInfo")
        }
        return send(operation).mapError { [operation] error in
            // The body of a response that cannot be decoded may contain the key.
            guard let error = error as? APIError, error.stage == .decoding else { return error }
            return connection.client.failure(of: operation, error.underlying ?? error)
        }
    }
}

/// The request body that specifies the validity period of a user delegation key.
private struct KeyInfo: Encodable {
    let start: String?
    let expiry: String
}
