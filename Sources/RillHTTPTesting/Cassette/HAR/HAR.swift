/// The part of the format HAR 1.2 that cassettes read and write.
///
/// All fields that the format demands are written. Only those that a replay needs are read: files of browsers leave some
/// out, and what other tools add (`_initiator`, `_priority`, …) is passed over.
///
/// - SeeAlso: <http://www.softwareishard.com/blog/har-12-spec/>
enum HAR {
    /// A whole file.
    struct File: Decodable {
        let log: Log
    }

    struct Log: Decodable {
        let entries: [Entry]
    }

    /// One exchange.
    struct Entry: Codable {
        var startedDateTime: String
        /// How long it took, in milliseconds; whole ones are written, for readers that expect them.
        var time: Double
        var request: Request
        var response: Response
        var cache = Cache()
        var timings: Timings
    }

    /// What was found in a cache: nothing.
    struct Cache: Codable {}

    /// The parts of ``Entry/time``.
    struct Timings: Codable {
        var send = 0.0
        /// Until the head came.
        var wait: Double
        /// From the head to the end.
        var receive: Double
    }

    /// A header field, a pair of a query or a pair of a form.
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
    private enum CodingKeys: String, CodingKey {
        case startedDateTime, time, request, response, cache, timings
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        request = try container.decode(HAR.Request.self, forKey: .request)
        response = try container.decode(HAR.Response.self, forKey: .response)
        startedDateTime = (try? container.decode(String.self, forKey: .startedDateTime)) ?? ""
        time = (try? container.decode(Double.self, forKey: .time)) ?? 0
        let timings = try? container.decode(HAR.Timings.self, forKey: .timings)
        self.timings = timings ?? HAR.Timings(wait: 0, receive: 0)
    }
}

extension HAR.Pair {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        value = try container.decodeIfPresent(String.self, forKey: .value) ?? ""
    }
}
