import Dispatch
import Rill
import RillSwiftTesting
import RillTesting
import Testing

// The samples on the page "Reading a stream step by step". `DocumentationTests` compares it with the page line by line.

final class QueryModel: Sendable {
    let queries: Observable<String>
    private let input = PublishSubject<String>()

    init(scheduler: any Scheduler) {
        queries = input.debounce(.seconds(2), scheduler: scheduler)
    }

    func type(_ text: String) {
        input.onNext(text)
    }

    func close() {
        input.onCompleted()
    }
}

@Suite struct QueryModelTests {
    @Test func modelWaitsForTheEndOfTyping() async {
        let kit = TestKit()
        let model = QueryModel(scheduler: kit.scheduler)
        let reader = kit.reader(of: model.queries)

        model.type("r")
        await reader.expectNothing(for: .seconds(1))
        model.type("rill")
        await reader.expectNext("rill")
        #expect(kit.scheduler.now == .seconds(3))

        model.close()
        await reader.expectCompleted()
    }

    @Test func numbersArriveFromAnotherThread() async throws {
        let numbers = Observable.from(1...3).observeOn(SerialDispatchQueueScheduler(qos: .utility))
        let reader = numbers.testReader(timeout: .seconds(30))
        let first = try await reader.next()
        #expect(first == 1)
        await reader.expectNext(2, 3)
        await reader.expectCompleted()
    }

    struct Offline: Error {
        let retryAfter: Int
    }

    @Test func streamFailsOffline() async {
        let kit = TestKit()
        let reader = kit.reader(of: kit.cold("-a#", error: Offline(retryAfter: 3)))
        await reader.expectNext("a")
        let error = await reader.expectError(as: Offline.self)
        #expect(error?.retryAfter == 3)
    }
}
