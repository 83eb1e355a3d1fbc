import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests numbered pages.
@Suite struct PageNumberTests {
    private func record(
        _ list: NumberedList, _ strategy: PageStrategy<[Int]>, query: QueryItems = [:], from cursor: PageCursor? = nil
    ) -> (recorder: Recorder<Page<[Int]>>, targets: [String]) {
        let transport = list.transport()
        var request = numbers
        request.query = query
        return (Recorder(makeClient(transport).pages(request, by: strategy, from: cursor)), transport.targets)
    }

    @Test(arguments: [(45, 3), (40, 2), (41, 3), (20, 1), (1, 1), (0, 1), (-7, 1)])
    func endsWithPageThatCompletesTotal(total: Int, pages: Int) {
        let list = NumberedList(total: max(total, 0), hint: .total)
        let (recorder, targets) = record(list, .pageNumbers(perPage: 20, total: NumberedList.totalCount))
        #expect(recorder.values.flatMap(\.value) == Array(0..<max(total, 0)))
        #expect(recorder.isCompleted)
        #expect(targets == ["/numbers", "/numbers?page=2", "/numbers?page=3"].prefix(pages).map { $0 })
    }

    @Test(arguments: [(45, 4), (40, 3), (0, 1)])
    func endsWithEmptyPage(total: Int, pages: Int) {
        for hint in [NumberedList.Hint.nothing, .total] {
            let (recorder, targets) = record(NumberedList(total: total, hint: hint), .pageNumbers())
            #expect(recorder.values.flatMap(\.value) == Array(0..<total))
            #expect(recorder.isCompleted)
            #expect(targets.count == pages)
        }
    }

    @Test func endsWithMaximumPageNumber() {
        let (recorder, targets) = record(NumberedList(hint: .nothing), .pageNumbers(last: 2))
        #expect(recorder.values.count == 2)
        #expect(recorder.isCompleted)
        #expect(targets.count == 2)
        let beyond = record(NumberedList(hint: .nothing), .pageNumbers(last: 2), from: PageCursor(3))
        #expect(beyond.recorder.values.map(\.next) == [nil])
    }

    @Test func sendsPageSizeInEachRequest() {
        let list = NumberedList(hint: .total)
        let strategy = PageStrategy<[Int]>.pageNumbers(
            "page", perPage: 20, as: "per_page", total: NumberedList.totalCount)
        let (_, targets) = record(list, strategy, query: ["per_page": 7, "sort": "name"])
        #expect(targets == ["", "&page=2", "&page=3"].map { "/numbers?per_page=20&sort=name\($0)" })
    }

    @Test func startsAtPageNumberInRequest() {
        let list = NumberedList(hint: .total)
        let strategy = PageStrategy<[Int]>.pageNumbers(perPage: 20, total: NumberedList.totalCount)
        let (recorder, targets) = record(list, strategy, query: ["page": 2])
        #expect(recorder.values.flatMap(\.value) == Array(20..<45))
        #expect(targets == ["/numbers?page=2", "/numbers?page=3"])
        #expect(record(list, strategy, query: ["page": 1], from: PageCursor(3)).targets == ["/numbers?page=3"])
    }

    @Test func firstPageNumberCanBeZero() {
        let transport = StubTransport { request in
            let page = request.queryItem("p").flatMap { Int($0) } ?? 0
            return .json(page == 2 ? "[5]" : "[1,2]", fields: [NumberedList.totalCount: "5"])
        }
        let strategy = PageStrategy<[Int]>.pageNumbers("p", first: 0, perPage: 2, total: NumberedList.totalCount)
        #expect(Recorder(makeClient(transport).pages(numbers, by: strategy)).isCompleted)
        #expect(transport.targets == ["/numbers", "/numbers?p=1", "/numbers?p=2"])
    }

