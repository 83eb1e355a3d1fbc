/// The subset of the HAR 1.2 format that cassettes read and write.
///
/// All fields required by the format are written, but only the fields needed for playback are read. Browsers omit some
/// required fields, and fields added by other tools (`_initiator`, `_priority`, …) are ignored.
///
/// - SeeAlso: <http://www.softwareishard.com/blog/har-12-spec/>
enum HAR {
    /// A HAR document.
    struct File: Decodable {
        let log: Log
    }

    struct Log: Decodable {
        let entries: [Entry]
    }

    /// A recorded exchange.
    struct Entry: Codable {
        var startedDateTime: String
        /// The duration in milliseconds, written without fractions for compatibility with other readers.
        var time: Double
        var request: Request
        var response: Response
        var cache = Cache()
        var timings: Timings

        /// The messages of a WebSocket connection.
        ///
        /// Chrome uses the same field.
        var webSocketMessages: [Message]?
    }

    /// The required but always empty cache information.
    struct Cache: Codable {}

    /// The phases that ``Entry/time`` consists of, in milliseconds.
    struct Timings: Codable {
        var send = 0.0
        /// The time until the response head arrived.
        var wait: Double
        /// The time from the response head to the end of the response.
        var receive: Double
    }

    /// A header field, a query item or a form item.
    struct Pair: Codable, Hashable {
        var name: String
        var value: String
    }

    struct Cookie: Encodable {
        var name: String
        var value: String
        var path: String?
        var domain: String?
        var httpOnly: Bool?
        var secure: Bool?
    }
}

extension HAR.Entry {
    /// Whether the body of the response is a secret as a whole.
    var hasSecretBody: Bool { request.hasSecretResponse && 200..<300 ~= response.status }

    private enum CodingKeys: String, CodingKey {
        case startedDateTime, time, request, response, cache, timings
        case webSocketMessages = "_webSocketMessages"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        request = try container.decode(HAR.Request.self, forKey: .request)
        response = try container.decode(HAR.Response.self, forKey: .response)
        startedDateTime = (try? container.decode(String.self, forKey: .startedDateTime)) ?? ""
        time = (try? container.decode(Double.self, forKey: .time)) ?? 0
        timings = (try? container.decode(HAR.Timings.self, forKey: .timings)) ?? HAR.Timings(wait: 0, receive: 0)
        // Other tools may use this field name for values of another type.
        webSocketMessages = try? container.decode([HAR.Message].self, forKey: .webSocketMessages)
    }
}

extension HAR.Pair {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        value = try container.decodeIfPresent(String.self, forKey: .value) ?? ""
    }
}
