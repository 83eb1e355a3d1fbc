import Rill
import RillTesting
import Testing

/// Tests that pausable sources lose no elements and cause no overflow in a buffer downstream of a combining operator,
/// if the buffer has room for one element in transit per source.
@Suite struct MergedBufferSizeTests {
    private let queue = ConcurrentDispatchQueueScheduler()

    private func numbers(_ count: Int) -> Observable<Int> {
        Observable.from(0..<count).subscribeOn(queue)
    }

    @Test(arguments: [8, 16, 64, 1_024], [OverflowStrategy.fail, .dropOldest, .dropNewest])
    func mergeLosesNoElements(size: Int, strategy: OverflowStrategy) async throws {
        for _ in 0..<5 {
            let merged = Observable.merge(numbers(1_000), numbers(1_000), numbers(1_000))
            let seen = try await merged.observeOn(queue, bufferSize: size, onOverflow: strategy).collected()
            #expect(seen.count == 3_000)
            #expect(seen.sorted() == (0..<1_000).flatMap { [$0, $0, $0] })
        }
    }

    @Test func nestedMergeLosesNoElements() async throws {
        let pair = Observable.merge(numbers(500), numbers(500))
        let all = Observable.merge(pair, Observable.merge(pair, pair)).observeOn(queue, bufferSize: 16)
        #expect(try await all.collected().count == 3_000)
    }

    @Test func flatMapLosesNoElements() async throws {
        let stream = numbers(2_000).flatMap { [queue] in Observable.just($0).observeOn(queue) }
        let seen = try await stream.observeOn(queue, bufferSize: 4).collected()
        #expect(seen.sorted() == Array(0..<2_000))
    }

    @Test func zipLosesNoElements() async throws {
        let pairs = Observable.zip(numbers(3_000), numbers(3_000)) { $0 == $1 }.observeOn(queue, bufferSize: 8)
        let seen = try await pairs.collected()
        #expect(seen.count == 3_000)
        #expect(seen.allSatisfy { $0 })
        let arrays = Observable<[Int]>.zip([numbers(1_000), numbers(1_000), numbers(1_000)])
        #expect(try await arrays.observeOn(queue, bufferSize: 8).collected().count == 1_000)
    }

    @Test func combineLatestAndWithLatestFromKeepTheLastElements() async throws {
        let sums = Observable.combineLatest(numbers(3_000), numbers(3_000)) { $0 + $1 }
        #expect(try await sums.observeOn(queue, bufferSize: 8).collected().last == 5_998)
        let latest = numbers(3_000).withLatestFrom(numbers(3_000)) { number, _ in number }
        #expect(try await latest.observeOn(queue, bufferSize: 8).collected().last ?? 2_999 == 2_999)
    }

    @Test(arguments: [BufferingPolicy.failing(beyond: 4), .bufferingNewest(4), .bufferingOldest(4)])
    func readerLosesNoElements(policy: BufferingPolicy) async throws {
        for _ in 0..<20 {
            var count = 0
            for try await _ in Observable.merge(numbers(200), numbers(200)).values(bufferingPolicy: policy) {
                count += 1
            }
            #expect(count == 400)
        }
    }

    @Test func disposalWithBufferedElementsEndsTheSubscription() async {
        let subject = PublishSubject<Int>()
        let scheduler = TestScheduler()
        let subscription = Observable.merge(subject.asObservable(), numbers(10_000))
            .observeOn(scheduler, bufferSize: 1).subscribe(onError: { _ in })
        for number in 0..<10_000 { subject.onNext(number) }
        subscription.dispose()
        for number in 0..<10_000 { subject.onNext(number) }
        #expect(subscription.isDisposed)
    }
}
