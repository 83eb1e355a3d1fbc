import RillTesting
import Testing

@testable import Rill

/// A subject or another stream that several subscribers share.
struct HotSource: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// Whether a new subscriber first receives the last element.
    var isReplaying = false

    /// Returns a function that sends an event, and the stream.
    let make: @Sendable () -> (send: @Sendable (Event<Int>) -> Void, stream: Observable<Int>)

    static let all = [
        HotSource(testDescription: "PublishSubject") { of(PublishSubject()) },
        HotSource(testDescription: "BehaviorSubject", isReplaying: true) { of(BehaviorSubject(0)) },
        HotSource(testDescription: "ReplaySubject", isReplaying: true) { of(ReplaySubject(bufferSize: 1)) },
        HotSource(testDescription: "PausingSubject") { of(PausingSubject()) },
        HotSource(testDescription: "share") { of(PublishSubject()) { $0.share() } },
        HotSource(testDescription: "share with replay", isReplaying: true) {
            of(PublishSubject()) { $0.share(replay: 1) }
        },
        HotSource(testDescription: "multicast", isReplaying: true) {
            of(PublishSubject()) { $0.multicast { ReplaySubject<Int>(bufferSize: 1) }.refCount() }
        },
        HotSource(testDescription: "group of groupBy") {
            let subject = PublishSubject<Int>()
            let groups = Recorder<GroupedObservable<Int, Int>>()
            let subscription = groups.record(subject.groupBy { _ in 0 })
            subject.onNext(0)
            let group = groups.values[0].asObservable()
            // Receives the first element.
            group.subscribe { _ in }.dispose()
            return ({ event in withExtendedLifetime(subscription) { subject.on(event) } }, group)
        },
    ]

    static let replaying = all.filter(\.isReplaying)

    private static func of(
        _ subject: any Subject<Int> & Sendable, _ transform: (Observable<Int>) -> Observable<Int> = { $0 }
    ) -> (@Sendable (Event<Int>) -> Void, Observable<Int>) {
        ({ subject.on($0) }, transform(subject.asObservable()))
    }
}
