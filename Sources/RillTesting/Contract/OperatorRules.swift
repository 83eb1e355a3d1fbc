internal import Rill

extension ContractSuite {
    /// Part 1: the grammar and the order of events.
    static let eventRules: [OperatorRule] = [
        OperatorRule("1.1 next* (error | completed)?: elements, then completed") { subject in
            let recording = ContractRecording(subject.build(.of(1, 2, 3)))
            try await subject.expectCompletion(of: recording, after: subject.output)
        },
        OperatorRule("1.1 next* (error | completed)?: elements of a manual source, then completed") { subject in
            let source = ManualSource()
            let recording = ContractRecording(subject.build(source.observable))
            source.send(1, 2, 3, thenComplete: true)
            try await subject.expectCompletion(of: recording, after: subject.output)
        },
        OperatorRule("1.1 next* (error | completed)?: an error is forwarded or recovered from") { subject in
            let recording = ContractRecording(subject.build(.error(TestError())))
            if let recovery = subject.recovery {
                return try await subject.expectCompletion(of: recording, after: recovery)
            }
            try await subject.expectEnd(of: recording)
            let error = recording.recorder.error as? TestError
            try subject.expect(error == TestError(), "expected the error of the source, got \(recording.events)")
        },
        OperatorRule("1.1 next* (error | completed)?: an empty source completes the result once") { subject in
            let recording = ContractRecording(subject.build(.empty()))
            try await subject.expectEnd(of: recording)
            try subject.expect(recording.recorder.isCompleted, "expected completion, got \(recording.events)")
        },
        OperatorRule("1.2 no event follows the terminal event") { subject in
            let source = ManualSource()
            let recording = withoutUndeliveredErrors { ContractRecording(subject.build(source.observable)) }
            source.send(1, 2, 3, thenComplete: true)
            try await subject.expectEnd(of: recording)
            let count = recording.events.count
            source.send(4, 5, thenComplete: true)
            source.send(.error(TestError("late")))
            try subject.expect(recording.events.count, is: count, "the number of events")
        },
        OperatorRule("1.4 a reentrant event is delivered after the current one") { subject in
            let source = ManualSource()
            let hasSent = Flag()
            let sendRest = Disposable { source.send(2, 3, thenComplete: true) }
            let recording = ContractRecording(subject.build(source.observable)) { event in
                // Skips elements that the operator emits by itself during the subscription.
                if event.element != nil, hasSent.isSet { sendRest.dispose() }
            }
            hasSent.set()
            source.send(1)
            if !recording.recorder.hasEnded { sendRest.dispose() }
            try await subject.expectCompletion(of: recording, after: subject.output)
        },
        OperatorRule("1.6 each subscriber has its own stream") { subject in
            let observable = subject.build(.of(1, 2, 3))
            for recording in [ContractRecording(observable), ContractRecording(observable)] {
                try await subject.expectCompletion(of: recording, after: subject.output)
            }
        },
    ]

