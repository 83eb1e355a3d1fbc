/// What proves to the service that one may do what one asks for.
public enum StorageCredential: Sendable, Hashable {
    /// A key of the account, which signs each request, and may do everything.
    case sharedKey(AccountKey)

    /// A signature that somebody with a key has made, for some things and some time.
    case sharedAccessSignature(SharedAccessSignature)

    /// Nothing: what is public can be read.
    case anonymous
}
