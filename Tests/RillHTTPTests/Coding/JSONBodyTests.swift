import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite struct JSONBodyTests {
    private struct Item: Codable, Sendable, Hashable {
        var id: Int
    }

    private func text(_ body: HTTPBody) throws -> String {
        String(decoding: try body.chunks.toArray().wait(timeout: .seconds(30)).flatMap { $0 }, as: UTF8.self)
    }

    // MARK: Literals

    @Test func jsonLiteralIsEncodedAsRequestBody() throws {
        let transport = StubTransport { _ in .json("{\"id\":7}") }
        let body = HTTPBody.json(["a": 1, "b": "x", "c": [true, nil]])
        let sent = makeClient(transport).send(Endpoint<JSONValue>("/items", method: .post, body: body))
        #expect(Recorder(sent).values.first?["id"]?.intValue == 7)
        #expect(transport.requests.map(\.bodyText) == [#"{"a":1,"b":"x","c":[true,null]}"#])
        #expect(transport.requests.first?.headerFields[.contentType] == "application/json")
    }

    @Test func encodableValuesAreEncodedAsJSON() throws {
        let (item, ids) = (Item(id: 1), [1, 2])
        #expect(try [.json(item), .json([item])].map(text) == [#"{"id":1}"#, #"[{"id":1}]"#])
        #expect(try [.json(ids), .json(["id": ids])].map(text) == ["[1,2]", #"{"id":[1,2]}"#])
    }

    // MARK: Patches

    @Test func mergePatchContainsNull() throws {
        let body = HTTPBody.mergePatch(["title": "Rill", "draft": nil])
        #expect(try text(body) == #"{"draft":null,"title":"Rill"}"#)
        #expect(body.contentType == "application/merge-patch+json")
    }

    @Test func mergePatchContainsEncodableValue() throws {
        struct Change: Encodable {
            var title = "a/b"
            var draft: Bool?
        }
        let body = HTTPBody.mergePatch(Change())
        #expect(try text(body) == #"{"title":"a/b"}"#)
        #expect(body.contentType == "application/merge-patch+json")
    }

    /// Verifies that literals do not throw, also as arguments of a request.
    @Test func literalsOfPatchesDoNotThrow() {
        let client = makeClient(StubTransport { _ in .json("7") })
        let requests = [
            client.send(Endpoint<Int>("/1", method: .patch, body: .mergePatch(["a": 1, "c": [true, nil]]))),
            client.send(Endpoint<Int>("/1", method: .post, body: .json(["a": 1, "c": [true, nil]]))),
        ]
        for request in requests { #expect(Recorder(request).values == [7]) }
    }

    // MARK: Streams

    @Test(arguments: [0, 1, 3])
    func streamIsSentAsArrayOrLines(count: Int) throws {
        let server = try LoopbackServer { .text($0.bodyText + "|" + ($0.fields[.contentType] ?? "")) }
        defer { server.stop() }
        let client = Client(baseURL: server.baseURL)
        let items = Observable<Int>.from(0..<count).map { Item(id: $0) }
        func response(to body: HTTPBody) throws -> String? {
            try client.send(Endpoint("/", method: .post, body: body, parser: .text)).wait(timeout: .seconds(30))
        }
        let texts = (0..<count).map { "{\"id\":\($0)}" }
        #expect(try response(to: .jsonArray(items)) == "[\(texts.joined(separator: ","))]|application/json")
        #expect(try response(to: .ndjson(items)) == texts.map { $0 + "\n" }.joined() + "|application/x-ndjson")
    }

    @Test func streamIsEncodedAgainForEachSubscription() throws {
        let body = HTTPBody.jsonArray(Observable.from([1, 2]))
        #expect(try text(body) == "[1,2]")
        #expect(try text(body) == "[1,2]")
    }

    @Test func valueThatCannotBeEncodedFailsTheRequest() throws {
        for body in [HTTPBody.jsonArray(Observable.from([1, .nan])), .ndjson(Observable.from([1, .nan]))] {
            #expect(throws: EncodingError.self) { try text(body) }
            let server = try LoopbackServer { _ in .text("") }
            defer { server.stop() }
            let client = Client(baseURL: server.baseURL)
            let error = #expect(throws: APIError.self) {
                try client.send(Endpoint<Void>("/", method: .post, body: body)).wait(timeout: .seconds(30))
            }
            #expect((error?.underlying as? TransportError)?.code == .sendFailed)
        }
    }

    // MARK: Multipart

    private struct Upload: Encodable {
        var title: String
        var page: Int?
        var tags = ["a", "b"]
        var photo: MultipartFile
        var author = ["name": "m"]
    }

    @Test func propertiesBecomePartsInOrder() throws {
        let photo = MultipartFile(HTTPBody([0, 255], contentType: "image/png"), fileName: "a.png")
        let form = try MultipartForm(encoding: Upload(title: "日本", photo: photo))
        #expect(form.parts.map(\.name) == ["title", "tags", "tags", "photo", "author[name]"])
        #expect(form.parts.map(\.fileName) == [nil, nil, nil, "a.png", nil])
        #expect(
            form.parts.map(\.body.bytes) == ["日本", "a", "b"].map { Array($0.utf8) } + [[0, 255], Array("m".utf8)])
        #expect(form.parts.map(\.body.contentType) == [nil, nil, nil, "image/png", nil])
    }

    @Test func filesInListsAndOptionalsAreParts() throws {
        struct Album: Encodable {
            var photos: [MultipartFile]
            var cover: MultipartFile?
        }
        let files = try TemporaryFiles()
        try files.write([1], to: "b.png")
        let photos = [
            MultipartFile(HTTPBody([1]), fileName: "1"), MultipartFile(.file(files.path("b.png"))),
            MultipartFile(HTTPBody([2])),
        ]
        let form = try MultipartForm(encoding: Album(photos: photos), by: QueryEncoder(lists: .brackets))
        #expect(form.parts.map(\.name) == ["photos[]", "photos[]", "photos[]"])
        #expect(form.parts.map(\.fileName) == ["1", "b.png", "photos[]"])
    }

    @Test func encodingFileOutsideFormFails() {
        let upload = Upload(title: "", photo: MultipartFile(HTTPBody([1])))
        for body in [HTTPBody.form(encoding: upload), .json(upload)] {
            guard case .invalidValue(_, let context) = body.failure as? EncodingError else {
                return #expect(Bool(false), "no error")
            }
            #expect(context.debugDescription == "a file can only be encoded as a property of a multipart form")
            #expect(context.codingPath.map(\.stringValue) == ["photo"])
        }
    }
}
