import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SubscribeTests {
    private func recording(_ errors: Log<any Error>) -> UndeliveredErrors.Handler {
        { errors.append($0) }
    }

    @Test func errorWithoutHandlerIsUndelivered() {
        let errors = Log<any Error>()
        UndeliveredErrors.withHandler(recording(errors)) {
            _ = Observable<Int>.error(TestError()).subscribe(onNext: { _ in })
        }
        #expect(errors.entries.count == 1)
        #expect(errors.entries.first as? TestError == TestError())
    }

    @Test func errorAfterDisposalIsUndelivered() {
        let errors = Log<any Error>()
        let source = ManualSource()
        let recorder = UndeliveredErrors.withHandler(recording(errors)) {
            let (recorder, subscription) = source.observable.record()
            subscription.dispose()
            return recorder
        }
        source.send(.error(TestError()))
        #expect(recorder.events.isEmpty)
        #expect(errors.entries.first as? TestError == TestError())
    }

    @Test func handledErrorIsNotUndelivered() {
        let errors = Log<any Error>()
        UndeliveredErrors.withHandler(recording(errors)) {
            _ = Observable<Int>.error(TestError()).subscribe(onError: { _ in })
        }
        #expect(errors.entries.isEmpty)
    }

    @Test func disposalInOperatorClosureStopsDelivery() {
        let source = ManualSource()
        let bag = DisposeBag()
        let values = Log<Int>()
        source.observable.map { value in
            bag.dispose()
            return value
        }.subscribe(onNext: { values.append($0) }).disposed(by: bag)
        source.send(1, 2)
        #expect(values.entries.isEmpty)
    }

    @Test func releasingTheHandleDoesNotDispose() {
        let runs = SerialState(0)
        _ = Disposable { runs.value += 1 }
        #expect(runs.value == 0)
        let source = ManualSource()
        let (recorder, _) = source.observable.record()
        source.send(1)
        #expect(recorder.values == [1])
    }

    @Test func deallocatedOwnerEndsTheSubscription() {
        final class Owner: Sendable {}
        let source = ManualSource()
        let received = Log<Int>()
        var owner: Owner? = Owner()
        let subscription = owner.map { owner in
            source.observable.subscribe(with: owner, onNext: { _, value in received.append(value) })
        }
        source.send(1)
        owner = nil
        source.send(2)
        #expect(received.entries == [1])
        #expect(subscription?.isDisposed == true)
        #expect(source.disposalCount == 1)
    }

    @MainActor
    @Test func deliversOnTheMainActor() async {
        let completed = Log<Void>()
        var values: [Int] = []
        let subscription = Observable.from(0..<100).subscribe(
            on: MainActor.shared,
            onNext: { values.append($0) },
            onCompleted: { completed.append(()) })
        #expect(values.isEmpty)
        await completed.wait(for: 1)
        #expect(values == Array(0..<100))
        subscription.dispose()
    }

    @MainActor
    @Test func disposalOnTheMainActorStopsDelivery() async {
        var values: [Int] = []
        let subscription = Observable.from(0..<100).subscribe(on: MainActor.shared, onNext: { values.append($0) })
        subscription.dispose()
        let later = Log<Void>()
        MainScheduler.shared.schedule { later.append(()) }
        await later.wait(for: 1)
        #expect(values.isEmpty)
    }

    @Test func endedSubscriptionsAreRemovedFromTheBag() {
        let bag = DisposeBag()
        let source = ManualSource()
        source.observable.subscribe { _ in }.disposed(by: bag)
        Observable.just(1).subscribe { _ in }.disposed(by: bag)
        #expect(bag.count == 1)
        source.send(.completed)
        #expect(bag.count == 0)
    }

    @Test func deallocatedBagDisposesItsSubscriptions() {
        let source = ManualSource()
        do {
            let bag = DisposeBag()
            source.observable.subscribe { _ in }.disposed(by: bag)
            #expect(source.disposalCount == 0)
        }
        #expect(source.disposalCount == 1)
    }

    @Test func disposedBagDisposesAddedSubscriptions() {
        let bag = DisposeBag()
        bag.dispose()
        let source = ManualSource()
        source.observable.subscribe { _ in }.disposed(by: bag)
        #expect(source.disposalCount == 1)
        #expect(bag.count == 0)
    }
}
