import Rill
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

/// Verifies that the page "Failure messages" contains the messages of `RillTesting` word for word.
@Suite struct FailureMessagesPageTests {
    @Test func pageHasOnlyVerifiedSections() throws {
        #expect(
            try MessagePage.sections() == [
                "Recordings", "Subscriptions", "Demand", "Diagrams", "Stepwise reading", "Races", "Leaks",
                "Unexpected use",
                "Exchanges", "Cassettes", "Servers", "The event contract", "Runtime errors",
            ])
    }

    // MARK: Recordings and subscriptions

    private func recorded(_ diagram: String, error: any Error = TestError()) -> Recording<String> {
        let kit = TestKit()
        return kit.record { kit.cold(diagram, error: error) }
    }

    /// A stream without elements that never ends, and for each second takes 0.8 seconds of CPU time.
    private func busyStream() -> (TestKit, Observable<String>) {
        let cpuClock = TestScheduler()
        let kit = TestKit(scheduler: TestScheduler(cpuTime: { cpuClock.now }))
        let polls = Observable.interval(.seconds(1), scheduler: kit.scheduler)
            .do(onNext: { _ in cpuClock.advance(by: .milliseconds(800)) })
        return (kit, polls.filter { _ in false }.map { "\($0)" })
    }

    @Test func pageContainsMessagesOfRecordings() throws {
        let kit = TestKit()
        let queries = kit.hot("-a-b-----c|")
        let debounced = kit.record {
            queries.debounce(.seconds(2), scheduler: kit.scheduler).map { $0.uppercased() }
        }
        let typed = TestKit()
        let timeline = typed.timeline {
            typed.hot("-ab--c---|").checkpoint("typed").debounce(.seconds(2), scheduler: typed.scheduler)
        }
        let half = TestTime(tick: 1, offset: .milliseconds(500))
        let late = Recording(events: [Recorded(at: 0, .next("a")), Recorded(at: half, .completed)])
        let random = TestTime(
            tick: 0, offset: Duration(secondsComponent: 0, attosecondsComponent: 471_006_680_445_093_800))
        let ticks = TestKit()
        let real = TestKit()
        let forgotten = real.record(file: "AppTests/SearchTests.swift", line: 11) {
            real.hot("-b------|").debounce(.seconds(2), file: "AppTests/SearchTests.swift", line: 12)
        }
        let (busyKit, busy) = busyStream()
        let endless = ticks.record(limit: 3) { Observable.interval(.seconds(1), scheduler: ticks.scheduler) }
        let messages = [
            debounced.difference(from: "------B---(C|)"),
            recorded("-#", error: TestError("offline")).difference(from: "-a|"),
            recorded("-a-(c|)").difference(from: "-(ab)-(c|)"),
            late.difference(from: "a|"),
            Recording<String>(events: [Recorded(at: random, .completed)]).difference(from: "-|"),
            forgotten.difference(from: "---b----|"),
            timeline.difference(from: "---b--c-|"),
            endless.difference(from: "-abc", values: ["a": 0, "b": 1, "c": 2]),
            busyKit.record { busy }.difference(from: "-"),
        ]
        try MessagePage.expect(messages, in: "Recordings")
    }

    @Test func pageContainsMessagesOfSubscriptions() throws {
        let kit = TestKit()
        let source = kit.cold("-----|")
        _ = kit.record(disposedAt: 3) { source }
        let retried = TestKit()
        let failing = retried.cold("-#")
        _ = retried.record { failing }
        let messages = [
            source.subscriptionDifference(from: "^-!"), failing.subscriptionDifference(from: "^!", "---^!"),
        ]
        try MessagePage.expect(messages, in: "Subscriptions")
    }

    @Test func pageContainsMessagesOfDemand() throws {
        let kit = TestKit()
        let paused = kit.cold("-a-b|", pauses: true)
        _ = kit.record(pace: "^[-]-!") { paused }
        let other = TestKit()
        let open = other.cold("-a-b|", pauses: true)
        _ = other.record { open }
        let messages = [
            paused.demandDifference(from: "^[--]!"), open.demandDifference(from: "^[-]!"),
            kit.hot("-a|").demandDifference(from: "^[-]!"),
        ]
        try MessagePage.expect(messages, in: "Demand")
    }

    // MARK: Stepwise reading

    /// Returns the failure messages of a reader.
    private func messages(
        of stream: Observable<String>, _ kit: TestKit? = nil, timeout: Duration = .zero,
        _ work: (StreamReader<String>) async -> Void
    ) async -> [String] {
        let reported = Log<String>()
        do {
            let location = ReaderLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
            let pace: ReaderPace = kit.map { .virtual($0.scheduler) } ?? .real(timeout: timeout)
            let reader = StreamReader(of: stream, pace, at: location) { reported.append($0.description) }
            await work(reader)
        }
        return reported.entries
    }

    private func messages(
        of diagram: String, _ work: (StreamReader<String>) async -> Void
    ) async -> [String] {
        let kit = TestKit()
        return await messages(of: kit.cold(diagram).asObservable(), kit, work)
    }

    @Test func pageContainsMessagesOfReaders() async throws {
        var texts = await messages(of: "-a") { await $0.expectNext("b") }
        texts += await messages(of: "-|") { _ = try? await $0.next() }
        texts += await messages(of: "-a") { await $0.expectCompleted() }
        texts += await messages(of: "-#") { await $0.expectError(as: CancellationError.self) }
        texts += await messages(of: "--a") { await $0.expectNothing(for: .seconds(5)) }
        texts += await messages(of: "-a-") { reader in
            await reader.expectNext("a")
            await reader.expectCompleted()
        }
        let subject = PublishSubject<String>()
        texts += await messages(of: subject.asObservable()) { reader in
            subject.onNext("a")
            await reader.expectNext("a")
            await reader.expectNext("b")
        }
        let (kit, busy) = busyStream()
        texts += await messages(of: busy, kit) { _ = try? await $0.next() }
        texts += await messages(of: .never()) { reader in
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await reader.expectNext("b")
            }.value
        }
        let silent = PublishSubject<String>()
        texts += await messages(of: silent.asObservable(), timeout: .seconds(10)) { reader in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { _ = try? await reader.next() } }
                await group.next()
                silent.onNext("a")
            }
        }
        texts += await messages(of: "-a") { reader in
            await reader.disposeAndExpectNoUnreadEvents()
            await reader.expectNext("a")
        }
        texts += await messages(of: "-|") { reader in
            await reader.expectCompleted()
            await reader.expectNext("a")
        }
        texts += await messages(of: .of("a", "b")) { await $0.expectNext("a") }
        try MessagePage.expect(texts, in: "Stepwise reading")
    }

    // MARK: Races

    private func search(_ order: Interleaving) throws {
        let ui = order.scheduler("ui")
        let shown = Recorder<String>()
        let results = PublishSubject<String>()
        shown.record(results.asObservable())
        @Sendable func search(_ query: String, _ network: TestScheduler) {
            network.schedule { results.onNext("result of \(query)") }
        }
        let (first, second) = (order.scheduler("GET a"), order.scheduler("GET ab"))
        order.perform(on: ui, file: "AppTests/SearchTests.swift", line: 45) { search("a", first) }
        order.perform(on: ui, file: "AppTests/SearchTests.swift", line: 46) { search("ab", second) }
        try order.run()
        order.expect(
            shown.values.last == "result of ab", "showed \(shown.values)", file: "AppTests/SearchTests.swift", line: 48)
    }

    private func reason(
        _ interleavings: Interleavings = Interleavings(), _ body: (Interleaving) throws -> Void
    ) -> String? {
        interleavings.run(body).failure?.reason
    }

    @Test func pageContainsMessagesOfRaces() throws {
        let runs = Log<Int>()
        let passedLater = reason { order in
            let count = runs.append(0).count
            order.perform(on: order.scheduler("a")) {}
            try order.run()
            order.expect(count > 1)
        }
        let endless = reason(Interleavings(limit: 40)) { order in
            let (first, second) = (order.scheduler("first"), order.scheduler("second"))
            let steps = Log<String>()
            @Sendable func poll() {
                if steps.entries.isEmpty { second.schedule { poll() } }
            }
            order.perform(on: first) {
                poll()
                order.preemptionPoint()
                steps.append("first")
            }
            for _ in 0..<5 { order.perform(on: order.scheduler("third")) {} }
            try order.run()
        }
        let texts = [
            Interleavings().run(search).failure?.description,
            reason { order in
                order.perform(on: order.scheduler("a")) {}
                try order.run()
                order.expect(false, file: "AppTests/SearchTests.swift", line: 48)
            },
            reason { _ in },
            reason { order in
                order.perform(on: order.scheduler("a")) {}
                order.perform(on: TestScheduler(), file: "AppTests/SearchTests.swift", line: 45) {}
                try order.run()
            },
            reason(Interleavings(replaying: "bb")) { order in
                for name in ["a", "b"] { order.perform(on: order.scheduler(name)) {} }
                try order.run()
            },
            passedLater?.split(separator: "\n").last.map(String.init),
            reason(Interleavings(replaying: "a1")) { _ in },
            endless,
        ]
        try MessagePage.expect(texts, in: "Races")
    }

    // MARK: Leaks, unexpected use, and the event contract

    @Test func pageContainsMessageOfLeaks() throws {
        let ledger = Ledger()
        let subscription = ledger.watch {
            let scheduler = TestScheduler()
            let transport = StubTransport(scheduler: scheduler) { _ in .never }
            let ticks = Observable.interval(.seconds(5), scheduler: scheduler).map { _ in }
            _ = Observable<Int>.error(TestError("lost")).subscribe()
            return Observable.merge(ticks, transport.send(.tags, body: nil).map { _ in })
                .subscribe(file: "AppTests/SearchTests.swift", line: 61)
        }
        let report = try #require(ledger.leakReport)
        subscription.dispose()
        try MessagePage.expect([report], in: "Leaks")
    }

    @Test func pageContainsMessagesOfUnexpectedUse() throws {
        let texts = Log<String>()
        let scheduler = UnimplementedScheduler { texts.append($0) }
        _ = scheduler.now
        scheduler.schedule {}
        scheduler.schedule(after: .seconds(1)) {}
        let transport = UnimplementedTransport { texts.append($0) }
        _ = Recorder(transport.send(.tags, body: nil))
        try MessagePage.expect(texts.entries, in: "Unexpected use")
    }

    @Test func pageContainsMessageOfTheContractSuite() async throws {
        let rule = try #require(ContractSuite.operatorRules.first)
        let failure = await #expect(throws: ContractSuite.Failure.self) {
            try await rule.check(emitting: [1, 2, 3]) { $0.map { $0 + 1 } }
        }
        try MessagePage.expect([failure?.description], in: "The event contract")
    }
}
