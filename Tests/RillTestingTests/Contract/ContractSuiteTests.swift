import RillTesting
import Testing

/// Tests of the failures that `ContractSuite` reports for operators and sources that violate a rule.
@Suite struct ContractSuiteTests {
    private func failure(
        ofOperator prefix: String, emitting output: [Int] = [1, 2, 3], isSynchronous: Bool = true,
        _ build: @escaping @Sendable (Observable<Int>) -> Observable<Int>
    ) async throws -> String? {
        let rule = try #require(ContractSuite.operatorRules.first { $0.description.hasPrefix(prefix) })
        do {
            try await rule.check(emitting: output, isSynchronous: isSynchronous, build)
            return nil
        } catch let failure as ContractSuite.Failure {
            return "\(failure)"
        }
    }

    private func failure(
        ofSource prefix: String, supportsBackPressure: Bool = true, _ build: @escaping @Sendable () -> Observable<Int>
    ) async throws -> String? {
        let rule = try #require(ContractSuite.sourceRules.first { $0.description.hasPrefix(prefix) })
        do {
            try await rule.check(emitting: [1, 2, 3], supportsBackPressure: supportsBackPressure, build)
            return nil
        } catch let failure as ContractSuite.Failure {
            return "\(failure)"
        }
    }

    @Test func rulesHaveUniqueDescriptions() {
        let rules = ContractSuite.operatorRules.map(\.description)
        #expect(Set(rules).count == rules.count)
        #expect(rules.count > 15)
        #expect(rules.contains("2.2 disposal is idempotent"))
        #expect(ContractSuite.sourceRules.map(\.description).contains("1.6 each subscriber has its own stream"))
    }

    @Test func operatorWithWrongElementsFails() async throws {
        let text = try await failure(ofOperator: "1.1") { $0.map { $0 + 1 } }
        let rule = "1.1 next* (error | completed)?: elements, then completed"
        #expect(text == "\(rule): expected the elements to be [1, 2, 3], got [2, 3, 4]")
    }

    @Test func operatorThatSharesStateBetweenSubscribersFails() async throws {
        let count = Counter()
        let text = try await failure(ofOperator: "1.6", emitting: [1, 2, 3]) { source in
            source.map { _ in count.next() }
        }
        #expect(text?.contains("expected the elements to be [1, 2, 3], got [4, 5, 6]") == true)
    }

    @Test func operatorThatDoesNotDisposeSourceFails() async throws {
        let leaking: @Sendable (Observable<Int>) -> Observable<Int> = { source in
            .create { observer in
                _ = source.subscribe { observer.on($0) }
                return .none
            }
        }
        let text = try await failure(ofOperator: "2.1", leaking)
        #expect(text?.hasSuffix("expected the number of disposals to be 1, got 0") == true)
    }

    @Test func operatorThatDoesNotPauseFails() async throws {
        let unpaused: @Sendable (Observable<Int>) -> Observable<Int> = { source in
            .create { observer in source.subscribe { observer.on($0) } }
        }
        let text = try await failure(ofOperator: "5.2", unpaused)
        #expect(text?.contains("expected a paused source, but it emitted 10001 elements") == true)
    }

    @Test func sourceThatDoesNotPauseFails() async throws {
        let unpaused: @Sendable () -> Observable<Int> = {
            .create { observer in
                for number in 1...3 { observer.onNext(number) }
                observer.onCompleted()
                return .none
            }
        }
        let text = try await failure(ofSource: "5.1", unpaused)
        #expect(text?.hasSuffix("expected the elements before a pause to be [1], got [1, 2, 3]") == true)
        #expect(try await failure(ofSource: "5.1", supportsBackPressure: false, unpaused) == nil)
    }

    @Test func operatorThatContinuesAfterDisposalFails() async throws {
        let unbounded: @Sendable (Observable<Int>) -> Observable<Int> = { source in
            .create { observer in
                let subscription = source.subscribe { observer.on($0) }
                return Disposable { subscription.dispose() }
            }
        }
        let text = try await failure(ofOperator: "2.4", unbounded)
        #expect(text?.contains("expected no elements of the source after disposal, got 9999") == true, "\(text ?? "")")
    }

    @Test func operatorThatEmitsOnlyOnCompletionPasses() async throws {
        #expect(try await failure(ofOperator: "2.4", emitting: [2, 3]) { $0.takeLast(2) } == nil)
        #expect(try await failure(ofOperator: "2.4", emitting: []) { $0.filter { _ in false } } == nil)
    }

    @Test(arguments: ContractSuite.operatorRules)
    func operatorThatFollowsTheContractPasses(rule: ContractSuite.OperatorRule) async throws {
        try await rule.check(emitting: [1, 3, 6]) { source in
            source.transformEvents("sum", initialState: 0) { sum, event, observer in
                sum += event.element ?? 0
                observer.on(event.element == nil ? event : .next(sum))
            }
        }
    }
}

private final class Counter: @unchecked Sendable {  // used by one thread
    private var value = 0

    func next() -> Int {
        value += 1
        return value
    }
}
