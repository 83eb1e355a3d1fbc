import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SubscribeOnActorTests {
    /// An actor that records what its closures receive.
    actor Collector {
        private(set) var values: [Int] = []
        nonisolated let events = Log<String>()

        func add(_ value: Int) { values.append(value) }

        func end(_ text: String) { events.append(text) }

        /// Runs a closure on the actor.
        func run<Result: Sendable>(_ work: @Sendable (isolated Collector) -> Result) -> Result { work(self) }

        nonisolated func collect(_ source: some ObservableConvertible<Int>) -> Disposable {
            source.subscribe(
                on: self,
                onNext: { me, value in
                    me.add(value)
                    if value % 50 == 49 { me.end("\(value)") }
                },
                onError: { me, error in me.end("\(error)") },
                onCompleted: { me in me.end("completed") })
        }
    }

    @MainActor final class Model {
        var values: [Int] = []
        let ended = Log<Void>()
    }

    // MARK: Actors

    @Test func deliversOnTheActorInOrder() async {
        let collector = Collector()
        let subscription = collector.collect(Observable.from(0..<10_000))
        await collector.events.wait(for: 201)
        #expect(await collector.values == Array(0..<10_000))
        #expect(collector.events.entries.last == "completed")
        #expect(subscription.isDisposed)
    }

    @Test func deliversAnErrorAfterTheElements() async {
        let collector = Collector()
        _ = collector.collect(Observable.of(1, 2).concat(.error(TestError())))
        #expect(await collector.events.wait(for: 1) == ["\(TestError())"])
        #expect(await collector.values == [1, 2])
    }

    @Test func errorWithoutHandlerIsUndelivered() async {
        let errors = Log<any Error>()
        let collector = Collector()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        UndeliveredErrors.withHandler(handler) {
            _ = Observable<Int>.error(TestError()).subscribe(on: collector) { collector, value in collector.add(value) }
        }
        #expect(await errors.wait(for: 1).first as? TestError == TestError())
    }

    @Test func disposalOnTheActorStopsEnqueuedDeliveries() async {
        let collector = Collector()
        let source = PublishSubject<Int>()
        let subscription = collector.collect(source)
        await collector.run { _ in
            for number in 0..<100 { source.onNext(number) }
            subscription.dispose()
        }
        // This closure runs after the work that was enqueued before it.
        await withCheckedContinuation { continuation in
            Task { await collector.run { _ in continuation.resume() } }
        }
        #expect(await collector.values.isEmpty)
        #expect(collector.events.entries.isEmpty)
    }

    @Test func disposalInTheClosureStopsFurtherDeliveries() async {
        let collector = Collector()
        let bag = DisposeBag()
        // The subscription is made on the actor, so that no element is delivered before the bag contains the
        // subscription.
        await collector.run { collector in
            Observable.from(0..<100).subscribe(on: collector) { collector, value in
                collector.add(value)
                if value == 2 {
                    bag.dispose()
                    collector.end("disposed")
                }
            }
            .disposed(by: bag)
        }
        await collector.events.wait(for: 1)
        #expect(await collector.values == [0, 1, 2])
    }

    @Test func busyActorPausesTheSource() async {
        let collector = Collector()
        let produced = SerialState(0)
        let source = Observable.unfold(0) { number -> (Int, Int)? in
            produced.value = number
            return number < 10_000 ? (number, number + 1) : nil
        }
        let subscription = await collector.run { collector in
            let subscription = collector.collect(source)
            #expect(produced.value < 1_024)
            return subscription
        }
        await collector.events.wait(for: 201)
        #expect(await collector.values == Array(0..<10_000))
        subscription.dispose()
    }

    @Test func deallocatedActorEndsTheSubscription() async {
        let source = ManualSource()
        var collector: Collector? = Collector()
        let subscription = collector?.collect(source.observable)
        source.send(49)
        await collector?.events.wait(for: 1)
        let reference = WeakReference<Collector>()
        reference.value = collector
        collector = nil
        // The task that delivered the element may still be ending.
        #expect(await eventually { reference.value == nil })
        source.send(2)
        #expect(await eventually { subscription?.isDisposed == true })
        #expect(source.disposalCount == 1)
    }

    // MARK: The main actor

    @MainActor
    @Test func ownerReceivesEventsOnTheMainActor() async {
        let model = Model()
        let subscription = Observable.from(0..<100).subscribe(
            on: MainActor.shared, with: model,
            onNext: { model, value in model.values.append(value) },
            onCompleted: { model in model.ended.append(()) })
        #expect(model.values.isEmpty)
        await model.ended.wait(for: 1)
        #expect(model.values == Array(0..<100))
        #expect(subscription.isDisposed)
    }

    @MainActor
    @Test func ownerIsReferencedWeakly() async {
        let source = ManualSource()
        var model: Model? = Model()
        let subscription = model.map { model in
            source.observable.subscribe(on: MainActor.shared, with: model) { $0.values.append($1) }
        }
        model = nil
        source.send(1)
        #expect(await eventually { subscription?.isDisposed == true })
        #expect(source.disposalCount == 1)
    }

    @MainActor
    @Test func observeOnTheMainSchedulerDeliversOnTheMainActor() async {
        let model = Model()
        let events = Log<String>()
        let numbers = Observable.of(1, 2).observeOn(MainScheduler.shared)
        _ = numbers.subscribe(onNext: { model.values.append($0) }, onCompleted: { model.ended.append(()) })
        await model.ended.wait(for: 1)
        #expect(model.values == [1, 2])
        _ = numbers.subscribe(with: model, onNext: { $0.values.append($1) }, onCompleted: { $0.ended.append(()) })
        await model.ended.wait(for: 2)
        #expect(model.values == [1, 2, 1, 2])
        _ = numbers.subscribe { events.append("\(model.values.count) \($0)") }
        #expect(await events.wait(for: 3) == ["4 next(1)", "4 next(2)", "4 completed"])
    }
}
