internal import Foundation
internal import RillHTTPTesting

/// The prefix, marker, and page size of a list request.
struct AzurePaging: Sendable {
    /// The prefix of the requested names.
    let prefix: String

    /// The first name of the page, or `nil` for the first page.
    let start: String?
    let maximum: Int

    /// The additional data to include, for example `metadata`.
    let included: Set<String>
    private let request: AzureRequest

    private static let largestPage = 5_000

    /// Parses the parameters of a list request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - supported: The supported values of `include`.
    /// - Throws: An error for an invalid or unsupported parameter.
    init(_ request: AzureRequest, includes supported: Set<String>) throws {
        self.request = request
        prefix = request.parameter("prefix") ?? ""
        let marker = request.parameter("marker")
        start = try marker.map { text in
            guard let name = Self.name(ofMarker: text) else { throw AzureError.invalidParameter("marker", text) }
            return name
        }
        // Larger values are reduced to the maximum page size.
        maximum = min(
            try request.number("maxresults", default: Self.largestPage, in: 1...Int(Int32.max)), Self.largestPage)
        included = Set(
            request.query.filter { $0.name.lowercased() == "include" }
                .flatMap { $0.value.split(separator: ",").map { $0.lowercased() } })
        guard included.isSubset(of: supported) else {
            throw AzureError("NotImplemented").with("QueryParameterName", "include")
        }
    }

    // MARK: Markers

    /// Returns the marker of the page that starts with a name.
    ///
    /// The marker is opaque to clients, and contains characters that must be percent-encoded.
    static func marker(of name: String) -> String {
        let text = Data(name.utf8).base64EncodedString()
        return "2!\(text.utf8.count)!\(text)"
    }

    private static func name(ofMarker marker: String) -> String? {
        let parts = marker.split(separator: "!", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "2", Int(parts[1]) == parts[2].utf8.count,
            let bytes = Data(base64Encoded: String(parts[2]))
        else { return nil }
        return String(bytes: bytes, encoding: .utf8)
    }

    // MARK: Lists

    /// Returns the response to a request that lists the containers or queues of a store.
    ///
    /// - Parameters:
    ///   - request: The request, which can include metadata.
    ///   - store: The store.
    ///   - name: The name of the list.
    ///   - element: A closure that returns the element of a container or queue.
    /// - Returns: The response.
    /// - Throws: An error for an invalid or unsupported parameter.
    static func response<Value>(
        to request: AzureRequest, _ store: AzureStore<Value>, _ name: String,
        element: (_ name: String, _ value: Value, _ includesMetadata: Bool) -> AzureElement
    ) throws -> LoopbackServer.Response {
        let paging = try AzurePaging(request, includes: ["metadata"])
        let page = paging.page(of: store.names)
        let includesMetadata = paging.included.contains("metadata")
        // Skip values that were deleted after their names were read.
        let elements = page.names.compactMap { name in
            try? store.change(name) { element(name, $0, includesMetadata) }
        }
        return .xml(paging.list(AzureElement(name, elements), next: page.next))
    }

    /// Returns a page of sorted names.
    private func page(of names: [String]) -> (names: [String], next: String?) {
        let found = names.filter { $0.hasPrefix(prefix) && $0 >= start ?? "" }
        return (Array(found.prefix(maximum)), found.dropFirst(maximum).first)
    }

    /// Returns the root element of a list, which repeats the parameters of the request.
    func list(
        attributes: [String: String] = [:], delimiter: String? = nil, _ content: AzureElement, next: String?
    ) -> AzureElement {
        var children: [AzureElement] = []
        for name in ["prefix", "marker", "maxresults"] {
            guard let value = request.parameter(name) else { continue }
            children.append(AzureElement(name == "maxresults" ? "MaxResults" : name.capitalized, value))
        }
        if let delimiter { children.append(AzureElement("Delimiter", delimiter)) }
        children += [content, AzureElement("NextMarker", next.map { Self.marker(of: $0) } ?? "")]
        let endpoint = ["ServiceEndpoint": "\(request.endpoint)/"]
        return AzureElement("EnumerationResults", attributes: endpoint.merging(attributes) { _, own in own }, children)
    }
}