    @Test func readsAllElementsIfPagesAreSmallerThanRequested() {
        // The service returns 20 elements per page even though 1,000 are requested.
        let list = NumberedList(hint: .total)
        let (recorder, targets) = record(list, .pageNumbers(perPage: 1_000, total: NumberedList.totalCount))
        #expect(recorder.values.flatMap(\.value) == Array(0..<45))
        #expect(targets.count == 3)
    }

    /// A full second page would complete the total.
    @Test(arguments: [(20, 30), (50, 100), (20, 24), (1, 2)])
    func readsAllElementsIfAPageCompletesTheComputedTotal(size: Int, perPage: Int) {
        for total in [perPage + 1, perPage + size, 2 * perPage, 3 * size] {
            let list = NumberedList(total: total, size: size, hint: .total)
            let (recorder, targets) = record(list, .pageNumbers(perPage: perPage, total: NumberedList.totalCount))
            #expect(recorder.values.flatMap(\.value) == Array(0..<total))
            #expect(recorder.isCompleted)
            #expect(targets.count == (total + size - 1) / size)
        }
    }

    @Test func pagerReadsAllElementsIfPagesAreSmallerThanRequested() {
        let list = NumberedList(total: 45, size: 20, hint: .total)
        let pager = makeClient(list.transport()).pager(
            of: numbers, by: .pageNumbers(perPage: 30, total: NumberedList.totalCount))
        let recorder = Recorder(pager.asObservable())
        for _ in 1...4 { pager.loadNext() }
        #expect(recorder.values.last?.items == Array(0..<45))
    }

    @Test func continuesAfterIncompletePage() {
        let transport = StubTransport { request in
            .json(["[1]", "[2,3]", "[4]"][request.number], fields: [NumberedList.totalCount: "5"])
        }
        let strategy = PageStrategy<[Int]>.pageNumbers(perPage: 2, total: NumberedList.totalCount)
        #expect(Recorder(makeClient(transport).elements(of: numbers, by: strategy)).values == [1, 2, 3, 4])
        #expect(transport.requests.count == 3)
    }

    @Test(arguments: ["x", "", "-1", "9223372036854775808", "1e3", "0x10"])
    func ignoresInvalidTotal(text: String) {
        let transport = StubTransport { .json($0.number < 3 ? "[1]" : "[]", fields: [NumberedList.totalCount: text]) }
        let strategy = PageStrategy<[Int]>.pageNumbers(perPage: 1, total: NumberedList.totalCount)
        #expect(Recorder(makeClient(transport).pages(numbers, by: strategy)).isCompleted)
        #expect(transport.requests.count == 4)
    }

    @Test(arguments: [Int.max - 1, .max, .min, -1, 0])
    func extremePageNumbersDoNotOverflow(number: Int) {
        let transport = StubTransport { _ in .json("[1]", fields: [NumberedList.totalCount: "\(Int.max)"]) }
        for first in [Int.min, 0, .max] {
            let strategy = PageStrategy<[Int]>.pageNumbers(first: first, perPage: .max, total: NumberedList.totalCount)
            let pages = makeClient(transport).pages(numbers, by: strategy, from: PageCursor(number))
            #expect(Recorder(pages.take(3)).values.count == (number > Int.max - 2 ? Int.max - number + 1 : 3))
        }
    }

    @Test func nonNumericCursorFailsBeforeSending() throws {
        let (recorder, targets) = record(NumberedList(), .pageNumbers(), from: PageCursor("x"))
        let error = try recorder.failure()
        #expect(error.stage == .request)
        #expect((error.underlying as? PagingError)?.code == .invalidCursor)
        #expect(targets.isEmpty)
    }

    @Test func countsElementsWithClosure() {
        struct Found: Decodable, Sendable { var items: [Int] }
        let transport = StubTransport { .json($0.number < 2 ? #"{"items": [1, 2]}"# : #"{"items": []}"#) }
        let found = makeClient(transport).pages(Anything<Found>(), by: .pageNumbers { $0.items.count })
        #expect(Recorder(found.elements { $0.items }).values == [1, 2, 1, 2])
        #expect(transport.requests.count == 3)
    }
}
