import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Disposes a subscription at a different moment in each repetition, while a source sends elements and an actor is
/// busy.
@Suite(.serialized, .tags(.realThreads)) struct SubscribeOnActorRaceTests {
    private static let repetitions = 200
    private static let length = 40

    /// An actor that is busy with each element.
    actor Worker {
        private(set) var values: [Int] = []
        private let bag = DisposeBag()

        func receive(_ source: Observable<Int>) {
            source.subscribe(on: self) { me, value in me.work(value) }.disposed(by: bag)
        }

        func work(_ value: Int) {
            for step in 0..<value % 8 where step == value { return }
            values.append(value)
        }

        /// Disposes the subscription, and returns the number of elements at that time.
        func dispose() -> Int {
            bag.dispose()
            return values.count
        }
    }

    @MainActor final class Model {
        private(set) var values: [Int] = []

        func append(_ value: Int) { values.append(value) }
    }

    private func send(to source: PublishSubject<Int>) async {
        for number in 0..<Self.length {
            source.onNext(number)
            if number % 4 == 3 { await Task.yield() }
        }
    }

    private func pause(_ repetition: Int) async {
        for _ in 0..<repetition % (Self.length / 2) { await Task.yield() }
    }

    @Test func disposalOnTheActorEndsDeliveries() async {
        for repetition in 0..<Self.repetitions {
            let worker = Worker()
            let source = PublishSubject<Int>()
            await worker.receive(source.asObservable())
            async let sender: Void = send(to: source)
            await pause(repetition)
            let count = await worker.dispose()
            await sender
            await pause(repetition)
            let values = await worker.values
            #expect(values == Array(0..<count), "repetition \(repetition)")
        }
    }

    @Test func disposalOnAnotherThreadPreservesOrderAndReleasesTheActor() async {
        for repetition in 0..<Self.repetitions {
            let reference = WeakReference<Worker>()
            let source = PublishSubject<Int>()
            do {
                let worker = Worker()
                reference.value = worker
                let subscription = source.subscribe(on: worker) { worker, value in worker.work(value) }
                async let sender: Void = send(to: source)
                await pause(repetition)
                subscription.dispose()
                await sender
                let values = await worker.values
                #expect(values == Array(0..<values.count), "repetition \(repetition)")
            }
            #expect(await eventually { reference.value == nil }, "repetition \(repetition)")
        }
    }

    @Test func releaseOfTheActorEndsTheSubscription() async {
        for repetition in 0..<Self.repetitions {
            let source = PublishSubject<Int>()
            var worker: Worker? = Worker()
            let subscription = worker.map { source.subscribe(on: $0) { worker, value in worker.work(value) } }
            async let sender: Void = send(to: source)
            await pause(repetition)
            worker = nil
            await sender
            // A delivery in progress retains the actor. The next element after its release ends the subscription.
            #expect(
                await eventually {
                    source.onNext(0)
                    return subscription?.isDisposed == true
                }, "repetition \(repetition)")
        }
    }

    @MainActor
    @Test func disposalOnTheMainActorEndsDeliveries() async {
        for repetition in 0..<Self.repetitions {
            let model = Model()
            let source = PublishSubject<Int>()
            let subscription = source.subscribe(on: MainActor.shared, with: model) { $0.append($1) }
            async let sender: Void = send(to: source)
            await pause(repetition)
            subscription.dispose()
            let count = model.values.count
            await sender
            await pause(repetition)
            #expect(model.values == Array(0..<count), "repetition \(repetition)")
        }
    }

    @Test(arguments: ["mapTask", "flatMapTask"])
    func disposalCancelsTasksThatWaitForABusyActor(name: String) async {
        for repetition in 0..<Self.repetitions {
            let worker = Worker()
            let source = PublishSubject<Int>()
            let calls = CallCounter()
            let transform: @Sendable (Int) async throws -> Int = { number in
                calls.begin()
                defer { calls.end() }
                await worker.work(number)
                try Task.checkCancellation()
                return number
            }
            let (recorder, subscription) =
                name == "mapTask"
                ? source.mapTask(maxConcurrent: 4, transform).record() : source.flatMapTask(transform).record()
            async let sender: Void = send(to: source)
            await pause(repetition)
            subscription.dispose()
            await sender
            #expect(await eventually { calls.active == 0 }, "repetition \(repetition)")
            let values = recorder.values
            #expect(Set(values).count == values.count)
            if name == "mapTask" { #expect(values == Array(0..<values.count), "repetition \(repetition)") }
            #expect(recorder.error == nil)
        }
    }
}

/// Counts the calls to a closure that are in progress.
private final class CallCounter: @unchecked Sendable {  // `count` is guarded by `lock`
    private let lock = Lock()
    private var count = 0

    var active: Int { lock.withLock { count } }

    func begin() { lock.withLock { count += 1 } }

    func end() { lock.withLock { count -= 1 } }
}
