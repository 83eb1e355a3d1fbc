internal import Foundation
internal import Rill

/// A complete answer with status 200, and which requests it is for.
struct CachedAnswer: Sendable {
    /// What a response depends on: the fields of the request that `Vary` names, and who has sent it.
    struct Selection: Hashable, Sendable {
        private var named: [HTTPField.Name: [String]] = [:]
        private let identity: [String: [String]]

        /// Notes the fields of a request; nil if `Vary` says that no other request can be alike.
        init?(_ request: HTTPRequest, of identity: [String: [String]], vary: [String]) {
            self.identity = identity
            for text in vary.flatMap(CacheControl.parts).map(CacheControl.trimmed) where !text.isEmpty {
                // What is no name, `*` included, stands for anything.
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

    /// When the head arrived, by the scheduler's clock, and how old the answer was then.
    var received: Duration
    var initialAge: Duration

    /// Whether a request that changes something has gone by since it was asked for: then it is not taken for fresh.
    var isDoubtful = false

    /// How many bytes it takes, about.
    var size: Int {
        let fields = head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
        return chunks.reduce(fields + 512) { $0 + $1.count + 64 }
    }

    // MARK: Validators

    /// Whether the server can be asked if it is still good.
    var hasValidator: Bool { Self.hasValidator(head) }

    static func hasValidator(_ head: HTTPResponse) -> Bool {
        head.headerFields.contains(.eTag) || head.headerFields.contains(.lastModified)
    }

    /// The request, made to ask only for what is new.
    func condition(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headerFields[.ifNoneMatch] = head.headerFields[.eTag]
        request.headerFields[.ifModifiedSince] = head.headerFields[.lastModified]
        return request
    }

    /// Whether an answer 304 means this one, rather than something that the server takes it for.
    func isConfirmed(by confirmation: HTTPResponse) -> Bool {
        guard let other = confirmation.headerFields[.eTag] else { return true }
        return head.headerFields[.eTag].map(Self.opaque) == Self.opaque(other)
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

    /// Takes over the fields of an answer 304 (RFC 9111, 3.2), but those that tell what the kept body is.
    mutating func update(with confirmation: HTTPResponse) {
        let kept: Set<HTTPField.Name> = [
            .contentLength, .contentEncoding, .contentType, .contentRange, .transferEncoding, .connection, .keepAlive,
            .trailer, .upgrade, .proxyAuthenticate, .te,
        ]
        for name in Set(confirmation.headerFields.map(\.name)) where !kept.contains(name) {
            head.headerFields[values: name] = confirmation.headerFields[values: name]
        }
        // How old it was when it was last confirmed.
        if !confirmation.headerFields.contains(.age) { head.headerFields[.age] = nil }
    }

    // MARK: Freshness

    /// How long the server calls it fresh; nil if it says nothing of that.
    static func lifetime(_ head: HTTPResponse) -> Duration? {
        let control = CacheControl(head.headerFields)
        if control.contains("no-cache") { return .zero }
        if let maximum = control.seconds("max-age") { return maximum }
        guard let expires = head.headerFields[.expires] else { return nil }
        // An unreadable date lies in the past, as `0` does. Both dates are the server's, so that its clock may be wrong.
        guard let end = HTTPDate.parse(expires), let date = head.headerFields[.date].flatMap({ HTTPDate.parse($0) })
        else { return .zero }
        return .seconds(max(0, end.timeIntervalSince(date)))
    }

    /// How old it is (RFC 9111, 4.2.3, without the clock on the wall).
    func age(at now: Duration) -> Duration { initialAge + max(now - received, .zero) }

    /// Whether a request may be answered without asking the server.
    func isFresh(for request: HTTPRequest, at now: Duration) -> Bool {
        let wish = CacheControl(request.headerFields)
        guard !isDoubtful, !wish.contains("no-cache"), let lifetime = Self.lifetime(head) else { return false }
        let age = age(at: now)
        if let maximum = wish.seconds("max-age"), age > maximum { return false }
        return lifetime - age > (wish.seconds("min-fresh") ?? .zero)
    }

    /// The answer as an exchange.
    func events(age: Duration? = nil) -> Observable<TransportEvent> {
        var head = head
        if let age { head.headerFields[.age] = "\(age.components.seconds)" }
        return .from([.head(head)] + chunks.map(TransportEvent.chunk))
    }
}
