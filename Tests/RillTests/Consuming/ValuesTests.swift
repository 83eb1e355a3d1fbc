import RillTesting
import Testing

@testable import Rill

@Suite struct ValuesTests {
    @Test func deliversAllElementsInOrder() async throws {
        var values: [Int] = []
        for try await value in Observable.from(0..<10_000).values { values.append(value) }
        #expect(values == Array(0..<10_000))
    }

    @Test func throwsTheErrorAfterTheElements() async {
        var values: [Int] = []
        await #expect(throws: TestError()) {
            for try await value in Observable.of(1, 2).concat(.error(TestError())).values { values.append(value) }
        }
        #expect(values == [1, 2])
    }

    /// Like every iterator, it ends after an error.
    @Test(arguments: [true, false]) func iterationEndsAfterAnError(isAsynchronous: Bool) async throws {
        let failing = Observable<Int>.error(TestError())
        let source = isAsynchronous ? failing.observeOn(SerialDispatchQueueScheduler()) : failing
        var iterator = Observable.just(1).concat(source).values.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        do {
            _ = try await iterator.next()
            Issue.record("the iterator has not thrown the error")
        } catch {
            #expect(error as? TestError == TestError())
        }
        #expect(try await iterator.next() == nil)
    }

    @Test func sourceProducesElementsOnlyWhenRequested() async throws {
        let produced = SerialState(0)
        let source = Observable.unfold(1) { number -> (Int, Int)? in
            produced.value = number
            return (number, number + 1)
        }
        var read = 0
        for try await value in source.values {
            read = value
            #expect(produced.value == value)
            if value == 50 { break }
        }
        #expect(read == 50)
    }

    @Test func exitingTheLoopDisposesTheSource() async throws {
        let source = ManualSource()
        let reader = Task {
            for try await value in source.observable.values where value == 2 { return value }
            return 0
        }
        while source.subscriptionCount == 0 { await Task.yield() }
        source.send(1, 2, 3)
        #expect(try await reader.value == 2)
        #expect(source.disposalCount == 1)
    }

    @Test func cancellationDisposesAndThrows() async {
        let source = ManualSource()
        let reader = Task { try await source.observable.collected() }
        while source.subscriptionCount == 0 { await Task.yield() }
        source.send(1)
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(source.disposalCount == 1)
    }

    @Test func canceledTaskReceivesNoElements() async {
        let source = ManualSource()
        let reader = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await source.observable.firstValue()
        }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(source.disposalCount == source.subscriptionCount)
    }

    /// The source is synchronous and infinite, so that the loop never suspends.
    @Test func cancellationEndsALoopThatDoesNotSuspend() async {
        var count = 0
        await #expect(throws: CancellationError.self) {
            for try await number in Observable.from(0...).values {
                count += 1
                if number == 10 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        #expect(count == 11)
    }

    @Test func cancellationStopsASourceThatRunsWithoutEmitting() async {
        let isRunning = AsyncStream.makeStream(of: Void.self)
        let reader = Task.detached {
            let source = Observable.from(0...).filter { number in
                if number == 0 { isRunning.continuation.yield() }
                return false
            }
            for try await _ in source.values {}
        }
        for await _ in isRunning.stream.prefix(1) {}
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test func cancellationDropsBufferedElements() async {
        let source = ManualSource()
        let reader = Task {
            var iterator = source.observable.values.makeAsyncIterator()
            _ = try await iterator.next()
            for number in 0..<3 { source.send(number) }
            withUnsafeCurrentTask { $0?.cancel() }
            return try await iterator.next()
        }
        while source.subscriptionCount == 0 { await Task.yield() }
        source.send(1)
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test func cancellationAfterCompletionReportsDroppedElements() async {
        let source = ManualSource()
        let reader = Task {
            var iterator = source.observable.values.makeAsyncIterator()
            _ = try await iterator.next()
            source.send(2, thenComplete: true)
            withUnsafeCurrentTask { $0?.cancel() }
            return try await iterator.next()
        }
        while source.subscriptionCount == 0 { await Task.yield() }
        source.send(1)
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test func bufferOverflowsIfSourceCannotPause() async {
        let source = ManualSource()
        let reader = Task {
            var iterator = source.observable.values.makeAsyncIterator()
            _ = try await iterator.next()
            for number in 0..<1_100 { source.send(number) }
            var count = 0
            while try await iterator.next() != nil { count += 1 }
            return count
        }
        while source.subscriptionCount == 0 { await Task.yield() }
        source.send(1)
        let error = await #expect(throws: StreamError.self) { try await reader.value }
        #expect(error?.code == .bufferOverflow)
    }

    @Test func firstValueReturnsOneElementAndDisposes() async throws {
        let source = ManualSource()
        let reader = Task { try await source.observable.firstValue() }
        while source.subscriptionCount == 0 { await Task.yield() }
        source.send(7, 8)
        #expect(try await reader.value == 7)
        #expect(source.disposalCount == 1)
    }

    @Test func firstValueOfEmptySourceThrows() async {
        let error = await #expect(throws: StreamError.self) { try await Observable<Int>.empty().firstValue() }
        #expect(error?.code == .noElements)
    }

    @Test func collectedReturnsAllElements() async throws {
        #expect(try await Observable.of(1, 2, 3).collected() == [1, 2, 3])
        #expect(try await Observable<Int>.empty().collected().isEmpty)
    }

    @Test(.tags(.realThreads)) func cancellationRacesWithEvents() async {
        for _ in 0..<500 {
            let source = PublishSubject<Int>()
            let reader = Task { try await source.asObservable().collected() }
            let sender = Task.detached {
                for number in 0..<20 { source.onNext(number) }
                source.onCompleted()
            }
            await Task.yield()
            reader.cancel()
            await sender.value
            _ = await reader.result
        }
    }
}
