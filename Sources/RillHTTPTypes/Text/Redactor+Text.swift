package import Foundation

/// Redaction of texts of a server, in which deceptive characters are replaced as well.
extension Redactor {
    /// Returns a text of a server with secrets redacted and deceptive characters replaced.
    ///
    /// Line feeds and tabs are kept.
    package func clean(_ text: String) -> String { BodyText.clean(self.text(text)) }

    /// Returns a text of a server with secrets redacted and deceptive characters replaced, on one line.
    package func line(_ text: String) -> String { BodyText.line(self.text(text)) }

    /// Returns the URL of a request with secrets redacted.
    package func url(of request: HTTPRequest) -> String { BodyText.line(url(request.unvalidatedURL)) }

    /// Returns a status whose reason phrase has secrets redacted and deceptive characters replaced.
    package func status(_ status: HTTPResponse.Status) -> HTTPResponse.Status {
        HTTPResponse.Status(code: status.code, reasonPhrase: line(status.reasonPhrase))
    }

    /// Returns header fields whose values have secrets redacted and deceptive characters replaced.
    package func fields(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(
            fields.map { field in
                let value = self.field(field.value, named: field.name.canonicalName)
                return HTTPField(name: field.name, value: BodyText.clean(value))
            })
    }

    /// Returns a response head with the known secrets redacted and deceptive characters replaced.
    package func withoutKnownSecrets(_ head: HTTPResponse) -> HTTPResponse {
        HTTPResponse(
            status: .init(code: head.status.code, reasonPhrase: clean(head.status.reasonPhrase)),
            headerFields: HTTPFields(head.headerFields.map { HTTPField(name: $0.name, value: clean($0.value)) }))
    }

    /// Returns a body with all known secrets redacted, in the same format.
    package func withoutKnownSecrets(_ body: Data, type: String?) -> Data {
        var redactor = self
        redactor.usesNames = false
        return Data(redactor.body([UInt8](body), as: BodyFormat(type)))
    }
}
