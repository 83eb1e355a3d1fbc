import Rill
import RillTesting
import Testing

/// Tests all operators, and the sources with back-pressure, with the rules of the test kit.
@Suite("Contract: rules of the test kit")
struct ContractSuiteTests {
    @Test(arguments: ContractSuite.operatorRules, OperatorCase.all)
    func operatorFollows(rule: ContractSuite.OperatorRule, operator: OperatorCase) async throws {
        try await rule.check(
            emitting: `operator`.output, recovering: `operator`.recovers, isSynchronous: `operator`.isSynchronous,
            forwardsPauses: `operator`.forwardsPauses, `operator`.build)
        ContractCount.add(rule: rule.description)
    }

    @Test(arguments: ContractSuite.sourceRules, BackPressureTests.pausableSources)
    func sourceFollows(rule: ContractSuite.SourceRule, source: PausableSource) async throws {
        // An AsyncStream can be iterated only once.
        if source.testDescription == "asObservable", rule.description.hasPrefix("1.6") { return }
        try await rule.check(emitting: Array(0..<10)) { source.build(10) }
        ContractCount.add(rule: rule.description)
    }
}

extension OperatorCase {
    /// Whether the operator forwards pauses to its source and terminates only when the source terminates.
    var forwardsPauses: Bool {
        let names = [
            "map", "compactMap", "transformEvents", "flatMap", "concatMap", "scan", "filter", "skip",
            "distinctUntilChanged", "merge",
            "startWith", "concat", "catch", "catchAndReturn", "mapError", "retry", "observeOn", "subscribeOn", "do",
            "debug", "checkpoint", "context", "withContext", "instrumented",
            "timeout", "deadline", "delaySubscription", "enumerated", "pairwise", "materialize", "dematerialize",
            "timestamp", "measureInterval", "buffer", "groupBy", "ifEmpty",
            "withLatestFrom", "amb", "switchLatest", "flatMapFirst",
        ]
        // These cases emit nothing before their source completes, so there is no reason to pause the source.
        let emitsOnlyAtTheEnd = ["withLatestFrom as the other", "buffer with a boundary", "ifEmpty of nothing"]
            .contains(testDescription)
        return isSynchronous && names.contains(name) && !emitsOnlyAtTheEnd
    }
}
