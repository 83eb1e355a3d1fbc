internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

extension LoopbackServer.Response {
    /// Makes a response of XML.
    static func xml(_ element: AzureElement, fields: HTTPFields = [:]) -> Self {
        var fields = fields
        fields[.contentType] = "application/xml"
        return Self(fields: fields, body: element.document)
    }
}

extension HTTPFields {
    /// The fields that tell of which state something is.
    static func state(eTag: String, modified: Date) -> HTTPFields {
        [.eTag: "\"\(eTag)\"", .lastModified: HTTPDate.text(modified)]
    }

    /// Sets a field; nil leaves it out.
    mutating func set(_ name: String, _ value: String?) {
        guard let name = HTTPField.Name(name), let value, !value.isEmpty else { return }
        self[name] = value
    }
}
