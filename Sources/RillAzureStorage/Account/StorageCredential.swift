/// A credential that authorizes requests to a storage account.
public enum StorageCredential: Sendable, Hashable {
    /// An account key, which signs each request and grants full access.
    case sharedKey(AccountKey)

    /// A shared access signature, which grants limited access for a limited time.
    case sharedAccessSignature(SharedAccessSignature)

    /// Access tokens of Microsoft Entra ID, which grant the access that is assigned to the user or application.
    case bearer(BearerTokens)

    /// No credential, which permits access only to public containers and blobs.
    case anonymous
}