    /// Part 2: disposal.
    static let disposalRules: [OperatorRule] = [
        OperatorRule("2.1 disposal emits no event and disposes the source") { subject in
            let source = ManualSource()
            let recording = ContractRecording(subject.build(source.observable))
            recording.subscription.dispose()
            try subject.expect(source.disposalCount, is: source.subscriptionCount, "the number of disposals")
            let count = recording.events.count
            source.send(1, 2, 3, thenComplete: true)
            try subject.expect(recording.events.count, is: count, "the number of events")
            try subject.expect(!recording.recorder.hasEnded, "expected no terminal event, got \(recording.events)")
        },
        OperatorRule("2.2 disposal is idempotent") { subject in
            let source = ManualSource()
            let subscription = subject.build(source.observable).subscribe { _ in }
            let subscribed = source.subscriptionCount
            subscription.dispose()
            subscription.dispose()
            try subject.expect(source.disposalCount, is: subscribed, "the number of disposals")
            try subject.expect(subscription.isDisposed, "expected the subscription to be disposed")
        },
        OperatorRule("2.3 disposal inside onNext stops delivery") { subject in
            let source = ManualSource()
            let subscriber = RawSubscriber(subject.build(source.observable)) { subscriber, event in
                if event.element != nil { subscriber.dispose() }
            }
            source.send(1, 2, 3, thenComplete: true)
            try await subject.expectEvents(1, of: subscriber.recorder)
            try subject.expect(subscriber.recorder.events.count, is: 1, "the number of events")
        },
        OperatorRule("2.4 disposal inside onNext stops a synchronous source", requiresSynchronousDelivery: true) {
            subject in
            let produced = Counter()
            let producedAtDisposal = Counter()
            // Finite, for operators that emit only when the source completes.
            let source = Observable.from(1...10_000).map { number in
                produced.value = number
                return number
            }
            let subscriber = RawSubscriber(subject.build(source)) { subscriber, _ in
                subscriber.dispose()
                producedAtDisposal.value = produced.value
            }
            try subject.expect(subscriber.recorder.events.count, is: 1, "the number of events")
            let rest = produced.value - producedAtDisposal.value
            try subject.expect(rest == 0, "expected no elements of the source after disposal, got \(rest)")
        },
        OperatorRule(
            "2.5 disposal before the first event prevents all events", requiresSynchronousDelivery: true
        ) { subject in
            let source = ManualSource()
            let subscriber = RawSubscriber(subject.build(source.observable), disposesFirst: true)
            source.send(1, 2, 3, thenComplete: true)
            try subject.expect(subscriber.recorder.values, is: [], "the elements")
            try subject.expect(source.disposalCount, is: source.subscriptionCount, "the number of disposals")
        },
    ]

    /// Part 3: the release of resources.
    static let releaseRules: [OperatorRule] = [
        OperatorRule("3.1 completion releases the source and the observer") { subject in
            try await expectRelease(subject) { source, recording in
                source.send(1, 2, 3, thenComplete: true)
                try await subject.expectEnd(of: recording)
            }
        },
        OperatorRule("3.2 an error releases the source and the observer") { subject in
            try await expectRelease(subject) { source, recording in
                source.send(1)
                source.send(.error(TestError()))
                source.send(.error(TestError()))  // for the second attempt of retry
                try await subject.expectEnd(of: recording)
            }
        },
        OperatorRule("3.3 disposal releases the source and the observer") { subject in
            try await expectRelease(subject) { source, recording in
                source.send(1)
                recording.subscription.dispose()
            }
        },
    ]

    /// Runs a subscription until it ends, and expects the source to be released even though the handle is retained.
    private static func expectRelease(
        _ subject: OperatorSubject, _ run: (ManualSource, ContractRecording) async throws -> Void
    ) async throws {
        try await subject.expectRelease { released in
            let source = ManualSource(sendsAfterDisposal: false, onRelease: { released.set() })
            let recording = withoutUndeliveredErrors { ContractRecording(subject.build(source.observable)) }
            try await run(source, recording)
            return recording.subscription
        }
    }

    /// Part 5: back-pressure.
    static let pauseRules: [OperatorRule] = [
        OperatorRule("5.2 operators forward a pause to the source", requiresPausing: true) { subject in
            let produced = Counter()
            let source = Observable.unfold(1) { number -> (Int, Int)? in
                produced.value = number
                return number > 10_000 ? nil : (number, number + 1)
            }
            let subscriber = RawSubscriber(subject.build(source)) { subscriber, _ in
                if subscriber.recorder.events.isEmpty { subscriber.pause() }
            }
            // Operators with a buffer fill the buffer but do not consume the whole source.
            try subject.expect(
                produced.value <= 1_030, "expected a paused source, but it emitted \(produced.value) elements")
            let count = subscriber.recorder.events.count
            try subject.expect(count <= 4, "expected a pause after the first element, got \(count) events")
            subscriber.resume()
            try await subject.expectEnd(of: subscriber.recorder)
            try subject.expect(subscriber.recorder.isCompleted, "expected completion")
        }
    ]

    private static func withoutUndeliveredErrors<Result>(_ work: () -> Result) -> Result {
        UndeliveredErrors.withHandler({ _ in }, work)
    }
}
