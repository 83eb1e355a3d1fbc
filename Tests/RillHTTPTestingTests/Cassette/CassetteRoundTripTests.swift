import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import Testing

@Suite struct CassetteRoundTripTests {
    private let folder = CassetteFolder()

    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let type: String?
        let body: [UInt8]
        let isText: Bool

        init(_ description: String, _ type: String?, _ body: some Sequence<UInt8>, isText: Bool) {
            testDescription = description
            self.type = type
            self.body = Array(body)
            self.isText = isText
        }
    }

    static let samples = [
        Sample("JSON", "application/json", #"{ "b":1.10, "a":"初 \u00e9" }"#.utf8, isText: true),
        Sample("problem", "application/problem+json; charset=UTF-8", "{}".utf8, isText: true),
        Sample("text", "text/plain", "a\r\n\t\u{2028}\u{FEFF}é".utf8, isText: true),
        Sample("mark", "text/plain", [0xEF, 0xBB, 0xBF, 0x61], isText: true),
        Sample("decomposed", "text/plain", "e\u{301}".utf8, isText: true),
        Sample("NUL", "text/plain", [0x61, 0, 0x62], isText: false),
        Sample("Latin-1", "text/plain; charset=iso-8859-1", [0x61, 0xE9], isText: false),
        Sample("UTF-8 by chance", "text/plain; charset=iso-8859-1", [0xC3, 0xA9], isText: false),
        Sample("all bytes", "image/png", 0...255, isText: false),
        Sample("bytes that are text", "application/octet-stream", "ab".utf8, isText: false),
        Sample("no type", nil, "ab".utf8, isText: true), Sample("no type, no text", nil, [0xFF, 0xFE], isText: false),
        Sample("empty", "image/png", [], isText: true),
    ]

    @Test(arguments: samples)
    func preservesBodiesExactly(sample: Sample) throws {
        let fields: HTTPFields = sample.type.map { [.contentType: $0] } ?? [:]
        let upstream = StubTransport { _ in
            .respond(status: .created, fields: fields, chunks: [.init(sample.body)])
        }
        let request = HTTPRequest(.post, "https://h/a", fields)
        let body = HTTPBody(sample.body, contentType: sample.type)
        let recorded = try folder.recorder(upstream).response(to: request, body: body)
        #expect(recorded.body == sample.body)
        #expect(try folder.player().response(to: request, body: body) == recorded)
        #expect(folder.text.contains("base64") != sample.isText)
        // The request body is compared, whether or not it is text.
        let other = HTTPBody(sample.body + [0x2B], contentType: sample.type)
        #expect(folder.player().failure(of: request, body: other)?.code == .unavailable)
    }

    @Test func preservesResponseHeads() throws {
        let head = HTTPResponse(
            status: .init(code: 404, reasonPhrase: "Not Here"),
            headerFields: [
                .contentType: "text/plain", .link: "<https://h/?page=2>; rel=\"next\", <https://h/?page=9>",
                .allow: "GET",
            ])
        var response = head
        response.headerFields.append(HTTPField(name: .vary, value: "Accept"))
        response.headerFields.append(HTTPField(name: .vary, value: "Origin"))
        let upstream = StubTransport { [response] _ in
            .respond(status: response.status, fields: response.headerFields, chunks: ["a"])
        }
        let request = HTTPRequest("https://h/a?b=c%20d")
        let recorded = try folder.recorder(upstream).response(to: request)
        let played = try folder.player().response(to: request)
        #expect(recorded.head == response)
        #expect(played == recorded)
        #expect(played.head?.status.reasonPhrase == "Not Here")
    }

    @Test func writesValidHARFiles() throws {
        let upstream = StubTransport { _ in
            .json("[1]", fields: [.setCookie: "a=b; Path=/; HttpOnly", .location: "/x"])
        }
        let request = HTTPRequest(.post, "https://h/a?b=c%20d", [.accept: "*/*", .cookie: "k=v; l=w"])
        _ = try folder.recorder(upstream, redaction: .none).response(to: request, body: .json([2]))
        var lines = folder.text.split(separator: "\n").map(String.init)
        let started = try #require(lines.firstIndex { $0.contains("startedDateTime") })
        #expect(
            lines[started].wholeMatch(of: #/ {8}"startedDateTime" : "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",/#) != nil)
        lines.remove(at: started)
        // The times depend on the system clock.
        let text = lines.joined(separator: "\n")
            .replacing(/"(time|wait|receive)" : \d+/) { "\"\($0.output.1)\" : 0" }
        #expect(text == Self.expectedFile)
    }

    @Test(.enabled(if: hasTransport)) func recordsRealTransport() throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/chunked":
                .steps([.head(.chunked), .bytes("ab"), .bytes("cd"), .finish()], fields: [.contentType: "text/plain"])
            case "/binary": .data(Array(0...255))
            case "/none": .status(.noContent)
            default: .json(#"{"echo": "\#(request.bodyText)"}"#, status: .created)
            }
        }
        defer { server.stop() }
        let requests: [(HTTPRequest, HTTPBody?)] = [
            (HTTPRequest(server.baseURL + "/chunked"), nil), (HTTPRequest(server.baseURL + "/binary"), nil),
            (HTTPRequest(server.baseURL + "/none"), nil), (HTTPRequest(.head, server.baseURL + "/binary"), nil),
            (HTTPRequest(.put, server.baseURL + "/echo"), HTTPBody("hello")),
        ]
        let recorder = folder.recorder(makeDefaultTransport())
        let recorded = try requests.map { try recorder.response(to: $0.0, body: $0.1) }
        #expect(recorded.map(\.head?.status.code) == [200, 200, 204, 200, 201])
        #expect(recorded[3].head?.headerFields[.contentLength] == "256")
        server.stop()
        let player = folder.player()
        for ((request, body), recorded) in zip(requests, recorded) {
            var expected = recorded
            // The body in the file is not framed.
            if request.path == "/chunked" { expected.head?.headerFields[.transferEncoding] = nil }
            #expect(try player.response(to: request, body: body) == expected)
        }
    }

    @Test(.enabled(if: hasTransport)) func recordsAndPlaysAHundredConcurrentExchanges() throws {
        let server = try LoopbackServer { request in .text("response to \(request.target)") }
        defer { server.stop() }
        func responses(_ transport: any Transport) throws -> [String: String] {
            let pairs = try Observable.from(0..<100)
                .flatMap(maxConcurrent: 25) { number in
                    let path = "/\(number)"
                    return transport.send(HTTPRequest(server.baseURL + path), body: nil)
                        .reduce(path) { path, event in
                            if case .chunk(let bytes) = event {
                                "\(path) \(String(decoding: bytes, as: UTF8.self))"
                            } else {
                                path
                            }
                        }
                        .subscribeOn(ConcurrentDispatchQueueScheduler())
                }
                .toArray().wait(timeout: .seconds(60))
            return Dictionary(pairs.map { ($0.prefix { $0 != " " }.description, $0) }) { $0 + $1 }
        }
        let recorded = try responses(folder.recorder(makeDefaultTransport()))
        #expect(recorded.count == 100)
        #expect(server.requests.count == 100)
        #expect(recorded["/42"] == "/42 response to /42")
        #expect(try responses(folder.player()) == recorded)
        #expect(server.requests.count == 100)
        #expect(folder.entries.count == 100)
    }

    @Test func transportsWithDifferentFilesAreIndependent() throws {
        let names = (0..<8).map { "\($0)" }
        let responses = try Observable.from(names)
            .flatMap { [folder] name in
                let file = folder.url.appending(path: "\(name).har")
                let upstream = StubTransport { _ in .text(name) }
                let recorder = CassetteTransport(file, mode: .once, recording: upstream)
                let player = CassetteTransport(file, mode: .once, recording: FailingTransport())
                let request = HTTPRequest("https://h/")
                return Observable.from([recorder, player]).concatMap { $0.send(request, body: nil) }.toArray()
                    .subscribeOn(ConcurrentDispatchQueueScheduler())
            }
            .toArray().wait(timeout: .seconds(60))
        #expect(responses.count == 8)
        #expect(Set(responses.map { $0[1] }) == Set(names.map { .chunk([UInt8]($0.utf8)) }))
        #expect(responses.allSatisfy { $0.count == 4 && $0[0] == $0[2] && $0[1] == $0[3] })
    }

    private static let expectedFile = """
        {
          "log" : {
            "creator" : {
              "name" : "Rill",
              "version" : "1"
            },
            "entries" : [
              {
                "cache" : {
                },
                "request" : {
                  "bodySize" : 3,
                  "cookies" : [
                    {
                      "name" : "k",
                      "value" : "v"
                    },
                    {
                      "name" : "l",
                      "value" : "w"
                    }
                  ],
                  "headers" : [
                    {
                      "name" : "Accept",
                      "value" : "*/*"
                    },
                    {
                      "name" : "Cookie",
                      "value" : "k=v; l=w"
                    }
                  ],
                  "headersSize" : -1,
                  "httpVersion" : "HTTP/1.1",
                  "method" : "POST",
                  "postData" : {
                    "mimeType" : "application/json",
                    "text" : "[2]"
                  },
                  "queryString" : [
                    {
                      "name" : "b",
                      "value" : "c d"
                    }
                  ],
                  "url" : "https://h/a?b=c%20d"
                },
                "response" : {
                  "bodySize" : 3,
                  "content" : {
                    "mimeType" : "application/json",
                    "size" : 3,
                    "text" : "[1]"
                  },
                  "cookies" : [
                    {
                      "httpOnly" : true,
                      "name" : "a",
                      "path" : "/",
                      "value" : "b"
                    }
                  ],
                  "headers" : [
                    {
                      "name" : "Set-Cookie",
                      "value" : "a=b; Path=/; HttpOnly"
                    },
                    {
                      "name" : "Location",
                      "value" : "/x"
                    },
                    {
                      "name" : "Content-Type",
                      "value" : "application/json"
                    }
                  ],
                  "headersSize" : -1,
                  "httpVersion" : "HTTP/1.1",
                  "redirectURL" : "/x",
                  "status" : 200,
                  "statusText" : "OK"
                },
                "time" : 0,
                "timings" : {
                  "receive" : 0,
                  "send" : 0,
                  "wait" : 0
                }
              }
            ],
            "version" : "1.2"
          }
        }
        """
}
