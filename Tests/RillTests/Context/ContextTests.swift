import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of the values that are passed from the subscriber to the sources.
@Suite struct ContextTests {
    /// A source that emits the request ID and the tenant of its context.
    private let source = Observable<String>.withContext { .just("\($0.requestID ?? "-") \($0.tenant)") }

    private func values(_ stream: Observable<String>) -> [String] { stream.record().recorder.values }

    @Test func sourceReadsValues() {
        #expect(values(source.map { $0 }.context(\.requestID, "r-1").context(\.tenant, "t-1")) == ["r-1 t-1"])
        let bridged = Observable<String>.create { [source] observer in
            source.context(observer.context).subscribe { observer.on($0) }
        }
        #expect(values(bridged.context(\.tenant, "t-1")) == ["- t-1"])
    }

    @Test func valueHasADefault() {
        #expect(values(source) == ["- none"])
        #expect(StreamContext().tenant == "none")
    }

    @Test func innerValueReplacesTheOuterOne() {
        #expect(values(source.context(\.tenant, "inner").context(\.tenant, "outer")) == ["- inner"])
        #expect(values(source.context(\.requestID, "inner").context(\.tenant, "outer")) == ["inner outer"])
    }

    @Test func valueIsNotVisibleDownstream() {
        let below = Observable.just(0).context(\.tenant, "above").flatMap { [source] _ in source }
        #expect(values(below) == ["- none"])
    }

    @Test(arguments: OperatorCase.all)
    func everyOperatorForwardsContext(operator: OperatorCase) async {
        // These operators subscribe to their source on behalf of a subscriber that the closure in the table does not
        // connect.
        if `operator`.name == "multicast" { return }
        let tenants = Log<String>()
        let source = Observable<Int>.withContext { context in
            tenants.append(context.tenant)
            return .of(1, 2, 3)
        }
        let (recorder, _) = `operator`.build(source).context(\.tenant, "t-1").record()
        #expect(await recorder.waitForEnd())
        #expect(Set(tenants.entries) == ["t-1"])
    }

    @Test func eachRetryAttemptReadsContext() {
        let tenants = Log<String>()
        let failing = Observable<Int>.withContext { context in
            tenants.append(context.tenant)
            throw TestError()
        }
        _ = failing.retry(3).context(\.tenant, "t-1").record()
        #expect(tenants.entries == ["t-1", "t-1", "t-1"])
    }

    @Test func sharedSourceHasContextOfConnectingSubscriber() {
        let tenants = Log<String>()
        let shared = Observable<Int>.withContext { context in
            tenants.append(context.tenant)
            return .never()
        }.share()
        let first = shared.context(\.tenant, "first").record().subscription
        let second = shared.context(\.tenant, "second").record().subscription
        #expect(tenants.entries == ["first"])
        first.dispose()
        second.dispose()
        _ = shared.context(\.tenant, "third").record()
        #expect(tenants.entries == ["first", "third"])
    }

    @Test func connectHasNoContext() {
        let tenants = Log<String>()
        let connectable = Observable<Int>.withContext { context in
            tenants.append(context.tenant)
            return .never()
        }.multicast { PublishSubject<Int>() }
        _ = connectable.context(\.tenant, "subscriber").record()
        _ = connectable.connect()
        #expect(tenants.entries == ["none"])
    }

    @Test func streamWithoutAContextHasNoAttributes() {
        let scope = Log<Scope>()
        let source = Observable<Int> { scope.append($0.scope) }
        _ = source.flatMap { Observable.just($0) }.observeOn(ImmediateScheduler.shared).record()
        #expect(scope.entries.allSatisfy { $0.attributes == nil })
        _ = source.context(\.tenant, "t-1").record()
        #expect(scope.entries.last?.attributes?.values.context.tenant == "t-1")
    }

    @Test func contextPreservesErrorTrace() {
        let traces = Log<String>()
        for isSet in [false, true] {
            let failing = Observable<Int>.error(TestError()).map { $0 }.checkpoint("above")
            let stream = isSet ? failing.context(\.tenant, "t-1") : failing
            _ = stream.retry(2).checkpoint("below").subscribe(onError: { _ in
                traces.append("\(ErrorTrace.current.map { "\($0)" } ?? "")")
            })
        }
        #expect(traces.entries.first?.contains("above") == true)
        #expect(traces.entries.first == traces.entries.last)
    }

    @Test func debugPrintsValuesWithDebugText() {
        let lines = Log<String>()
        let source = Observable.just(1).debug("one", to: { lines.append($0) }, file: "Here.swift", line: 7)
        _ = source.context(\.requestID, "r-1").context(\.tenant, "secret").record()
        let text = "one [request r-1]"
        #expect(lines.entries.first == "\(text): subscribed (Here.swift:7)")
        #expect(lines.entries.contains("\(text): next(1)"))
    }
}
