import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct UsingTests {
    let kit = TestKit()
    let log = Log<String>()

    /// Returns a stream that logs the creation and release of its resource, which is the number of the subscription.
    private func logged(_ source: Observable<String>) -> Observable<String> {
        .using(
            { [log] in log.number("made") },
            { [log] number in source.do(onDispose: { log.append("source \(number) disposed") }) },
            release: { [log] number in log.append("released \(number)") })
    }

    @Test(
        "releases the resource after forwarding the terminal event",
        arguments: [("-a-b|", "-a-b|"), ("|", "|"), ("-a#", "-a#")])
    func releasesTheResourceAfterTheTerminalEvent(source: String, result: String) {
        let source = kit.hot(source)
        let stream = logged(source.asObservable()).materialize().do(onNext: { [log] event in
            if event.isTerminal { log.append("end") }
        })
        expectMarbles(kit.record { stream.dematerialize() }, result)
        #expect(log.entries == ["made 1", "end", "source 1 disposed", "released 1"])
    }

    @Test func disposalReleasesTheResource() {
        let source = kit.hot("-a---")
        expectMarbles(kit.record(disposedAt: 3) { logged(source.asObservable()) }, "-a")
        expectSubscriptions(source, "^--!")
        #expect(log.entries == ["made 1", "source 1 disposed", "released 1"])
    }

    @Test func releasesAfterCompletionOfSynchronousSource() {
        let stream = logged(.of("a", "b"))
        _ = stream.subscribe(
            onNext: { [log] in log.append($0) }, onCompleted: { [log] in log.append("completed") })
        #expect(log.entries == ["made 1", "a", "b", "completed", "source 1 disposed", "released 1"])
    }

    @Test func retainsTheResourceUntilASynchronousSourceReturns() {
        let lines = Observable<Int>.using(
            { [log] in OpenFile(log) },
            { file in
                .create { observer in
                    while let line = file.read() { observer.onNext(line) }
                    observer.onCompleted()
                    return Disposable { file.log.append("disposed") }
                }
            },
            release: { file in file.close() })
        let (recorder, _) = lines.take(1).record()
        #expect(recorder.values == [1])
        #expect(log.entries == ["read", "read", "read", "read", "disposed", "closed"])
    }

    @Test func documentationExampleReadsLines() {
        let path = "today.log"
        let lines = Observable.using(
            { try LogFile(path) },
            { file in .from(file.lines) },
            release: { file in file.close() })
        expectMarbles(kit.record { lines }, "(ab|)")
    }

    @Test func errorFromResourceFactoryReleasesNothing() {
        let stream = Observable<String>.using(
            { () throws -> Int in throw TestError("no disk") },
            { _ in .just("a") },
            release: { [log] _ in log.append("released") })
        expectMarbles(kit.record { stream }, "#", error: TestError("no disk"))
        #expect(log.entries.isEmpty)
    }

    @Test func errorFromSourceFactoryReleasesTheResource() {
        let stream = Observable<String>.using(
            { [log] in log.number("made") },
            { _ in throw TestError("no source") },
            release: { [log] in log.append("released \($0)") })
        _ = stream.subscribe(onError: { [log] in log.append("\($0)") })
        #expect(log.entries == ["made 1", "TestError(no source)", "released 1"])
    }

    @Test func eachSubscriberHasItsOwnResource() {
        let source = kit.cold("-a-|")
        let stream = logged(source.asObservable())
        kit.expectEvents("-a-|", late: "---a-|", subscribedAt: 2) { stream }
        #expect(
            log.entries == [
                "made 1", "made 2", "source 1 disposed", "released 1", "source 2 disposed", "released 2",
            ])
    }

    @Test func retryReleasesTheResourceBeforeTheNextAttempt() {
        let source = kit.cold("-a#")
        expectMarbles(kit.record { logged(source.asObservable()).retry(2) }, "-a-a#")
        #expect(
            log.entries == [
                "made 1", "source 1 disposed", "released 1", "made 2", "source 2 disposed", "released 2",
            ])
    }

    @Test func disposedSubscriptionCreatesNoResource() {
        let scope = Scope()
        scope.stop()
        logged(.just("a")).start(Observer(scope) { _ in Issue.record("unexpected event after disposal") })
        #expect(log.entries.isEmpty)
    }

    @Test func disposalInSourceFactoryReleasesWithoutSubscribing() {
        let source = ManualSource()
        let scope = Scope()
        Observable<Int>.using(
            { [log] in log.number("made") },
            { _ in
                scope.stop()
                return source.observable
            },
            release: { [log] in log.append("released \($0)") }
        ).start(Observer(scope) { _ in Issue.record("unexpected event after disposal") })
        #expect(source.subscriptionCount == 0)
        #expect(log.entries == ["made 1", "released 1"])
    }

    @Test func reentrantEventsAreDeliveredInOrder() {
        let subject = PublishSubject<String>()
        let (recorder, _) = logged(subject.asObservable()).record { event in
            guard event.element == "a" else { return }
            subject.onNext("b")
            subject.onCompleted()
        }
        subject.onNext("a")
        #expect(recorder.values == ["a", "b"])
        #expect(recorder.isCompleted)
        #expect(log.entries == ["made 1", "source 1 disposed", "released 1"])
    }

    @Test func unreferencedSubscriptionReleasesItsResource() {
        _ = logged(.never()).subscribe { _ in }
        #expect(log.entries.last == "released 1")
    }

    @Test func completionDeallocatesTheResourceWhileTheHandleIsRetained() {
        let file = WeakReference<OpenFile>()
        let subject = PublishSubject<Int>()
        let subscription = Observable<Int>.using(
            { [log] in OpenFile(log) },
            { opened in
                file.value = opened
                return subject.asObservable()
            },
            release: { $0.close() }
        ).subscribe { _ in }
        #expect(file.value != nil)
        subject.onCompleted()
        #expect(file.value == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test func concurrentCompletionAndDisposalReleaseOnce() async {
        for _ in 0..<300 {
            let log = Log<String>()
            let sent = Log<Void>()
            let stream = Observable<Int>.using(
                { log.number("made") },
                { _ in
                    .create { observer in
                        DispatchQueue.global().async {
                            observer.onNext(1)
                            observer.onCompleted()
                            sent.append(())
                        }
                        return .none
                    }
                },
                release: { _ in log.append("released") })
            let subscription = stream.subscribe(onCompleted: { log.append("completed") })
            await withTaskGroup { group in
                for _ in 0..<2 { group.addTask { subscription.dispose() } }
            }
            await sent.wait(for: 1)
            let lines = log.entries
            #expect(lines.count { $0 == "released" } == 1)
            #expect(lines.last == "released" || lines.suffix(2) == ["released", "completed"])
        }
    }

    @Test func releaseFollowsCompletionDuringSubscription() async {
        for _ in 0..<300 {
            let log = Log<String>()
            let stream = Observable<Int>.using(
                { log.number("made") },
                { _ in
                    .create { observer in
                        DispatchQueue.global().async { observer.onCompleted() }
                        return .none
                    }
                },
                release: { _ in log.append("released") })
            _ = stream.subscribe(onCompleted: { log.append("completed") })
            await log.wait(for: 3)
            #expect(log.entries == ["made 1", "completed", "released"])
        }
    }
}

extension Log<String> {
    /// Appends a text that ends with the next number, and returns the number.
    fileprivate func number(_ text: String) -> Int {
        let number = entries.count { $0.hasPrefix("\(text) ") } + 1
        append("\(text) \(number)")
        return number
    }
}

/// A file with three lines that must not be read after it is closed.
private final class OpenFile: Sendable {
    let log: Log<String>

    init(_ log: Log<String>) {
        self.log = log
    }

    func read() -> Int? {
        #expect(!log.entries.contains("closed"), "the file was read after it was closed")
        log.append("read")
        let line = log.entries.count
        return line < 4 ? line : nil
    }

    func close() {
        log.append("closed")
    }
}

/// The resource in the documentation example.
private struct LogFile {
    let lines = ["a", "b"]

    init(_ path: String) throws {
        if path.isEmpty { throw TestError("no path") }
    }

    func close() {}
}
