#if os(Linux)
    @testable import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Compiles calls that people know from RxSwift and Combine, and expects messages that name the correct call.
    @Suite(
        .serialized, .disabledUnderThreadSanitizer("the compiler runs in a separate process"),
        .enabled("requires swiftc") { (try? SystemTool("swiftc")) != nil })
    struct HintCompilationTests {
        private static let hints: [(code: String, message: String)] = [
            ("numbers.bind(to: subject)", "use subscribe { subject.on($0) }"),
            ("numbers.subscribe(subject)", "use subscribe { subject.on($0) }"),
            ("subject.accept(1)", "'accept' has been renamed to 'onNext(_:)'"),
            ("numbers.asDriver(onErrorJustReturn: 0)", "use catchAndReturn(_:), observeOn(MainScheduler.shared)"),
            ("numbers.takeUntil(subject)", "'takeUntil' has been renamed to 'take(until:)'"),
            ("numbers.share(replay: 1, scope: .whileConnected)", "use share(replay:keepAlive:)"),
            ("numbers.withUnretained(subject)", "use subscribe(with:)"),
            ("numbers.withUnretained(subject).subscribe(onNext: { owner, number in })", "use subscribe(with:)"),
            ("numbers.asDriver(onErrorDriveWith: .empty())", "use catch(_:), observeOn(MainScheduler.shared)"),
            ("numbers.asSingle()", "use single(), or firstValue() in asynchronous code"),
            ("numbers.retry()", "use retry(_:) with a number of attempts or a policy"),
            ("numbers.retryWhen { $0 }", "'retryWhen' has been renamed to 'retry(when:)'"),
            ("numbers.catchError { _ in .just(1) }", "'catchError' has been renamed to 'catch(_:)'"),
            ("numbers.catchErrorJustReturn(0)", "'catchErrorJustReturn' has been renamed to 'catchAndReturn(_:)'"),
            ("numbers.window(timeSpan: .seconds(1), count: 3)", "renamed to 'buffer(timeSpan:count:scheduler:)'"),
            ("numbers.elementAt(1)", "'elementAt' has been renamed to 'element(at:)'"),
            (
                "numbers.delay(.seconds(1), scheduler: MainScheduler.instance)",
                "'instance' has been renamed to 'shared'"
            ),
            ("Observable<Int>.create { _ in Disposables.create() }", "return Disposable { … } from the closure"),
            ("numbers.multicast(subject)", "multicast { PublishSubject() }"),
            ("numbers.concat(numbers, numbers)", "use Observable.concat(_:) with all sources"),
            ("[numbers, numbers].merge()", "use Observable.merge(_:) with the collection"),
            ("[numbers, numbers].concat()", "use Observable.concat(_:) with the sequence"),
            ("numbers.sink { print($0) }", "'sink(receiveValue:)' has been renamed to 'subscribe(onNext:)'"),
            (
                "numbers.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })",
                "use subscribe(onNext:onError:onCompleted:)"
            ),
            ("numbers.collect(2)", "'collect' has been renamed to 'buffer(count:)'"),
            ("numbers.prefix(while: { $0 < 2 })", "'prefix(while:)' has been renamed to 'take(while:)'"),
            ("{ var bag: [Int] = []; numbers.subscribe().store(in: &bag) }", "use disposed(by:) with a DisposeBag"),
            ("numbers.removeDuplicates()", "'removeDuplicates()' has been renamed to 'distinctUntilChanged()'"),
            ("numbers.replaceError(with: 0)", "'replaceError(with:)' has been renamed to 'catchAndReturn(_:)'"),
            ("numbers.merge(with: subject)", "use Observable.merge(_:) with both sources"),
            ("numbers.eraseToAnyPublisher()", "remove the call: operators return Observable"),
            ("numbers.collect()", "use toArray(), or buffer(count:) for groups"),
            ("numbers.dropFirst()", "'dropFirst' has been renamed to 'skip(_:)'"),
            ("subject.send(1)", "'send' has been renamed to 'onNext(_:)'"),
            ("numbers.value", "use try await firstValue()"),
            (
                "numbers.debounce(.seconds(1), scheduler: DispatchQueue.main)",
                "use MainScheduler.shared for the main queue"
            ),
            (
                "numbers.subscribe(on: store, onNext: { (number: Int) in print(number) })",
                "the closure receives the actor"
            ),
            (
                "numbers.subscribe(on: store, with: store, onNext: { (store: Store, number: Int) in print(number) })",
                "the closure receives the actor"
            ),
            (
                "Observable<Int>.create { observer in observer.onNext(try await load()); return .none }",
                "use Observable.task for one element, or a Task in the closure"
            ),
            (
                "numbers.subscribe { event in\n    switch event {\n    case .next, .failure, .completed: break\n    }\n}",
                "type 'Event<Int>' has no member 'failure'"
            ),
        ]

        private static let clientHints: [(code: String, message: String)] = [
            ("HTTPMethod.get", "'HTTPMethod' has been renamed to 'HTTPRequest.Method'"),
            ("Optional<APIError>.none?.underlyingError", "'underlyingError' has been renamed to 'underlying'"),
            ("HTTPHeaders()", "'HTTPHeaders' has been renamed to 'HTTPFields'"),
            (#"client.request("/users", method: .post)"#, "use send(Endpoint<Response>"),
            (
                #"client.send(Endpoint<Data>("/users")).responseDecodable(of: [Int].self)"#,
                "use send(Endpoint<Response>"
            ),
            (#"client.send(Endpoint<Data>("/users")).value"#, "use try await firstValue()"),
            (
                #"HTTPBody.json(["name": name, "age": age])"#,
                "write .string(name) or .integer(count), or pass an Encodable value"
            ),
            (#"HTTPBody.json(["tags": [name, age]])"#, "write .string(name) or .integer(count)"),
            ("HTTPBody.json([age, name])", "write .string(name) or .integer(count)"),
        ]

        @Test func messagesNameTheCorrectCalls() throws {
            try Compiler.expectErrors(
                Self.hints,
                """
                import Dispatch
                import Rill
                actor Store {}
                func load() async throws -> Int { 1 }
                let numbers = Observable.of(1, 2)
                let subject = PublishSubject<Int>()
                let store = Store()
                """)
        }

        @Test func messagesNameTheCorrectCallsOfClients() throws {
            try Compiler.expectErrors(
                Self.clientHints,
                """
                import Foundation
                import RillHTTP
                let client = Client(baseURL: "https://qiita.com/api/v2")
                let name = "Rill", age = 3
                """)
        }
    }
#endif
