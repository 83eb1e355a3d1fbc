import Foundation
import RillMiddleware
import RillOAuth
import RillTestSupport
import Testing

/// A part of a request that can contain a secret.
struct SecretLocation: Sendable, CustomTestStringConvertible {
    /// A request that contains a secret.
    struct Carrier: Request {
        typealias Response = [Int]
        var method = HTTPRequest.Method.post
        var baseURL: String?
        var path: URLPath = "/session"
        var query: QueryItems = [:]
        var headerFields: HTTPFields = [:]
        var body: HTTPBody?

        /// The folder of a body that is a file.
        var files: TemporaryFiles?
    }

    let name: String

    /// Whether the value must consist of digits.
    var isNumber = false

    /// Whether the secret is found: by a known name in a known structure, or because it is declared.
    ///
    /// A secret in any other place is not known, unless the exchange also sends it in one of these places.
    var isPromised = true

    /// Creates the request.
    let make: @Sendable (String) throws -> Carrier

    var testDescription: String { name }

    fileprivate var unpromised: SecretLocation {
        var location = self
        location.isPromised = false
        return location
    }
}

extension SecretLocation {
    static let promised = all.filter(\.isPromised), unpromised = all.filter { !$0.isPromised }

    private static let all = fields + urls + json + otherBodies

