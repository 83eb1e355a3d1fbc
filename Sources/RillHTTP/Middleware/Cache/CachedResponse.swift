internal import Foundation
internal import Rill

/// A complete response with status 200 and the requests that it applies to.
struct CachedResponse: Sendable {
    /// The parts of a request that a response depends on: the header fields that `Vary` names, and the sender.
    struct Selection: Hashable, Sendable {
        private var named: [HTTPField.Name: [String]] = [:]
        private let identity: [String: [String]]

        /// Records the header fields of a request.
        ///
        /// Returns `nil` if the `Vary` field matches no other request.
        init?(_ request: HTTPRequest, of identity: [String: [String]], vary: [String]) {
            self.identity = identity
            for part in vary.flatMap({ FieldText.split($0[...], at: ",") }) {
                let text = CacheControl.trimmed(part)
                if text.isEmpty { continue }
                // `*`, and anything that is not a valid field name, matches no other request.
                guard text != "*", let name = HTTPField.Name(text) else { return nil }
                named[name] = request.headerFields[values: name]
            }
        }

        func matches(_ request: HTTPRequest, of other: [String: [String]]) -> Bool {
            named.allSatisfy { request.headerFields[values: $0.key] == $0.value } && identity == other
        }
    }

    var head: HTTPResponse
    let chunks: [[UInt8]]
    let selection: Selection

    /// The time when the response head arrived, on the scheduler's clock, and the age of the response at that time.
    var received: Duration
    var initialAge: Duration

    /// Whether the cache was invalidated while the request was pending, so the response must be revalidated before use.
    var needsRevalidation = false

    /// The approximate size in bytes.
    var size: Int {
        let fields = head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
        return chunks.reduce(fields + 512) { $0 + $1.count + 64 }
    }

    // MARK: Validators

    /// Whether the server can be asked to revalidate the response.
    var hasValidator: Bool { Self.hasValidator(head) }

    static func hasValidator(_ head: HTTPResponse) -> Bool {
        head.headerFields.contains(.eTag) || head.headerFields.contains(.lastModified)
    }

    /// Returns a conditional request that revalidates this response.
    func condition(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headerFields[.ifNoneMatch] = head.headerFields[.eTag]
        request.headerFields[.ifModifiedSince] = head.headerFields[.lastModified]
        return request
    }

    /// Returns whether a 304 response confirms this stored response rather than another version of it.
    func isConfirmed(by confirmation: HTTPResponse) -> Bool {
        guard let other = confirmation.headerFields[.eTag] else { return true }
        return head.headerFields[.eTag].map(Self.opaque) == Self.opaque(other)
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

    /// Updates the header fields from a 304 response (RFC 9111, 3.2), except the fields that describe the stored body.
    mutating func update(with confirmation: HTTPResponse) {
        let preserved: Set<HTTPField.Name> = [
            .contentLength, .contentEncoding, .contentType, .contentRange, .transferEncoding, .connection, .keepAlive,
            .trailer, .upgrade, .proxyAuthenticate, .te,
        ]
        for name in Set(confirmation.headerFields.map(\.name)) where !preserved.contains(name) {
            head.headerFields[values: name] = confirmation.headerFields[values: name]
        }
        // The stored age was valid for the previous validation.
        if !confirmation.headerFields.contains(.age) { head.headerFields[.age] = nil }
    }

    // MARK: Freshness

    /// Returns the freshness lifetime of a response, or `nil` if the server does not specify one.
    static func lifetime(_ head: HTTPResponse) -> Duration? {
        let control = CacheControl(head.headerFields)
        if control.contains("no-cache") { return .zero }
        if let maximum = control.seconds("max-age") { return maximum }
        guard let expires = head.headerFields[.expires] else { return nil }
        // An invalid date such as `0` means expired. Both dates come from the server, so its clock may be wrong.
        guard let end = HTTPDate.parse(expires), let date = head.headerFields[.date].flatMap({ HTTPDate.parse($0) })
        else { return .zero }
        return .seconds(max(0, end.timeIntervalSince(date)))
    }

    /// Returns the current age (RFC 9111, 4.2.3, without the wall clock).
    func age(at now: Duration) -> Duration { initialAge + max(now - received, .zero) }

    /// Returns whether the response can be used for a request without revalidation.
    func isFresh(for request: HTTPRequest, at now: Duration) -> Bool {
        let requestControl = CacheControl(request.headerFields)
        guard !needsRevalidation, !requestControl.contains("no-cache"), let lifetime = Self.lifetime(head) else {
            return false
        }
        let age = age(at: now)
        if let maximum = requestControl.seconds("max-age"), age > maximum { return false }
        return lifetime - age > (requestControl.seconds("min-fresh") ?? .zero)
    }

    /// Returns the stored response as the events of an exchange.
    func events(age: Duration? = nil) -> Observable<TransportEvent> {
        var head = head
        if let age { head.headerFields[.age] = "\(age.components.seconds)" }
        return .from([.head(head)] + chunks.map(TransportEvent.chunk))
    }
}
