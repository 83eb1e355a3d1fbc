internal import Rill

extension ContractSuite {
    /// Parts 1 to 3: events, disposal, and release.
    static let sourceEventRules: [SourceRule] = [
        SourceRule("1.1 next* (error | completed)?: elements, then completed") { subject in
            try await subject.expectCompletion(of: ContractRecording(subject.build()), after: subject.output)
        },
        SourceRule("1.6 each subscriber has its own stream") { subject in
            let observable = subject.build()
            for recording in [ContractRecording(observable), ContractRecording(observable)] {
                try await subject.expectCompletion(of: recording, after: subject.output)
            }
        },
        SourceRule("2.3 disposal inside onNext stops delivery") { subject in
            let subscriber = RawSubscriber(subject.build()) { subscriber, _ in subscriber.dispose() }
            try await subject.expectEvents(1, of: subscriber.recorder)
            try subject.expect(subscriber.recorder.events.count, is: 1, "the number of events")
            try subject.expect(subscriber.recorder.values, is: Array(subject.output.prefix(1)), "the elements")
        },
        SourceRule("2.5 disposal before the first event prevents all events") { subject in
            let subscriber = RawSubscriber(subject.build(), disposesFirst: true)
            try subject.expect(subscriber.recorder.values, is: [], "the elements")
        },
        SourceRule("3.1 completion releases the resources of the source") { subject in
            try await subject.expectRelease(of: "the observer") { released in
                let recording = ContractRecording(subject.build(releasing: released))
                try await subject.expectEnd(of: recording)
                return recording.subscription
            }
        },
    ]

    /// Part 5: back-pressure.
    static let sourcePauseRules: [SourceRule] = [
        SourceRule("5.1 a source emits nothing while paused and loses nothing", requiresPausing: true) { subject in
            let subscriber = RawSubscriber(subject.build()) { subscriber, event in
                if !event.isTerminal { subscriber.pause() }
            }
            for count in 1...max(1, subject.output.count) where !subject.output.isEmpty {
                try await subject.expectEvents(count, of: subscriber.recorder, "element \(count)")
                let elements = subscriber.recorder.values
                try subject.expect(elements, is: Array(subject.output.prefix(count)), "the elements before a pause")
                subscriber.resume()
            }
            try await subject.expectEnd(of: subscriber.recorder)
            try subject.expect(subscriber.recorder.values, is: subject.output, "the elements")
            try subject.expect(subscriber.recorder.isCompleted, "expected completion")
        },
        SourceRule("5.3 disposal releases a paused source", requiresPausing: true) { subject in
            let released = Flag()
            let subscriber = RawSubscriber(subject.build(releasing: released)) { subscriber, _ in subscriber.pause() }
            try await subject.expectEvents(1, of: subscriber.recorder)
            try subject.expect(subject.output.count < 2 || !released.isSet, "the source was released during a pause")
            subscriber.dispose()
            try await subject.expect(released, "the release of the source")
        },
    ]
}

extension SourceSubject {
    /// Builds the source and appends an operator whose closure sets a flag when a subscription releases it.
    fileprivate func build(releasing released: Flag) -> Observable<Int> {
        .deferred {
            let token = DisposeBag()
            token.insert(Disposable { released.set() })
            return build().map { element in withExtendedLifetime(token) { element } }
        }
    }
}
