extension HAR {
    /// What was answered.
    struct Response: Codable {
        /// The code; 0 if there was no answer.
        var status: Int
        var statusText: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Cookie] = []
        var headers: [Pair]
        var content: Content
        var redirectURL = ""
        var headersSize = -1
        var bodySize: Int

        /// Why there was no answer, or no whole one: `closedEarly: 5 bytes had come`, `net::ERR_CONNECTION_REFUSED`.
        ///
        /// Chrome's, too.
        var error: String?

        /// The pieces in which the body came; a field of ours, left out if it came in one piece at the end.
        var chunks: [Chunk]?
    }

    /// A body.
    struct Content: Codable {
        var size: Int
        var mimeType: String
        /// Nil if the exporting tool has not kept it.
        var text: String?
        var encoding: String?
    }

    /// A piece of a body.
    struct Chunk: Codable, Hashable {
        /// When it came, in milliseconds from the start of the exchange.
        var offset: Double
        var size: Int
    }
}

extension HAR.Response {
    private enum CodingKeys: String, CodingKey {
        case status, statusText, httpVersion, cookies, headers, content, redirectURL, headersSize, bodySize
        case error = "_error"
        case chunks = "_chunks"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decode(Int.self, forKey: .status)
        statusText = try container.decodeIfPresent(String.self, forKey: .statusText) ?? ""
        headers = try container.decodeIfPresent([HAR.Pair].self, forKey: .headers) ?? []
        let content = try container.decodeIfPresent(HAR.Content.self, forKey: .content)
        self.content = content ?? HAR.Content(size: 0, mimeType: "")
        bodySize = -1
        // What other tools keep under these names is theirs.
        error = (try? container.decodeIfPresent(String.self, forKey: .error)) ?? nil
        chunks = (try? container.decodeIfPresent([HAR.Chunk].self, forKey: .chunks)) ?? nil
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

    /// The bytes; nil if the Base64 is wrong.
    var body: [UInt8]? { HARText.decode(text ?? "", encoding: encoding) }
}
