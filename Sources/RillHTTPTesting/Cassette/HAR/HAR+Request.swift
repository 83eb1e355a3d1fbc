internal import RillHTTP
internal import RillSystem

extension HAR {
    /// A recorded request.
    struct Request: Codable {
        var method: String
        var url: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Cookie] = []
        var headers: [Pair]
        var queryString: [Pair] = []
        var postData: PostData?
        var headersSize = -1
        var bodySize: Int

        /// The progress of the upload.
        ///
        /// A custom field, omitted if the body was uploaded in one step.
        var upload: Upload?

        /// The secrets in the path.
        ///
        /// Not part of the file.
        var pathSecrets: [String] = []

        /// Whether the body of the response is a secret.
        ///
        /// Not part of the file.
        var hasSecretResponse = false
    }

    /// The body of a request.
    struct PostData: Codable {
        var mimeType: String
        var text: String
        /// `base64` if the body is not text.
        ///
        /// A custom field, because HAR defines none for request bodies.
        var encoding: String?

        private enum CodingKeys: String, CodingKey {
            case mimeType, text
            case encoding = "_encoding"
        }
    }
}

extension HAR.Request {
    init(_ request: HTTPRequest, url: String, body: HTTPBody?) {
        method = request.method.rawValue
        self.url = url
        headers = request.headerFields.map { HAR.Pair(name: $0.name.rawName, value: $0.value) }
        // The secrets in a compressed body could not be found.
        let bytes = body?.uncompressedBytes
        let type = request.headerFields[.contentType] ?? body?.contentType
        postData = bytes.map { HAR.PostData(mimeType: type ?? "", body: $0) }
        bodySize = body?.bytes?.count ?? (body == nil ? 0 : -1)
        pathSecrets = request.pathSecrets
        hasSecretResponse = request.hasSecretResponse
    }

    /// Replaces the body, and updates its length and the progress of its upload.
    mutating func replaceBody(with body: [UInt8]) {
        let original = postData?.body
        postData = HAR.PostData(mimeType: postData?.mimeType ?? "", body: body)
        bodySize = body.count
        guard body != original else { return }
        // The original size would reveal the length of a secret.
        upload = upload?.scaled(to: body.count)
        headers.replaceLength(with: body.count)
    }

    /// Updates the fields that repeat parts of the URL and the header fields.
    mutating func updateDerivedFields() {
        let query = url[...].drop { $0 != "?" }.dropFirst()
        queryString = PercentDecoding.pairs(query).map { HAR.Pair(name: $0.name, value: $0.value) }
        cookies = headers.flatMap { CookieText($0)?.cookies ?? [] }
    }

    private enum CodingKeys: String, CodingKey {
        case method, url, httpVersion, cookies, headers, queryString, postData, headersSize, bodySize
        case upload = "_upload"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        method = try container.decode(String.self, forKey: .method)
        url = try container.decode(String.self, forKey: .url)
        headers = try container.decodeIfPresent([HAR.Pair].self, forKey: .headers) ?? []
        postData = try container.decodeIfPresent(HAR.PostData.self, forKey: .postData)
        bodySize = -1
        // Other tools may use this field name for values of another type.
        let upload = try? container.decode(HAR.Upload.self, forKey: .upload)
        self.upload = upload.flatMap { $0.size > 0 ? $0 : nil }
    }
}

extension HAR.PostData {
    init(mimeType: String, body: [UInt8]) {
        self.mimeType = mimeType
        (text, encoding) = HARText.encode(body, type: mimeType)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        mimeType = try container.decodeIfPresent(String.self, forKey: .mimeType) ?? ""
        encoding = try? container.decode(String.self, forKey: .encoding)
        if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            self.text = text
        } else {
            // Some tools export only the name-value pairs of a form.
            let form = try decoder.container(keyedBy: AnyCodingKey.self)
            let params = try form.decodeIfPresent([HAR.Pair].self, forKey: AnyCodingKey("params")) ?? []
            text = params.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
                .joined(separator: "&")
        }
    }

    /// The bytes of the body, or `nil` if the Base64 text is invalid.
    var body: [UInt8]? { HARText.decode(text, encoding: encoding) }
}

extension [HAR.Pair] {
    /// Replaces the value of `Content-Length`, if there is one.
    mutating func replaceLength(with count: Int) {
        for index in indices where self[index].name.lowercased() == "content-length" { self[index].value = "\(count)" }
    }
}
