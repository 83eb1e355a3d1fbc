internal import Foundation
internal import RillHTTP

/// Conditional requests and their responses.
///
/// - SeeAlso: RFC 9111, 4.3; RFC 9110, 13.
extension StoredResponse {
    /// Returns a conditional request that revalidates this response.
    func condition(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headerFields[.ifNoneMatch] = head.headerFields[.eTag]
        request.headerFields[.ifModifiedSince] = head.headerFields[.lastModified]
        return request
    }

    /// Returns whether a 304 response confirms this stored response rather than another version of it (RFC 9111, 4.3.4).
    ///
    /// `Last-Modified` counts only if there is no `ETag`. Many servers omit it, so a 304 response without validators
    /// confirms the response whose validators were sent.
    func isConfirmed(by confirmation: HTTPResponse) -> Bool {
        if let other = confirmation.headerFields[.eTag] {
            return head.headerFields[.eTag].map(Self.opaque) == Self.opaque(other)
        }
        return isMatched(by: .lastModified, of: confirmation)
    }

    /// Returns whether the response to a `HEAD` request describes this stored response (RFC 9111, 4.3.5).
    ///
    /// - Parameters:
    ///   - other: The response to the `HEAD` request.
    ///   - size: The size of the stored body in bytes.
    func isDescribed(by other: HTTPResponse, size: Int) -> Bool {
        guard isMatched(by: .eTag, of: other), isMatched(by: .lastModified, of: other) else { return false }
        guard let length = other.headerFields[.contentLength] else { return true }
        if let own = head.headerFields[.contentLength] { return own == length }
        // The length of an encoded body differs from the size of the stored body, which may be decoded.
        return head.hasContentCoding || other.hasContentCoding || Int(length) == size
    }

    /// Returns whether a validator of another response is equal to the stored one, or missing from the other response.
    private func isMatched(by validator: HTTPField.Name, of other: HTTPResponse) -> Bool {
        other.headerFields[validator].map { $0 == head.headerFields[validator] } ?? true
    }

    /// Returns whether this response satisfies the conditions of a request, so that the sender receives status 304.
    func isNotModified(for request: HTTPRequest) -> Bool {
        guard !request.headerFields.contains(.ifNoneMatch) else {
            guard let own = head.headerFields[.eTag] else { return false }
            return request.headerFields.elements(of: .ifNoneMatch)
                .contains { $0 == "*" || Self.opaque($0) == Self.opaque(own) }
        }
        guard let limit = request.headerFields[.ifModifiedSince].flatMap({ Date(httpDate: $0) }),
            let changed = (head.headerFields[.lastModified] ?? head.headerFields[.date]).flatMap({ Date(httpDate: $0) })
        else { return false }
        return changed <= limit
    }

    /// Returns the response with status 304 and the fields that the response with status 200 would have (RFC 9110,
    /// 15.4.5).
    func notModified(age: Duration) -> HTTPResponse {
        let names: Set<HTTPField.Name> = [
            .cacheControl, .contentLocation, .date, .eTag, .expires, .vary, .lastModified,
        ]
        var fields = head.headerFields
        fields.removeAll { !names.contains($0.name) }
        fields[.age] = "\(age.components.seconds)"
        return HTTPResponse(status: .notModified, headerFields: fields)
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

    /// Updates the times and the header fields from a 304 response (RFC 9111, 3.2), except the fields that describe the
    /// stored body.
    ///
    /// - Parameters:
    ///   - confirmation: The response.
    ///   - sent: The time since 1970 when the request was sent.
    ///   - received: The time since 1970 when the head arrived.
    mutating func update(with confirmation: HTTPResponse, sent: Duration, received: Duration) {
        self.received = received
        initialAge = confirmation.age(sent: sent, received: received)
        var head = head
        let isConnectionField = Self.connectionFields(of: confirmation)
        for field in confirmation.headerFields where !Self.bodyFields.contains(field.name) && !isConnectionField(field)
        {
            head.headerFields[values: field.name] = confirmation.headerFields[values: field.name]
        }
        // The stored age was valid for the previous validation.
        if !confirmation.headerFields.contains(.age) { head.headerFields[.age] = nil }
        self.head = head
    }

    /// Whether the response can still be stored as the same variant after an update.
    var isStorableUpdate: Bool {
        StoringPolicy.isStorable(head, received: received) && head.varyNames == varyNames
    }

    private static let bodyFields: Set<HTTPField.Name> = [
        .contentLength, .contentEncoding, .contentType, .contentRange,
    ]
}

extension HTTPResponse {
    /// Whether the response has a validator, with which it can be revalidated.
    var hasValidator: Bool { headerFields.contains(.eTag) || headerFields.contains(.lastModified) }
}
