import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of pausing sources that are implemented outside of Rill.
@Suite struct WhenResumedTests {
    @Test func closureIsNotStoredWhileTheSubscriberIsNotPaused() {
        let stored = Log<Bool>()
        let source = Observable<Int>.create { observer in
            stored.append(observer.isPaused)
            stored.append(observer.whenResumed { stored.append(true) })
            return .none
        }
        _ = source.record()
        #expect(stored.entries == [false, false])
    }

    @Test func closureRunsOnceOnResumption() {
        let calls = Log<String>()
        let scope = Scope()
        scope.pause()
        let source = Observable<Int>.create { observer in
            calls.append("\(observer.isPaused) \(observer.whenResumed { calls.append("resumed") })")
            return .none
        }
        source.start(Observer(scope) { _ in })
        #expect(calls.entries == ["true true"])
        scope.open()
        scope.pause()
        scope.open()
        #expect(calls.entries == ["true true", "resumed"])
    }

    @Test func closureIsReleasedWithTheSubscription() {
        let scope = Scope()
        scope.pause()
        let source = Observable<Int>.create { observer in
            let token = Token()
            #expect(observer.whenResumed { Issue.record("resumed after disposal: \(token)") })
            return .none
        }
        source.start(Observer(scope) { _ in })
        #expect(Token.count.value == 1)
        scope.stop()
        scope.open()
        #expect(Token.count.value == 0)
    }

    @Test func sourcePausesForASlowConsumer() async throws {
        var received: [Int] = []
        for try await number in Observable.counting(to: 5_000).values { received.append(number) }
        #expect(received == Array(0..<5_000))
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func secondClosureTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scope = Scope()
                scope.pause()
                let source = Observable<Int>.create { observer in
                    _ = observer.whenResumed {}
                    _ = observer.whenResumed {}
                    return .none
                }
                source.start(Observer(scope) { _ in })
            }
            let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            let text = """
                two closures wait for the same subscriber to resume: call whenResumed(_:) only in the source of a \
                stream, and once for each pause
                """
            #expect(output.contains(text), "\(output)")
        }
    #endif
}

private final class Token: Sendable {
    static let count = SerialState(0)

    init() { Self.count.value += 1 }
    deinit { Self.count.value -= 1 }
}
