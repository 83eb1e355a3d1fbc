import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct CatchAsTests {
    let kit = TestKit()

    @Test(
        "switches to another source after an error of the type",
        arguments: [("----", "----"), ("---|", "---|"), ("-1-2|", "-1-2|"), ("-1--#", "-1---8-9|"), ("#", "-8-9|")])
    func switchesToAnotherSource(source: String, result: String) {
        let source = kit.hot(source)
        let other = kit.cold("-8-9|")
        expectMarbles(kit.record { source.catch(as: TestError.self) { _ in other.asObservable() } }, result)
    }

    @Test(arguments: [TestError("lost"), Wrapper(underlying: Wrapper(underlying: TestError("lost")))] as [any Error])
    func handlerReceivesTheTypedErrorThatMayBeNested(error: any Error) {
        let source = kit.hot("-#", error: error)
        let stream = source.catch(as: TestError.self) { .just($0.name) }
        expectMarbles(kit.record { stream }, "-(x|)", values: ["x": "lost"])
    }

    @Test func errorsOfOtherTypesAreForwarded() {
        let source = kit.hot("-1#")
        let stream = source.catch(as: StreamError.self) { _ in
            Issue.record("the handler was called for an error of another type")
            return .empty()
        }
        expectMarbles(kit.record { stream }, "-1#")
    }

    @Test func outerErrorTakesPrecedence() {
        let source = kit.hot("-#", error: Wrapper(underlying: Wrapper(underlying: nil)))
        let stream = source.catch(as: Wrapper.self) { .just($0.underlying == nil ? "inner" : "outer") }
        expectMarbles(kit.record { stream }, "-(x|)", values: ["x": "outer"])
    }

    @Test func nonMatchingWrappedErrorIsForwarded() {
        for underlying: (any Error)? in [nil, StreamError.missingElement] {
            let source = kit.hot("-#", error: Wrapper(underlying: underlying))
            let result = kit.record { source.catch(as: TestError.self) { _ in .just("8") } }
            #expect(result.values.isEmpty)
            #expect(result.error is Wrapper)
        }
    }

    @Test func errorThrownByHandlerIsForwarded() {
        let failing = Observable<String>.error(StreamError.missingElement)
        let recovered = failing.catch(as: StreamError.self) { error in
            guard error.code == .noElements else { throw error }
            return .just("nothing")
        }
        #expect(kit.record { recovered }.values == ["nothing"])
        let thrown = failing.catch(as: StreamError.self) { error in
            guard error.code == .timeout else { throw error }
            return .just("nothing")
        }
        #expect((kit.record { thrown }.error as? StreamError)?.code == .noElements)
    }

    @Test func errorOfTheOtherSourceIsNotCaught() {
        let calls = SerialState(0)
        let stream = kit.hot("-#").catch(as: TestError.self) { _ in
            calls.value += 1
            return .error(TestError("second"))
        }
        expectMarbles(kit.record { stream }, "-#", error: TestError("second"))
        #expect(calls.value == 1)
    }

    @Test func chainedHandlersMatchByType() {
        let stream = kit.hot("-#")
            .catch(as: StreamError.self) { _ in .just("stream") }
            .catch(as: TestError.self) { _ in .just("test") }
        #expect(kit.record { stream }.values == ["test"])
    }

    @Test func disposesTheFailedSourceBeforeSubscribingToTheOther() {
        let log = Log<String>()
        let source = kit.cold("-1#")
        let other = kit.cold("-8|")
        let stream = source.asObservable().do(onDispose: { log.append("disposed") }).catch(as: TestError.self) { _ in
            log.append("handler")
            return other.asObservable().do(onSubscribe: { log.append("subscribed") })
        }
        expectMarbles(kit.record { stream }, "-1-8|")
        #expect(log.entries == ["handler", "disposed", "subscribed"])
        expectSubscriptions(source, "^-!")
        expectSubscriptions(other, "--^-!")
    }

    @Test func disposalDisposesTheActiveSource() {
        let source = kit.cold("-1#")
        let other = kit.cold("-8-9|")
        let stream = source.catch(as: TestError.self) { _ in other.asObservable() }
        expectMarbles(kit.record(disposedAt: 4) { stream }, "-1-8")
        expectSubscriptions(other, "--^-!")
    }

    @Test func recoveryIsPerSubscriber() {
        let stream = kit.cold("-1#").catch(as: TestError.self) { _ in .just("9") }
        kit.expectEvents("-1(9|)", late: "--1(9|)", subscribedAt: 1) { stream }
    }

    @Test func reentrantEventsAreDeliveredInOrder() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = subject.catch(as: TestError.self) { _ in .just(9) }.record { event in
            guard event.element == 1 else { return }
            subject.onNext(2)
            subject.onError(TestError())
        }
        subject.onNext(1)
        #expect(recorder.values == [1, 2, 9])
        #expect(recorder.isCompleted)
    }

    @Test func errorTraceIsAvailableInHandlerAndExtendedWhenForwarded() {
        let traces = Log<String>()
        let failing = Observable<Int>.error(TestError()).map { $0 + 1 }
        _ = failing.catch(as: TestError.self) { _ in
            traces.append(ErrorTrace.current?.description ?? "")
            return .empty()
        }.subscribe { _ in }
        _ = failing.catch(as: StreamError.self) { _ in .empty() }.subscribe(onError: { _ in
            traces.append(ErrorTrace.current?.description ?? "")
        })
        #expect(traces.entries == ["error > map", "error > map > catch"])
    }
}

private struct Wrapper: ErrorWrapper {
    let underlying: (any Error)?
}
