internal import Foundation
internal import RillHTTP

/// The head of a stored response, and the values that determine its variant and its age.
struct StoredResponse: Hashable, Sendable {
    var head: HTTPResponse { didSet { control = CacheControl(head) } }

    /// The directives of the head.
    private(set) var control: CacheControl

    /// The names in the `Vary` field.
    var varyNames: [HTTPField.Name]

    /// The time since 1970 when the response head arrived, and the age of the response at that time.
    var received: Duration
    var initialAge: Duration

    /// Whether the cache was invalidated while the request was pending, so the response must be revalidated before use.
    var needsRevalidation = false

    /// Creates a stored response.
    ///
    /// Removes the header fields that apply to the connection rather than to the response (RFC 9111, 3.1).
    init(head: HTTPResponse, varyNames: [HTTPField.Name], received: Duration, initialAge: Duration) {
        var head = head
        head.headerFields.removeAll(where: Self.connectionFields(of: head))
        self.head = head
        control = CacheControl(head)
        self.varyNames = varyNames
        self.received = received
        self.initialAge = initialAge
    }

    /// Returns a function that selects the header fields of a connection.
    static func connectionFields(of head: HTTPResponse) -> (HTTPField) -> Bool {
        let named = head.headerFields.elements(of: .connection).compactMap { HTTPField.Name($0) }
        let names = connectionNames.union(named)
        return { names.contains($0.name) }
    }

    private static let connectionNames: Set<HTTPField.Name> = [
        .connection, .keepAlive, .te, .transferEncoding, .upgrade, .trailer, .proxyAuthenticate, .proxyAuthorization,
        .init(literal: "Proxy-Authentication-Info"), .init(literal: "Proxy-Connection"),
    ]
}

// MARK: Coding

extension StoredResponse {
    /// The version of the format, which is part of the metadata.
    private static let version: UInt8 = 1

    /// The response as the metadata of an entry.
    var metadata: [UInt8] {
        var bytes: [UInt8] = [Self.version, needsRevalidation ? 1 : 0]
        for time in [received, initialAge] { bytes += UInt64(bitPattern: time.milliseconds).littleEndianBytes }
        bytes += UInt64(head.status.code).littleEndianBytes
        for text in [head.status.reasonPhrase, varyNames.map(\.rawName).joined(separator: ",")]
            + head.headerFields.filter({ !HTTPField.Name.singleUse.contains($0.name) })
            .flatMap({ [$0.name.rawName, $0.value] })
        {
            bytes += UInt64(text.utf8.count).littleEndianBytes
            bytes += Array(text.utf8)
        }
        return bytes
    }

    /// Decodes the metadata of an entry.
    ///
    /// Returns `nil` if it is invalid or has another version.
    init?(_ metadata: [UInt8]) {
        var rest = metadata[...]
        guard rest.popFirst() == Self.version, let flags = rest.popFirst(), let received = Self.number(&rest),
            let age = Self.number(&rest), let code = Self.number(&rest), 0...999 ~= code, let phrase = Self.text(&rest),
            let names = Self.text(&rest).flatMap({ CacheKeys.names(inVary: $0.split(separator: ",").map(String.init)) })
        else { return nil }
        var fields = HTTPFields()
        while !rest.isEmpty {
            guard let name = Self.text(&rest).flatMap({ HTTPField.Name($0) }), let value = Self.text(&rest) else {
                return nil
            }
            fields.append(HTTPField(name: name, value: value))
        }
        head = HTTPResponse(status: .init(code: Int(code), reasonPhrase: phrase), headerFields: fields)
        control = CacheControl(head)
        varyNames = names
        self.received = .milliseconds(received)
        initialAge = .milliseconds(age)
        needsRevalidation = flags & 1 != 0
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.count >= 8 else { return nil }
        defer { rest.removeFirst(8) }
        return Int64(bitPattern: UInt64(littleEndianBytes: rest.prefix(8)))
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let count = number(&rest), 0...Int64(rest.count) ~= count else { return nil }
        defer { rest.removeFirst(Int(count)) }
        return String(validating: rest.prefix(Int(count)), as: UTF8.self)
    }
}

extension Duration {
    /// The whole milliseconds, limited to the range of the type.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflows ? (seconds < 0 ? .min : .max) : product + attoseconds / 1_000_000_000_000_000
    }
}
