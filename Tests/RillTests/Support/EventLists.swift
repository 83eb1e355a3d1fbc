import RillTesting

@testable import Rill

extension Array {
    /// The events of a stream that emits elements and completes.
    static func completed<Value>(_ values: [Value] = []) -> [Event<Value>] where Element == Event<Value> {
        values.map(Event.next) + [.completed]
    }

    /// The events of a stream that emits elements and fails.
    static func failed<Value>(
        _ values: [Value] = [], _ error: any Error = TestError()
    ) -> [Event<Value>] where Element == Event<Value> {
        values.map(Event.next) + [.error(error)]
    }
}

extension Observable {
    /// Starts with a scope instead of a subscription, and calls a closure after the recorder has received an event.
    func startRecording(
        in scope: Scope = Scope(), onEvent: @escaping @Sendable (Event<Element>, Scope) -> Void = { _, _ in }
    ) -> (recorder: Recorder<Element>, scope: Scope) {
        let recorder = Recorder<Element>()
        start(
            Observer(scope) { event in
                recorder.receive(event)
                onEvent(event, scope)
            })
        return (recorder, scope)
    }

    /// The error traces that a subscriber to the stream receives during the subscription.
    var errorTraces: [String] {
        let traces = SerialState<[String]>([])
        _ = subscribe(onError: { _ in traces.value.append(ErrorTrace.current?.description ?? "") })
        return traces.value
    }
}
