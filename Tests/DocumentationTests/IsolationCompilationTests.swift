#if os(Linux)
    @testable import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Compiles programs that use actors and asynchronous closures, and common mistakes, whose messages name the correct
    /// call.
    @Suite(
        .serialized, .disabledUnderThreadSanitizer("the compiler runs in a separate process"),
        .enabled("requires swiftc") { (try? SystemTool("swiftc")) != nil })
    struct IsolationCompilationTests {
        private static let mistakes: [(code: String, message: String)] = [
            (
                "numbers.subscribe(on: SerialDispatchQueueScheduler())",
                "'subscribe(on:onNext:)' is unavailable: use subscribeOn(_:) to start on a scheduler, "
                    + "or subscribe(on: MainActor.shared) to receive events"
            ),
            ("numbers.observe(on: MainScheduler.shared)", "'observe(on:)' has been renamed to 'observeOn(_:)'"),
            ("numbers.receive(on: MainScheduler.shared)", "'receive(on:)' has been renamed to 'observeOn(_:)'"),
            (
                "numbers.observeOn(MainActor.shared)",
                "'observeOn' is unavailable: use subscribe(on:) to receive events on an actor"
            ),
            (
                "numbers.flatMap { try await load($0) }",
                "'flatMap(maxConcurrent:_:)' is unavailable: the closure must return an observable. "
                    + "Use flatMapTask for an async closure, or map for a value"
            ),
            (
                "numbers.flatMap { number in\n    let text = try await load(number)\n    return text\n}",
                "Use flatMapTask for an async closure, or map for a value"
            ),
            ("numbers.flatMap { $0 + 1 }", "Use flatMapTask for an async closure, or map for a value"),
            (
                "{\n    let main = numbers.observeOn(MainScheduler.shared)\n    use(main)\n}",
                "cannot convert value of type 'MainActorObservable<Int>' to expected argument type 'Observable<Int>'"
            ),
            (
                "numbers.concatMapTask { try await load($0) }",
                "'concatMapTask' has been renamed to 'mapTask(_:)'"
            ),
        ]

        @Test func messagesNameTheCorrectCalls() throws {
            try Compiler.expectErrors(
                Self.mistakes,
                """
                import Rill
                func load(_ number: Int) async throws -> String { "\\(number)" }
                func use(_ numbers: Observable<Int>) {}
                let numbers = Observable.of(1, 2)
                """)
        }

        @Test func programCompilesWithoutWarnings() throws {
            try Compiler.compile(Self.program)
        }

        @Test func nonisolatedModelsCompileIfTheMainActorIsTheDefaultIsolation() throws {
            try Compiler.compile(
                """
                import Rill
                import RillHTTP

                nonisolated struct City: Codable, Hashable, Sendable { let name: String }
                struct GetCity: Request {
                    typealias Response = City
                    var path: URLPath { "/city" }
                    var method: HTTPRequest.Method { .post }
                    var body: City { City(name: "Oslo") }
                }
                struct Stamp: Middleware {
                    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                        next(request, body)
                    }
                }
                nonisolated enum UserKey: StreamContextKey { static let defaultValue = "" }
                nonisolated extension StreamContext {
                    var user: String {
                        get { self[UserKey.self] }
                        set { self[UserKey.self] = newValue }
                    }
                }
                final class Screen {
                    private(set) var names: [String] = []
                    private let bag = DisposeBag()
                    func load(_ client: Client) {
                        client.send(GetCity()).distinctUntilChanged().map(\\.name).context(\\.user, "a")
                            .observeOn(MainScheduler.shared)
                            .subscribe(onNext: { self.names.append($0) })
                            .disposed(by: bag)
                    }
                }

                """, options: ["-default-isolation", "MainActor"])
        }

        @Test func isolatedModelOfAResponseIsExplained() throws {
            let error = #expect(throws: SystemTool.Failure.self) {
                try Compiler.compile(
                    """
                    import RillHTTP
                    struct City: Decodable, Sendable { let name: String }
                    struct GetCity: Request {
                        typealias Response = City
                        var path: URLPath { "/city" }
                    }

                    """, options: ["-default-isolation", "MainActor"])
            }
            let advice = "Response must be Decodable and nonisolated, or the request must have a parser"
            #expect(error?.description.contains(advice) == true)
        }

        private static let program = """
            import Rill

            func load(_ number: Int) async throws -> String { "\\(number)" }

            @MainActor final class List {
                private var items: [String] = []
                private var isLoading = true
                private let bag = DisposeBag()

                func show(_ source: Observable<[String]>) {
                    source.observeOn(MainScheduler.shared).subscribe(onNext: { self.items = $0 }).disposed(by: bag)
                    source.observeOn(MainScheduler.shared)
                        .subscribe(
                            onNext: { [weak self] in self?.items = $0 }, onError: { _ in self.items = [] },
                            onCompleted: { self.isLoading = false }
                        )
                        .disposed(by: bag)
                    source.observeOn(MainScheduler.shared)
                        .subscribe(with: self, onNext: { me, items in me.items = items })
                        .disposed(by: bag)
                    source.observeOn(MainScheduler.shared).subscribe { event in self.items = event.element ?? [] }
                        .disposed(by: bag)
                    source.subscribe(on: MainActor.shared) { [weak self] in self?.items = $0 }.disposed(by: bag)
                    source.subscribe(on: MainActor.shared, with: self) { me, items in me.items = items }
                        .disposed(by: bag)
                    source
                        .subscribe(
                            on: MainActor.shared, with: self, onNext: { me, items in me.items = items },
                            onError: { me, _ in me.items = [] }, onCompleted: { me in me.isLoading = false }
                        )
                        .disposed(by: bag)
                }
            }

            actor Statistics {
                private var total = 0
                private let bag = DisposeBag()

                func count(_ numbers: Observable<Int>) {
                    numbers.subscribe(on: self) { me, number in me.total += number }.disposed(by: bag)
                    numbers
                        .subscribe(
                            on: self, onNext: { $0.total += $1 }, onError: { me, _ in me.total = 0 },
                            onCompleted: { me in me.total = 0 }
                        )
                        .disposed(by: bag)
                }

                func finish() {}
            }

            func count(_ numbers: Observable<Int>, in statistics: Statistics) -> Disposable {
                numbers.subscribe(on: statistics) { statistics, _ in statistics.finish() }
            }

            func passOn(_ numbers: Observable<Int>, isOnMain: Bool) -> [Observable<Int>] {
                let main = numbers.observeOn(MainScheduler.shared)
                let either = isOnMain ? numbers.observeOn(MainScheduler.shared) : numbers
                return [lengths(main.asObservable()), lengths(numbers.observeOn(MainScheduler.shared)), either]
            }

            func lengths(_ numbers: Observable<Int>) -> Observable<Int> {
                let main: Observable<Int> = numbers.observeOn(MainScheduler.shared)
                return main
                    .mapTask { try await load($0) }
                    .mapTask(maxConcurrent: 4) { text in text + "!" }
                    .observeOn(MainScheduler.shared)
                    .flatMapTask { [$0] }
                    .flatMapTask(maxConcurrent: 2) { texts in
                        var count = 0
                        for text in texts { count += try await load(text.count).count }
                        return count
                    }
            }
            """
    }
#endif
