internal import RillHTTP
internal import RillWebSocket

/// Redacts the secrets in recorded messages, and learns them from each message.
struct SecretFilter: Sendable {
    /// The marker in URLs and forms, in which angle brackets are not allowed.
    static let encodedMark = PercentEncoding.encode(Redactor.mark)

    /// The type of messages, whose format is not declared.
    private static let messageType = "application/json"

    private(set) var redactor: Redactor

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
        learn(entry.response.headers, content.body, content.mimeType, isSecret: entry.hasSecretBody)
        for message in entry.webSocketMessages ?? [] { learn([], message.message?.bytes, Self.messageType) }
    }

    private mutating func learn(from request: HAR.Request) {
        redactor.learn(url: request.url)
        for secret in request.pathSecrets { redactor.learn(secret, minimumLength: 1) }
        learn(request.headers, request.postData?.body, request.postData?.mimeType ?? "")
    }

    private mutating func learn(_ headers: [HAR.Pair], _ body: [UInt8]?, _ type: String, isSecret: Bool = false) {
        for header in headers { redactor.learn(field: header.name.lowercased(), header.value) }
        if let body { redactor.learn(body: body, as: BodyFormat(of: body, type), isSecret: isSecret) }
    }

    // MARK: Redacting

    /// Returns a redacted entry.
    func clean(_ entry: HAR.Entry) -> HAR.Entry {
        var clean = entry
        clean.request = self.clean(entry.request)
        clean.response = self.clean(entry.response, isSecret: entry.hasSecretBody)
        clean.webSocketMessages = entry.webSocketMessages?.map(self.clean)
        return clean
    }

    /// Returns a redacted request and updates its derived fields.
    func clean(_ request: HAR.Request) -> HAR.Request {
        var request = request
        if isOn {
            request.url = redactor.url(request.url)
            request.headers = request.headers.map(clean)
            if let data = request.postData, let body = data.body {
                request.replaceBody(with: redactor.body(body, as: BodyFormat(of: body, data.mimeType)))
            }
        }
        request.updateDerivedFields()
        return request
    }

    /// Returns a redacted response and updates its derived fields.
    func clean(_ response: HAR.Response, isSecret: Bool = false) -> HAR.Response {
        var response = response
        if isOn {
            response.statusText = redactor.text(response.statusText)
            response.headers = response.headers.map(clean)
            response.redirectURL = redactor.url(response.redirectURL)
            // Some tools omit the body, which differs from an empty body.
            if response.content.text != nil, let body = response.content.body {
                let format = BodyFormat(of: body, response.content.mimeType)
                let clean = redactor.body(body, as: format, isSecret: isSecret, isPartial: response.hasPartialBody)
                response.replaceBody(with: clean)
            }
            response.error = response.error.map(redactor.text)
        }
        response.updateDerivedFields()
        return response
    }

    /// Returns a redacted message.
    func clean(_ message: HAR.Message) -> HAR.Message {
        guard isOn, let content = message.message else { return message }
        let bytes = redactor.body(content.bytes, as: BodyFormat(of: content.bytes, Self.messageType))
        let clean: WebSocketMessage =
            if case .text = content { .text(String(decoding: bytes, as: UTF8.self)) } else { .binary(bytes) }
        return HAR.Message(message.type, at: message.time, clean)
    }

    private func clean(_ header: HAR.Pair) -> HAR.Pair {
        let value = CookieText(header)?.withoutValues ?? redactor.field(header.value, named: header.name.lowercased())
        return HAR.Pair(name: header.name, value: value)
    }
}

/// The secrets found in the exchanges of a transport.
///
/// All cassettes of a transport share them, because a secret of one service can also be sent to or by another.
extension Monitor<SecretFilter> {
    /// Adds the secrets of an entry, and returns a filter for this entry and later ones.
    func filter(learningFrom entry: HAR.Entry) -> SecretFilter {
        update { filter in
            filter.learn(from: entry)
            return filter
        }
    }
}
