/// An error whose description quotes no secret in the response body.
///
/// The errors of other types that decoders throw are omitted from the description of a request with a secret body.
package protocol SecretFreeError: Error {}

extension BodyDecodingError: SecretFreeError {}
