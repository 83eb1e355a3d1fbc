internal import RillHTTP

/// Redacts the secrets in recorded messages, and learns them from each message.
struct SecretFilter: Sendable {
    /// The marker in URLs and forms, in which angle brackets are not allowed.
    static let encodedMark = PercentEncoding.encode(Redactor.mark)

    private var redactor: Redactor

    /// Whether redaction is enabled.
    let isOn: Bool

    init(_ redaction: CassetteTransport.Redaction) {
        isOn = redaction.isOn
        redactor = Redactor(names: redaction.names, urlMark: Self.encodedMark)
        for value in redaction.values { redactor.learn(value, minimumLength: 1) }
    }

    // MARK: Learning

    /// Returns a filter that also redacts repetitions of the secrets of a request.
    func learned(from request: HAR.Request) -> SecretFilter {
        var filter = self
        filter.learn(from: request)
        return filter
    }

    /// Adds the secrets of an entry.
    mutating func learn(from entry: HAR.Entry) {
        learn(from: entry.request)
        let content = entry.response.content
        learn(from: entry.response.headers, content.body, content.mimeType, isSecret: entry.hasSecretBody)
    }

    private mutating func learn(from request: HAR.Request) {
        redactor.learn(url: request.url)
        for secret in request.pathSecrets { redactor.learn(secret, minimumLength: 1) }
        learn(from: request.headers, request.postData?.body, request.postData?.mimeType ?? "")
    }

    private mutating func learn(
        from headers: [HAR.Pair], _ body: [UInt8]?, _ type: String, isSecret: Bool = false
    ) {
        for header in headers { redactor.learn(field: header.name.lowercased(), header.value) }
        if let body { redactor.learn(body: body, as: BodyFormat(of: body, type), isSecret: isSecret) }
    }

    // MARK: Redacting

    /// Returns a text with the known secrets redacted.
    func text(_ text: String) -> String { redactor.text(text) }

    /// Returns a URL with its secrets redacted.
    func url(_ url: String) -> String { redactor.url(url) }

    /// Returns a redacted body.
    func body(_ body: [UInt8], type: String, isSecret: Bool = false) -> [UInt8] {
        redactor.body(body, as: BodyFormat(of: body, type), isSecret: isSecret)
    }

    /// Returns a redacted entry.
    func clean(_ entry: HAR.Entry) -> HAR.Entry {
        var clean = entry
        clean.request = self.clean(entry.request)
        clean.response = self.clean(entry.response, isSecret: entry.hasSecretBody)
        return clean
    }

    /// Returns a redacted request and updates its derived fields.
    func clean(_ request: HAR.Request) -> HAR.Request {
        var request = request
        if isOn {
            request.url = url(request.url)
            request.headers = request.headers.map(clean)
            if let data = request.postData, let original = data.body {
                request.replaceBody(with: body(original, type: data.mimeType))
            }
        }
        request.updateDerivedFields()
        return request
    }

    /// Returns a redacted response and updates its derived fields.
    func clean(_ response: HAR.Response, isSecret: Bool = false) -> HAR.Response {
        var response = response
        if isOn {
            response.statusText = text(response.statusText)
            response.headers = response.headers.map(clean)
            response.redirectURL = url(response.redirectURL)
            // Some tools omit the body, which differs from an empty body.
            if response.content.text != nil, let original = response.content.body {
                response.replaceBody(with: body(original, type: response.content.mimeType, isSecret: isSecret))
            }
            response.error = response.error.map(text)
        }
        response.updateDerivedFields()
        return response
    }

    private func clean(_ header: HAR.Pair) -> HAR.Pair {
        let value = CookieText(header)?.withoutValues ?? redactor.field(header.value, named: header.name.lowercased())
        return HAR.Pair(name: header.name, value: value)
    }
}
