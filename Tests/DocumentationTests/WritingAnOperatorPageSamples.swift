import Rill
import RillSwiftTesting
import RillTesting
import Testing

// The samples on the page "Writing an operator", and tests of their behavior. `DocumentationTests` compares them with the
// page line by line.

extension ObservableConvertible<String> {
    /// Emits the words of each line.
    func words(file: StaticString = #fileID, line: UInt = #line) -> Observable<String> {
        transformEvents("words", file: file, line: line) { event, observer in
            switch event {
            case .next(let text): for word in text.split(separator: " ") { observer.onNext(String(word)) }
            case .error(let error): observer.onError(error)
            case .completed: observer.onCompleted()
            }
        }
    }
}

extension ObservableConvertible where Element: Comparable {
    /// Emits each element that is greater than all previous elements.
    func records(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        transformEvents("records", file: file, line: line, initialState: Element?.none) { record, event, observer in
            if let element = event.element {
                if let record, element <= record { return }
                record = element
            }
            observer.on(event)
        }
    }
}

extension ObservableConvertible {
    /// Emits the latest element again after each period without a new one.
    func repeatingLatest(every period: Duration, scheduler: any Scheduler) -> Observable<Element> {
        materialize().flatMapLatest { event -> Observable<Event<Element>> in
            guard !event.isTerminal else { return .just(event) }
            return Observable.interval(period, scheduler: scheduler).map { _ in event }.startWith(event)
        }
        .dematerialize()
    }
}

@Suite struct SumTests {
    @Test(arguments: ContractSuite.operatorRules)
    func sumFollowsTheContract(rule: ContractSuite.OperatorRule) async throws {
        try await rule.check(emitting: [1, 3, 6]) { $0.scan(0) { $0 + $1 } }
    }
}

@Suite struct WritingAnOperatorPageSamples {
    private let kit = TestKit()

    @Test func wordsEmitsTheWordsOfEachLine() {
        let source = kit.hot("-a-b-c|", values: ["a": "1 3", "b": " ", "c": "2"])
        expectMarbles(kit.record { source.words() }, "-(13)---2|")
    }

    @Test func wordsForwardsTheError() {
        let source = kit.hot("-1#")
        expectMarbles(kit.record { source.words() }, "-1#")
    }

    @Test func recordsEmitsGreaterElements() {
        let source = kit.hot("-2-1-2-3|")
        let records = source.records()
        expectMarbles(kit.record { records }, "-2-----3|")
    }

    @Test func recordsHasAStateForEachSubscription() async throws {
        let records = Observable.of(1, 3, 2).records()
        #expect(try await records.collected() == [1, 3])
        #expect(try await records.collected() == [1, 3])
    }

    @Test(arguments: ContractSuite.operatorRules)
    func operatorsFollowTheContract(rule: ContractSuite.OperatorRule) async throws {
        try await rule.check(emitting: [1, 2, 3]) { $0.records() }
        try await rule.check(emitting: [1, 2, 3]) { source in
            source.map { "\($0)" }.words().map { Int($0) ?? 0 }
        }
    }

    @Test(arguments: [
        ("-1----2--|", "-1-1-12-2|"), ("-1--#", "-1-1#"), ("-1--|", "-1-1|"), ("--|", "--|"), ("---", "---"),
    ])
    func repeatingLatestEmitsAfterEachPeriodWithoutAnElement(source: String, result: String) {
        let source = kit.hot(source)
        let recording = kit.record { source.repeatingLatest(every: .seconds(2), scheduler: kit.scheduler) }
        expectMarbles(recording, result)
    }
}
