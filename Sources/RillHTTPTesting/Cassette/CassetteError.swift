/// An error of a cassette in playback.
///
/// ``CassetteTransport`` fails with a `TransportError` whose text is the error's message.
package struct CassetteError: Error {
    /// What failed, without a trailing period.
    let reason: String

    /// The change that resolves the error instead of a new recording, such as `Fix the file`, or `nil` if the error has no
    /// such advice.
    let alternative: String?

    init(_ reason: String, alternative: String? = nil) {
        self.reason = reason
        self.alternative = alternative
    }

    /// The message for tests, which record with an environment variable.
    var message: String {
        message(recording: "record it again with \(CassetteTransport.Mode.environmentVariable)=all", otherwise: nil)
    }

    /// Returns the message for a program that records in another way.
    ///
    /// - Parameters:
    ///   - recording: How to record the cassette again, as the second part of a sentence.
    ///   - advice: The advice for an error without advice, as a sentence without a trailing period, or `nil`.
    /// - Returns: The reason and the advice.
    package func message(recording: String, otherwise advice: String?) -> String {
        let sentences = [reason, alternative.map { "\($0), or \(recording)" } ?? advice]
        return sentences.compactMap { $0 }.joined(separator: ". ")
    }
}
