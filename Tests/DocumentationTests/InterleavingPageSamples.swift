import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillSwiftTesting
import RillTesting
import Testing

// The samples on the page "Finding races". `DocumentationTests` compares it with the page line by line.

final class FirstSearchModel: Sendable {
    let shown = PublishSubject<String>()
    let load: @Sendable (String) -> Observable<String>

    init(load: @escaping @Sendable (String) -> Observable<String>) {
        self.load = load
    }

    func search(_ query: String) {
        _ = load(query).subscribe(onNext: { self.shown.onNext($0) })
    }
}

final class SearchModel: Sendable {
    let shown = PublishSubject<String>()
    private let queries = PublishSubject<String>()
    private let subscriptions = DisposeBag()

    init(load: @escaping @Sendable (String) -> Observable<String>) {
        queries.flatMapLatest(load).subscribe(onNext: { [shown] in shown.onNext($0) }).disposed(by: subscriptions)
    }

    func search(_ query: String) {
        queries.onNext(query)
    }
}

@Suite struct FirstSearchModelTests {
    @Test func firstModelShowsOldResult() {
        let report = Interleavings().run { order in
            let ui = order.scheduler("ui")
            let model = FirstSearchModel { query in
                Observable.just("result of \(query)").observeOn(order.scheduler("GET \(query)"))
            }
            let shown = Recorder(model.shown.asObservable())
            order.perform(on: ui) { model.search("a") }
            order.perform(on: ui) { model.search("ab") }
            try order.run()
            order.expect(shown.values.last == "result of ab", "showed \(shown.values)")
        }
        #expect(report.failure?.order == "aac")
        #expect(report.count == 2)
    }
}

@Suite struct SearchModelTests {
    @Test func modelShowsLatestResult() {
        let report = expectInterleavings { order in
            let ui = order.scheduler("ui")
            let model = SearchModel { query in
                Observable.just("result of \(query)").observeOn(order.scheduler("GET \(query)"))
            }
            let shown = Recorder(model.shown.asObservable())
            order.perform(on: ui) { model.search("a") }
            order.perform(on: ui) { model.search("ab") }
            try order.run()
            #expect(shown.values.last == "result of ab")
        }
        #expect(report.isComplete)
    }

    @Test func secondSubscriberSharesConnection() {
        expectInterleavings { order in
            let log = PublishSubject<String>()
            let connections = Recorder(log.asObservable())
            let shared = Observable<Int>.create { _ in
                log.onNext("connected")
                order.preemptionPoint()
                return .none
            }.share()
            for name in ["first", "second"] {
                order.perform(on: order.scheduler(name)) { _ = shared.subscribe() }
            }
            try order.run()
            #expect(connections.values == ["connected"])
        }
    }

    struct Count: Request {
        typealias Response = Int
        var path: URLPath { "/count" }
    }

    @Test func limitSendsOneRequestAtATime() {
        expectInterleavings { order in
            let transport = StubTransport(scheduler: order.scheduler("server")) { _ in .json("42") }
            let limit = ConcurrencyLimit(1, scheduler: order.scheduler("limit"))
            let client = Client(baseURL: "https://api.github.example", transport: transport, middleware: [limit])
            let results = [Recorder<Int>(), Recorder<Int>()]
            for (number, result) in results.enumerated() {
                order.perform(on: order.scheduler("caller \(number)")) { result.record(client.send(Count())) }
            }
            try order.run()
            #expect(results.map(\.values) == [[42], [42]])
        }
    }
}