    private static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || 0x30...0x39 ~= byte)
            return isPlain
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
        }
        .joined()
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    /// Returns a parameter's value in quotes, in which quotes and backslashes are escaped.
    private static func parameter(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private static func markup(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    private static func field(_ name: String, _ value: @escaping @Sendable (String) -> String) -> SecretLocation {
        SecretLocation(name: "field \(name)") { secret in
            Carrier(headerFields: [try #require(HTTPField.Name(name)): value(secret)])
        }
    }

    private static let fields: [SecretLocation] =
        [
            "Authorization", "X-Session", "X-OTP", "X-Pin", "X-Passcode", "X-Access-Code", "X-Jwt-Assertion",
            "X-Hub-Signature-256", "Private-Token",
        ].map { field($0) { $0 } } + [
            field("Authorization") { "Bearer \($0)" },
            field("Authorization") { "Basic \(Data("alice:\($0)".utf8).base64EncodedString())" },
            field("Cookie") { "theme=dark; sid=\($0)" },
            field("Authorization") { "Bearer \t \($0)" },
            field("Proxy-Authorization") { "BASIC  \(Data("alice:\($0)".utf8).base64EncodedString())" },
            field("Authorization") { "Token token=\(parameter($0)), email=\"a@b\"" },
            field("X-Emby-Authorization") { "MediaBrowser Client=\"x y\", Version=\"1\", Token=\(parameter($0))" },
            field("Authorization") {
                "AWS4-HMAC-SHA256 Credential=id/2026/us/s3/aws4_request,SignedHeaders=host,Signature=\(percentEncoded($0))"
            },
            field("Authorization") { "Hawk id=\"i\", ts=\"1\", nonce=\"n\", mac=\(parameter($0))" },
            field("Authorization") {
                "OAuth realm=\"r\", oauth_signature=\"a%26\(percentEncoded($0))\", oauth_version=\"1.0\""
            },
            field("Authorization") { "SharedKey account:\(percentEncoded($0))" },
            field("Authorization") { "Custom  key = \(parameter($0))" },
            field("Referer") { "https://h/login?code=\(percentEncoded($0))&page=2" },
            field("Referer") { "https://alice:\(percentEncoded($0))@h/" },
            field("Referer") { "/login?api_key=\(percentEncoded($0))" },
            field("Referer") { "https://\(percentEncoded($0)):@h/" },
            field("Authorization") { "Basic \(Data(":\($0)".utf8).base64EncodedString())" },
            field("Authorization") { "Basic \(Data("\($0):".utf8).base64EncodedString())" },
            field("x-ms-copy-source") { "https://acct.blob.core.windows.net/c/b?sv=2021&sig=\(percentEncoded($0))" },
            field("X-Note") { "token=\($0)" }.unpromised,
            field("User-Agent") { "app (https://h/?token=\(percentEncoded($0)))" }.unpromised,
        ]

    private static let urls: [SecretLocation] =
        ["code", "key", "sid", "hmac", "user[password]", "otp", "tokens", "session", "X-Amz-Signature"].map { name in
            SecretLocation(name: "query \(name)") { Carrier(query: ["page": 1, name: $0]) }
        } + [
            SecretLocation(name: "path") { Carrier(path: "/access_tokens/\(secret: $0)") },
            SecretLocation(name: "literal URL") { Carrier(baseURL: "https://h/x?sig=\(percentEncoded($0))") },
            SecretLocation(name: "path without mark") { Carrier(path: "/access_tokens/\($0)") }.unpromised,
        ]

    private static func body(
        _ name: String, _ type: String?, isNumber: Bool = false,
        _ text: @escaping @Sendable (String) throws -> String
    ) -> SecretLocation {
        SecretLocation(name: name, isNumber: isNumber) {
            Carrier(body: HTTPBody(try text($0), contentType: type))
        }
    }

    private static let json: [SecretLocation] =
        [
            "password", "user[password]", "password_confirmation", "otp", "pin", "passcode", "tokens", "api_keys",
            "session_key", "signing_key", "auth_key", "device_code", "code_verifier", "newPassword", "clientSecret2",
        ].map { name in body("JSON \(name)", "application/json") { "{\"a\":1,\"\(name)\":\(try quoted($0))}" } } + [
            body("JSON array", "application/json") { "{\"tokens\":[\"x\",\(try quoted($0))]}" },
            body("JSON object", "application/json") { "{\"token\":{\"id\":\(try quoted($0)),\"for\":\"alice\"}}" },
            body("JSON number", "application/json", isNumber: true) { "{\"pin\": \($0)}" },
            body("JSON in JSON", "application/json") { "{\"log\":\(try quoted("{\"token\":\(try quoted($0))}"))}" }
                .unpromised,
            body("JSON without a type", nil) { "{\"password\":\(try quoted($0))}" }.unpromised,
            body("URL in JSON", "application/json") { "{\"next\":\"https://h/?page_token=\(percentEncoded($0))\"}" },
            body("URL of an app in JSON", "application/json") { "{\"a\":\"app://h/?token=\(percentEncoded($0))\"}" },
            body("token request in JSON", "application/json") { "{\"grant_type\":\"g\",\"code\":\(try quoted($0))}" },
            body("events", "text/event-stream") { "event: a\ndata: {\"token\":\(try quoted($0))}\n\n" },
            body("NDJSON", "application/x-ndjson") { "{\"a\":1}\n{\"token\":\(try quoted($0))}\n" },
        ]

    private static let otherBodies: [SecretLocation] = [
        body("form", "application/x-www-form-urlencoded") { "a=1&code=\(percentEncoded($0))" },
        body("form brackets", "application/x-www-form-urlencoded") { "user%5Bpassword%5D=\(percentEncoded($0))&a=1" },
        body("XML", "application/xml") { "<a><Password>\(markup($0))</Password></a>" }.unpromised,
        body("text", "text/plain") { "token=\($0)" }.unpromised,
        body("parts", "multipart/form-data; boundary=b") {
            "--b\r\nContent-Disposition: form-data; name=\"user[password]\"\r\n\r\n\($0)\r\n--b--\r\n"
        },
        SecretLocation(name: "form builder") { Carrier(body: .form(["name": "alice", "password": $0])) },
        SecretLocation(name: "stream") { secret in
            // The name and the secret are split across chunks.
            let bytes = Array("{\"password\":\(try quoted(secret))}".utf8)
            let chunks: [[UInt8]] = [Array(bytes[..<5]), Array(bytes[5..<18]), Array(bytes[18...])]
            return Carrier(body: .stream(.from(chunks), contentType: "application/json"))
        },
        SecretLocation(name: "stream of parts") { secret in
            let head = "--b\r\nContent-Disposition: form-data; name="
            let parts = ["\(head)\"password\"\r\n\r\n\(secret)\r\n", "\(head)\"file\"\r\n\r\n\0\0\r\n--b--\r\n"]
            let chunks = parts.map { Array($0.utf8) }
            return Carrier(body: .stream(.from(chunks), contentType: "multipart/form-data; boundary=b"))
        },
        SecretLocation(name: "file") { secret in
            let files = try TemporaryFiles()
            try files.write(Array("{\"password\":\(try quoted(secret))}".utf8), to: "body.json")
            let body = HTTPBody.file(files.path("body.json"), contentType: "application/json")
            return Carrier(body: body, files: files)
        },
    ]
}
