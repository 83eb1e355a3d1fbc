internal import Foundation

/// Which part of a list is asked for.
struct AzurePaging: Sendable {
    /// How the names of what is wanted begin.
    let prefix: String

    /// The first name of the page; nil for the first page.
    let start: String?
    let maximum: Int

    /// What is wanted beside the names: `metadata`, for example.
    let included: Set<String>
    private let request: AzureRequest

    private static let largestPage = 5_000

    init(_ request: AzureRequest) throws(AzureRefusal) {
        self.request = request
        prefix = request.parameter("prefix") ?? ""
        let marker = request.parameter("marker")
        start = try marker.map { text throws(AzureRefusal) in
            guard let name = Self.name(ofMarker: text) else { throw .invalidParameter("marker", text) }
            return name
        }
        // More than the largest page is the largest page.
        maximum = min(
            try request.number("maxresults", default: Self.largestPage, in: 1...Int(Int32.max)), Self.largestPage)
        included = Set(
            request.query.filter { $0.name.lowercased() == "include" }
                .flatMap { $0.value.split(separator: ",").map { $0.lowercased() } })
    }

    // MARK: Markers

    /// The marker of a page that begins with a name: something that a client cannot make sense of, with signs that it has to
    /// encode.
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

    /// Takes the page out of names, which are in their order.
    func page(of names: [String]) -> (names: [String], next: String?) {
        let found = names.filter { $0.hasPrefix(prefix) && $0 >= start ?? "" }
        return (Array(found.prefix(maximum)), found.dropFirst(maximum).first)
    }

    /// The outermost element of a list, with what the request has said.
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
        return AzureElement(
            "EnumerationResults", attributes: endpoint.merging(attributes) { _, own in own }, children)
    }
}
