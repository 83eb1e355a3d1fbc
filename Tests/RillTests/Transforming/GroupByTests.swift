import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct GroupByTests {
    let kit = TestKit()

    @Test func eachKeyHasOneGroup() {
        let source = kit.hot("-1-2-3-4-|")
        let result = kit.record {
            source.groupBy { Int($0)! % 2 }.flatMap { group in group.map { "\(group.key)\($0)" } }
        }
        expectMarbles(result, "-a-b-c-d-|", values: ["a": "11", "b": "02", "c": "13", "d": "04"])
        expectSubscriptions(source, "^--------!")
    }

    @Test func groupKeepsItsFirstElementIfTheResultEnds() {
        let source = PublishSubject<Int>()
        let recorder = Recorder<String>()
        let subscription = recorder.record(
            source.groupBy { $0 / 10 }.take(2).flatMap { group in group.toArray().map { "\(group.key): \($0)" } })
        for number in [10, 20, 11, 30] { source.onNext(number) }
        #expect(recorder.events == .completed(["1: [10]", "2: [20]"]))
        subscription.dispose()
    }

    @Test func allSubscribersThatSubscribeAtOnceReceiveTheFirstElement() {
        let source = Observable.of(2, 3, 4, 5)
        let pairs = source.groupBy { $0 % 2 }.flatMap { group in Observable.zip(group, group) { "\($0)\($1)" } }
        #expect(Recorder(pairs).values == ["22", "33", "44", "55"])
    }

    @Test func groupBuffersUntilItsFirstSubscription() {
        let source = PublishSubject<Int>()
        let groups = Recorder<GroupedObservable<Bool, Int>>()
        let subscription = groups.record(source.groupBy { $0 > 10 })
        source.onNext(1)
        source.onNext(11)
        source.onNext(2)
        let first = Recorder(groups.values[0].asObservable())
        #expect(first.values == [1, 2])
        source.onNext(3)
        let later = Recorder(groups.values[0].asObservable())
        source.onNext(4)
        source.onCompleted()
        #expect(first.events == .completed([1, 2, 3, 4]))
        #expect(later.values == [4])
        let other = Recorder(groups.values[1].asObservable())
        #expect(other.events == .completed([11]))
        #expect(groups.isCompleted)
        subscription.dispose()
    }

    @Test(arguments: [(OverflowStrategy.dropOldest, [2, 3]), (.dropNewest, [1, 2]), (.fail, [1, 2])])
    func fullBufferAppliesStrategy(strategy: OverflowStrategy, expected: [Int]) {
        let groups = Recorder(Observable.of(1, 2, 3).groupBy(bufferSize: 2, onOverflow: strategy) { _ in 0 })
        #expect(groups.isCompleted)
        let group = Recorder(groups.values[0].asObservable())
        #expect(group.values == expected)
        #expect((group.error as? StreamError)?.code == (strategy == .fail ? .bufferOverflow : nil))
    }

    @Test func failsWithMoreThanMaximumOfGroups() throws {
        let groups = Recorder(Observable.of(1, 1, 2, 3).groupBy(maxGroups: 2) { $0 })
        #expect(groups.values.map(\.key) == [1, 2])
        let error = try #require(groups.error as? StreamError)
        #expect(error.code == .bufferOverflow)
        #expect(error.description == "more than 2 groups in groupBy. Use fewer keys, or increase maxGroups")
        let group = Recorder(groups.values[0].asObservable())
        #expect(group.values == [1, 1])
        #expect((group.error as? StreamError)?.code == .bufferOverflow)
    }

    @Test func errorTerminatesResultAndGroups() {
        let source = kit.hot("-1-2-#")
        let result = kit.record { source.groupBy { $0 }.flatMap { $0 } }
        expectMarbles(result, "-1-2-#")
    }

    @Test(arguments: [false, true])
    func disposalEndsGroups(isScheduled: Bool) {
        let source = PublishSubject<Int>()
        let stream = isScheduled ? source.subscribeOn(kit.scheduler) : source.asObservable()
        let groups = Recorder<GroupedObservable<Int, Int>>()
        let subscription = groups.record(stream.groupBy { $0 })
        kit.scheduler.advance(by: .seconds(1))
        source.onNext(1)
        let group = Recorder(groups.values[0].asObservable())
        subscription.dispose()
        #expect(group.events == .completed([1]))
    }

    @Test func subscribingBesideProducerLosesNoElement() async throws {
        let count = 2_000
        for _ in 0..<20 {
            let groups = Observable.from(0..<count).subscribeOn(ConcurrentDispatchQueueScheduler())
                .groupBy(bufferSize: count) { $0 % 2 }
                .observeOn(ConcurrentDispatchQueueScheduler())
                .flatMap { group in group.toArray() }
            let lists = try await groups.collected()
            #expect(lists.map(\.count) == [count / 2, count / 2])
            for list in lists { #expect(list == list.sorted()) }
        }
    }
}
