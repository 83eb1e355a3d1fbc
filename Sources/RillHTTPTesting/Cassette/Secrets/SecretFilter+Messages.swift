internal import RillHTTP

/// Redaction of requests and responses.
extension SecretFilter {
    // MARK: Learning

    /// Returns a filter that also redacts repetitions of the secrets of a request.
    func learned(from request: HAR.Request) -> SecretFilter {
        var filter = self
        filter.learn(from: request)
        return filter
    }

    /// Adds the secrets of a request to the known secrets.
    mutating func learn(from request: HAR.Request) {
        guard isOn else { return }
        learn(from: request.headers)
        learn(url: request.url)
        for secret in secrets(inPairs: request.url[...].drop { $0 != "?" }.dropFirst()) { learn(secret) }
        guard let data = request.postData else { return }
        learn(from: data.body, type: data.mimeType)
        if let text = data.body { learn(text: text) }
    }

    /// Adds the secrets of a response to the known secrets.
    mutating func learn(from response: HAR.Response) {
        guard isOn else { return }
        learn(from: response.headers)
        learn(from: response.content.body, type: response.content.mimeType)
    }

    private mutating func learn(from body: [UInt8]?, type: String) {
        guard let body else { return }
        for secret in filtered(body, type: type).secrets { learn(secret) }
        // The records of a stream can be text.
        if MediaType.isStream(type) { learn(text: body) }
    }

    private mutating func learn(from headers: [HAR.Pair]) {
        for header in headers {
            guard isSecret(field: header.name) else {
                if let name = HTTPField.Name(header.name) { learn(HTTPField(name: name, value: header.value)) }
                continue
            }
            if let cookies = CookieText(header) {
                for value in cookies.values where Self.looksRandom(value) { learn(value) }
                continue
            }
            guard let name = HTTPField.Name(header.name) else {
                learn(header.value)
                continue
            }
            for part in CredentialParts(HTTPField(name: name, value: header.value)).values { learn(part) }
        }
    }

    /// Returns whether one of several values in a header field may be a secret.
    ///
    /// Most cookie values are not secret, for example `theme=dark`.
    private static func looksRandom(_ value: some StringProtocol) -> Bool {
        value.utf8.count >= 8 && (value.contains(where: \.isNumber) || value.utf8.count >= 24)
    }

    // MARK: Redacting

    /// Returns a redacted request and updates its derived fields.
    func clean(_ request: HAR.Request) -> HAR.Request {
        var request = request
        if isOn {
            request.url = url(request.url)
            request.headers = request.headers.map(clean)
            if let data = request.postData, let original = data.body {
                let body = filtered(original, type: data.mimeType).body
                request.postData = HAR.PostData(mimeType: data.mimeType, body: body)
                request.bodySize = body.count
                // The original size would reveal the length of the secret.
                if body != original {
                    request.upload = request.upload?.scaled(to: body.count)
                    request.headers = Self.replacingLength(in: request.headers, with: body.count)
                }
            }
        }
        let query = request.url[...].drop { $0 != "?" }.dropFirst()
        request.queryString = PercentDecoding.pairs(query).map { HAR.Pair(name: $0.name, value: $0.value) }
        request.cookies = request.headers.flatMap { CookieText($0)?.cookies ?? [] }
        return request
    }

    /// Returns a redacted response and updates its derived fields.
    func clean(_ response: HAR.Response) -> HAR.Response {
        var response = response
        if isOn {
            response.statusText = text(response.statusText)
            response.headers = response.headers.map(clean)
            response.redirectURL = url(response.redirectURL)
            // Some tools omit the body, which differs from an empty body.
            if response.content.text != nil, let original = response.content.body {
                let body = filtered(original, type: response.content.mimeType).body
                response.content = HAR.Content(mimeType: response.content.mimeType, body: body)
                response.bodySize = body.count
                response.chunks = response.chunks.map { HAR.Chunk.adjusted($0, of: original, to: body) }
                if body != original { response.headers = Self.replacingLength(in: response.headers, with: body.count) }
            }
            response.error = response.error.map(text)
        }
        response.cookies = response.headers.flatMap { CookieText($0)?.cookies ?? [] }
        return response
    }

    /// Returns header fields whose `Content-Length` has the given value, if there is one.
    private static func replacingLength(in headers: [HAR.Pair], with count: Int) -> [HAR.Pair] {
        headers.map { header in
            header.name.lowercased() == "content-length" ? HAR.Pair(name: header.name, value: "\(count)") : header
        }
    }

    private func clean(_ header: HAR.Pair) -> HAR.Pair {
        var header = header
        if let cookies = CookieText(header) {
            header.value = cookies.withoutValues
        } else if isSecret(field: header.name) {
            header.value = Redactor.mark
        } else if let name = HTTPField.Name(header.name), HTTPField(name: name, value: header.value).isReference {
            header.value = url(header.value)
        } else if header.name.lowercased() == "link" {
            // Link targets are enclosed in angle brackets, so the marker must not contain any.
            header.value = encoded(text(header.value))
        } else {
            header.value = text(header.value)
        }
        return header
    }
}
