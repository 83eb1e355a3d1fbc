import Rill
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A trait that counts the pairs of rules and operators that were tested, and prints the count when the process exits.
struct ContractCount: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        if testCase != nil { Self.add(rule: test.name) }
    }

    /// Counts a pair of a rule and an operator.
    static func add(rule: String) { tally.add(rule: rule) }

    private static let tally = Tally()

    private final class Tally: @unchecked Sendable {  // guarded by `lock`
        private let lock = Lock()
        private var pairs = 0
        private var rules: Set<String> = []

        init() {
            atexit { ContractCount.tally.report() }
        }

        func add(rule: String) {
            lock.withLock {
                pairs += 1
                rules.insert(rule)
            }
        }

        func report() {
            lock.withLock { print("\nEvent contract: \(pairs) rule x operator pairs ran, of \(rules.count) rules.") }
        }
    }
}

extension Trait where Self == ContractCount {
    /// A trait that counts each argument of the test as one pair of a rule and an operator.
    static var contract: Self { ContractCount() }
}
