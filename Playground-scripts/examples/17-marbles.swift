// A test in virtual time. Each character of a diagram is one second, and the test takes no time.
import RillTesting

func suggestions(for queries: some ObservableConvertible<String>, scheduler: any Scheduler) -> Observable<String> {
    queries.debounce(.seconds(2), scheduler: scheduler).distinctUntilChanged().map { $0.uppercased() }
}

let kit = TestKit()
let queries = kit.hot("-a-b-----b---c|")
let result = kit.record { suggestions(for: queries, scheduler: kit.scheduler) }

// The second "b" is a duplicate. Completion emits the pending "c" immediately.
if let difference = result.difference(from: "-----B--------(C|)") { print(difference) }
if let difference = queries.subscriptionDifference(from: "^-------------!") { print(difference) }
print(result)

// A failed expectation prints both diagrams. In a test target, `expectMarbles` reports it at its line.
print(result.difference(from: "------B-------(C|)") ?? "equal")
