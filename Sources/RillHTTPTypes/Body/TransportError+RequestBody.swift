internal import RillSystem

/// Errors of request bodies.
extension TransportError {
    /// Returns the error for a body that cannot be read.
    package static func unreadableBody(_ error: any Error) -> TransportError {
        TransportError(
            .sendFailed, .requestBody, "cannot read the request body: \(error.textWithoutValue)", underlying: error)
    }

    /// Returns the error for a body whose length differs from its declared length.
    package static func wrongBodyLength(_ found: String, declared count: Int) -> TransportError {
        TransportError(.sendFailed, .requestBody, "the request body has \(found), but \(count) were declared")
    }

    /// Returns the error for a stream that ignores back-pressure and exceeds a limit in bytes.
    package static func bodyBufferOverflow(limit: Int) -> TransportError {
        TransportError(
            .sendFailed, .requestBody,
            "the stream ignores back-pressure and exceeded the buffer limit of \(limit) bytes")
    }
}

extension Error {
    /// The description of the error, without the value of an encoding error, which can be a secret.
    package var textWithoutValue: String {
        guard case .invalidValue(_, let context)? = self as? EncodingError else { return SystemFailure.text(self) }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        let name = path.isEmpty ? "the value" : path.hasPrefix(".") ? String(path.dropFirst()) : path
        return "cannot encode \(name): \(context.debugDescription)"
    }
}
