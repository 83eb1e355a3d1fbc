import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite struct ClientTests {
    @Test func emitsResponseAndCompletes() {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(
                after: .seconds(1), chunks: ["[{\"id\": \"a\",", .init("\"items_count\": 1}]", after: .seconds(1))])
        }
        let recorder = Recorder(makeClient(transport).send(Tags()))
        scheduler.advance(by: .seconds(1))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == [[ItemTag(id: "a", itemsCount: 1)]])
        #expect(recorder.isCompleted)
    }

    @Test func sendsRequestOncePerSubscription() {
        let transport = StubTransport { _ in .json(tagsJSON) }
        let tags = makeClient(transport).send(Tags())
        #expect(transport.requests.isEmpty)
        for _ in 0..<2 { #expect(Recorder(tags).hasSingleElement) }
        #expect(transport.requests.map(\.state) == [.ended, .ended])
    }

    @Test func requestFieldsReplaceDefaults() {
        let transport = StubTransport { _ in .json("1") }
        var client = makeClient(transport)
        client.defaultFields = [.accept: "a/b", .userAgent: "rill", .via: "1", .via: "2"]
        let own: HTTPFields = [.via: "3", .accept: "c/d", .accept: "e/f"]
        _ = Recorder(client.send(Anything<Int>(headerFields: own)))
        #expect(
            transport.requests.first?.headerFields == [.userAgent: "rill", .via: "3", .accept: "c/d", .accept: "e/f"])
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "\u{7F}"])
    func rejectsFieldValueWithControlCharacter(value: String) throws {
        let transport = StubTransport { _ in .json("1") }
        let fields: HTTPFields = [.userAgent: value]
        let error = try Recorder(makeClient(transport).send(Anything<Int>(headerFields: fields))).failure()
        #expect(error.stage == .request)
        #expect(transport.requests.isEmpty)
        #expect(error.reason.contains(#"the value of the "User-Agent" header field contains a line break"#))
        #expect(!"\(error)".contains("X-Evil"))
    }

    @Test func setsAcceptOfParserUnlessRequestDoes() {
        let transport = StubTransport { _ in .json("1") }
        _ = Recorder(makeClient(transport).send(Anything<Int>()))
        _ = Recorder(makeClient(transport).send(Anything<Int>(headerFields: [.accept: "a/b"])))
        _ = Recorder(makeClient(transport).send(Anything<Data>()))
        #expect(transport.requests.map { $0.headerFields[.accept] } == ["application/json", "a/b", nil])
    }

    @Test func sendsBodyWithContentType() throws {
        let transport = StubTransport { _ in .json("1") }
        let json = HTTPBody.json(["b": "/", "a": "é"])
        let bodies: [(fields: HTTPFields, body: HTTPBody?)] = [
            ([:], json), ([.contentType: "x/y"], json), ([:], .form(["a b": "c+d", "e": "ü"])),
            ([:], HTTPBody("", contentType: nil)), ([:], nil),
        ]
        for (fields, body) in bodies {
            _ = Recorder(makeClient(transport).send(Anything<Int>(method: .post, headerFields: fields, body: body)))
        }
        let requests = transport.requests
        #expect(
            requests.map(\.bodyText) == [#"{"a":"é","b":"/"}"#, #"{"a":"é","b":"/"}"#, "a+b=c%2Bd&e=%C3%BC", "", nil])
        #expect(
            requests.map { $0.headerFields[.contentType] } == [
                "application/json", "x/y", "application/x-www-form-urlencoded", nil, nil,
            ])
        #expect(requests.allSatisfy { $0.method == .post })
    }

    private struct Bytes: Request {
        typealias Response = Data
        var path: URLPath { "/raw" }
    }

    private struct Nothing: Request {
        typealias Response = Void
        var path: URLPath { "/none" }
        var method: HTTPRequest.Method { .delete }
    }

    private struct Head: Request {
        typealias Response = HTTPResponse
        var path: URLPath { "/head" }
        var method: HTTPRequest.Method { .head }
        func accepts(_ status: HTTPResponse.Status) -> Bool { status == .notFound || status == 300 }
    }

    @Test func parsesDataVoidAndHead() throws {
        let client = makeClient(
            StubTransport { request in
                switch request.path {
                case "/api/v2/raw": .text("not JSON")
                case "/api/v2/none": .status(.noContent)
                default: .status(.notFound, fields: [.eTag: "1"])
                }
            })
        #expect(Recorder(client.send(Bytes())).values == [Data("not JSON".utf8)])
        #expect(Recorder(client.send(Anything<Data>(path: "/raw"))).values == [Data("not JSON".utf8)])
        #expect(Recorder(client.send(Nothing())).hasSingleElement)
        #expect(
            Recorder(client.send(Head())).values == [HTTPResponse(status: .notFound, headerFields: [.eTag: "1"])])
    }

    @Test func requestDeterminesAcceptedStatuses() throws {
        let client = makeClient(StubTransport { $0.number == 0 ? .status(300) : .status(.ok) })
        #expect(Recorder(client.send(Head())).hasSingleElement)
        #expect(try Recorder(client.send(Head())).failure().stage == .status)
    }

    @Test func requestDecoderOverridesClientDecoder() {
        struct Item: Decodable, Hashable { var itemCount: Int }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let transport = StubTransport { _ in .json(#"{"item_count": 3, "itemCount": 4}"#) }
        #expect(Recorder(makeClient(transport).send(Anything<Item>())).values == [Item(itemCount: 4)])
        var client = makeClient(StubTransport { _ in .json(#"{"item_count": 3}"#) })
        let request = Anything<Item>(options: RequestOptions(decoder: decoder))
        #expect(Recorder(client.send(request)).values == [Item(itemCount: 3)])
        client.decoder = decoder
        #expect(Recorder(client.send(Anything<Item>())).values == [Item(itemCount: 3)])
    }

    @Test func failsOnInvalidEventSequence() throws {
        struct InvalidTransport: Transport {
            var events: [TransportEvent]
            func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> { .from(events) }
        }
        let head = TransportEvent.head(HTTPResponse(status: .ok))
        let cases: [([TransportEvent], TransportError.Code)] = [
            ([], .closedEarly), ([.chunk([1])], .malformedResponse), ([head, head], .malformedResponse),
        ]
        for (events, code) in cases {
            let client = Client(baseURL: "http://h", transport: InvalidTransport(events: events))
            let sent = try Recorder(client.send(Anything<Int>())).failure()
            let streamed = try Recorder(client.stream(Anything<Int>(), as: .chunks)).failure()
            #expect(sent.stage == .transport)
            #expect(streamed.stage == .transport)
            #expect(sent.transportCode == code)
            #expect(streamed.transportCode == code)
        }
    }

    // MARK: Lifetime

    @Test func streamContinuesAfterClientIsReleased() {
        let scheduler = TestScheduler()
        final class Owner: Sendable {
            let client: Client
            init(_ client: Client) { self.client = client }
        }
        var owner: Owner? = Owner(
            makeClient(StubTransport(scheduler: scheduler) { _ in .json(tagsJSON, after: .seconds(1)) }))
        weak var released: Owner?
        released = owner
        let tags = owner?.client.send(Tags()) ?? .empty()
        let early = Recorder(tags)
        owner = nil
        #expect(released == nil)
        scheduler.advance(by: .seconds(1))
        #expect(early.hasSingleElement)
        let late = Recorder(tags)
        scheduler.advance(by: .seconds(1))
        #expect(late.hasSingleElement)
    }

    @Test func canBeDisposedWhileSending() {
        let stop = PublishSubject<Int>()
        let transport = StubTransport(scheduler: TestScheduler()) { _ in
            stop.onNext(0)
            return .json("1")
        }
        let sources = [stop.asObservable(), makeClient(transport).send(Anything<Int>())]
        let recorder = Recorder(Observable.merge(sources).take(1))
        #expect(recorder.values == [0])
        #expect(recorder.isCompleted)
        #expect(transport.requests.map(\.isCancelled) == [true])
    }

    @Test func emitsNothingAfterDisposal() {
        let scheduler = TestScheduler()
        let responses: [StubTransport.Response] = [
            .json(tagsJSON, after: .seconds(2)), .fail(TransportError(.timeout), after: .seconds(2)),
            .respond(chunks: [.init("x", after: .seconds(2))]), .json("{}", status: 500, after: .seconds(2)),
        ]
        let transport = StubTransport(scheduler: scheduler) { responses[$0.number] }
        let client = makeClient(transport)
        let undelivered = Log<String>()
        let handler: UndeliveredErrors.Handler = { undelivered.append("\($0)") }
        UndeliveredErrors.withHandler(handler) {
            for _ in responses {
                let (recorder, subscription) = client.send(Tags()).record()
                scheduler.advance(by: .seconds(1))
                subscription.dispose()
                scheduler.advance(by: .seconds(10))
                #expect(recorder.events.isEmpty)
            }
        }
        #expect(undelivered.entries.isEmpty)
        #expect(transport.requests.map(\.isCancelled) == [true, true, true, true])
        #expect(scheduler.pendingCount == 0)
    }
}
