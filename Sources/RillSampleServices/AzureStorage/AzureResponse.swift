internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

extension LoopbackServer.Response {
    /// Creates a response with an XML body.
    static func xml(_ element: AzureElement, fields: HTTPFields = [:]) -> Self {
        var fields = fields
        fields[.contentType] = "application/xml"
        return Self(fields: fields, body: element.document)
    }
}

extension HTTPFields {
    /// Sets a field.
    ///
    /// Does nothing if the value is `nil` or empty.
    mutating func set(_ name: String, _ value: String?) {
        guard let name = HTTPField.Name(name), let value, !value.isEmpty else { return }
        self[name] = value
    }
}
