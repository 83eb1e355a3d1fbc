/// A signature that differs between the requests of one user.
package struct RequestSignature: Sendable {
    /// A digest of the texts that identify the user.
    let signer: String?

    /// The value of the `Authorization` field, or `nil` if the request does not have the field yet.
    let authorization: String?

    /// Whether changing another header field would invalidate the signature.
    let coversFields: Bool
}

extension HTTPRequest {
    /// Sets the `Authorization` field to a signature, and states whose signature it is.
    ///
    /// Use this method in middleware that signs each request separately, for example with a digest. A response cache and
    /// request coalescing then compare the user instead of the field, which differs between the requests of one user.
    ///
    ///     request.setSignature(signature, of: ["signature", keyID, secret], coversFields: true)
    ///
    /// The user is forgotten if other middleware changes or removes the field.
    ///
    /// - Parameters:
    ///   - authorization: The value of the field, or `nil` if the user is known but the request is not signed yet.
    ///   - user: The texts that identify the user, such as the key. Only a digest is kept.
    ///   - coversFields: Whether the signature depends on other header fields, so that a cache must not add conditions to the
    ///     request.
    public mutating func setSignature(_ authorization: String?, of user: some Sequence<String>, coversFields: Bool) {
        headerFields[.authorization] = authorization
        signature = RequestSignature(
            signer: TransportIdentity(user).digest, authorization: authorization, coversFields: coversFields)
    }

    /// A digest that identifies the user who signed the request, or `nil` if the header fields identify the user.
    ///
    /// A cache compares it instead of the `Authorization` field; see ``setSignature(_:of:coversFields:)``. Do not log it, or
    /// store it without a keyed hash, because a weak password can be guessed from its digest.
    public var signer: String? { validSignature?.signer }

    /// Whether changing a header field would invalidate the signature.
    public var hasSignedFields: Bool { validSignature?.coversFields == true }

    private var validSignature: RequestSignature? {
        signature.flatMap { $0.authorization == headerFields[.authorization] ? $0 : nil }
    }
}
