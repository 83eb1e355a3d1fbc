extension HAR {
    /// A recorded response.
    struct Response: Codable {
        /// The status code, or 0 if there was no response.
        var status: Int
        var statusText: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Cookie] = []
        var headers: [Pair]
        var content: Content
        var redirectURL = ""
        var headersSize = -1
        var bodySize: Int

        /// The error of a missing or incomplete response, for example `closedEarly: received 5 bytes` or
        /// `net::ERR_CONNECTION_REFUSED`.
        ///
        /// Chrome uses the same field.
        var error: String?

        /// The chunks of the body.
        ///
        /// A custom field, omitted if the body arrived as one chunk at the end.
        var chunks: [Chunk]?

        /// Whether the client canceled the exchange.
        ///
        /// A custom field, omitted if the response ended.
        var isCancelled: Bool?

        /// Whether the body still has the content codings of its header fields.
        ///
        /// A custom field, omitted if it is evident from the body; see `PlayedFields`.
        var isEncoded: Bool?

        /// Whether the response is a stream that had not ended when the client canceled the exchange.
        var isEndless: Bool { isCancelled == true && MediaType.isStream(content.mimeType) }

        /// Whether the client canceled the exchange of a response that is not a stream.
        var isCutOff: Bool { isCancelled == true && !isEndless }

        /// Whether the end of the body is missing.
        var hasPartialBody: Bool { isCancelled == true || error != nil }
    }

    /// A response body.
    struct Content: Codable {
        var size: Int
        var mimeType: String
        /// The text, or `nil` if the exporting tool omitted the body.
        var text: String?
        var encoding: String?
    }

    /// The size and the time of a body chunk.
    struct Chunk: Codable, Hashable {
        /// The time since the start of the exchange, in milliseconds.
        var offset: Double
        var size: Int
    }
}

extension HAR.Response {
    /// Replaces the body, and updates its length and its chunks.
    mutating func replaceBody(with body: [UInt8]) {
        let original = content.body ?? []
        content = HAR.Content(mimeType: content.mimeType, body: body)
        bodySize = body.count
        chunks = chunks.map { HAR.Chunk.adjusted($0, of: original, to: body) }
        if body != original, !hasPartialBody { headers.replaceLength(with: body.count) }
    }

    /// Updates the field that repeats parts of the header fields.
    mutating func updateDerivedFields() {
        cookies = headers.flatMap { CookieText($0)?.cookies ?? [] }
    }

    private enum CodingKeys: String, CodingKey {
        case status, statusText, httpVersion, cookies, headers, content, redirectURL, headersSize, bodySize
        case error = "_error"
        case chunks = "_chunks"
        case isCancelled = "_isCancelled"
        case isEncoded = "_isEncoded"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decode(Int.self, forKey: .status)
        statusText = try container.decodeIfPresent(String.self, forKey: .statusText) ?? ""
        headers = try container.decodeIfPresent([HAR.Pair].self, forKey: .headers) ?? []
        content = try container.decodeIfPresent(HAR.Content.self, forKey: .content) ?? .init(size: 0, mimeType: "")
        redirectURL = (try? container.decode(String.self, forKey: .redirectURL)) ?? ""
        bodySize = -1
        // Other tools may use these field names for values of other types.
        error = try? container.decode(String.self, forKey: .error)
        chunks = try? container.decode([HAR.Chunk].self, forKey: .chunks)
        isCancelled = try? container.decode(Bool.self, forKey: .isCancelled)
        isEncoded = try? container.decode(Bool.self, forKey: .isEncoded)
    }
}

extension HAR.Content {
    init(mimeType: String, body: [UInt8]) {
        self.mimeType = mimeType
        size = body.count
        (text, encoding) = HARText.encode(body, type: mimeType)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        size = (try? container.decode(Int.self, forKey: .size)) ?? 0
        mimeType = try container.decodeIfPresent(String.self, forKey: .mimeType) ?? ""
        text = try container.decodeIfPresent(String.self, forKey: .text)
        encoding = try container.decodeIfPresent(String.self, forKey: .encoding)
    }

    /// The bytes of the body, or `nil` if the Base64 text is invalid.
    var body: [UInt8]? { HARText.decode(text ?? "", encoding: encoding) }
}
