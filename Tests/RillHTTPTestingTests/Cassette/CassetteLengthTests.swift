import RillHTTP
import RillHTTPTesting
import Testing

/// Tests the recorded lengths of bodies.
@Suite struct CassetteLengthTests {
    private let folder = CassetteFolder()

    /// Records an exchange whose request and response have the same body, and returns the recorded `Content-Length`
    /// values.
    private func recordedLengths(of text: String) throws -> [String?] {
        let length = HTTPField(name: .contentLength, value: "\(text.utf8.count)")
        let upstream = StubTransport { _ in .json(text, fields: [length.name: length.value]) }
        let request = HTTPRequest(.post, "https://h/a", [length.name: length.value])
        let response = try folder.recorder(upstream)
            .response(to: request, body: HTTPBody(text, contentType: "application/json"))
        #expect(response.head?.headerFields[.contentLength] == length.value)
        let entry = try #require(folder.entries.first)
        return ["request", "response"].map { part in
            let message = entry[part] as? [String: any Sendable]
            let headers = message?["headers"] as? [[String: any Sendable]]
            return headers?.first { $0["name"] as? String == "Content-Length" }?["value"] as? String
        }
    }

    @Test(arguments: [4, 400]) func contentLengthDoesNotRevealTheLengthOfASecret(length: Int) throws {
        let text = #"{"password": "\#(String(repeating: "x", count: length))"}"#
        let count = #"{"password": "<redacted>"}"#.utf8.count
        #expect(try recordedLengths(of: text) == ["\(count)", "\(count)"])
    }

    @Test func contentLengthOfBodyWithoutSecretsIsRecorded() throws {
        #expect(try recordedLengths(of: #"{"page": 1}"#) == ["11", "11"])
    }
}
