import Rill
import RillTestSupport
import RillTesting
import Testing

@Suite struct UndeliveredErrorsTests {
    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        /// The replaced handler can use the handlers when it is released.
        @Test func replacedHandlerIsReleasedWithoutLock() async {
            await #expect(processExitsWith: .success) {
                final class Reporter: Sendable {
                    func report(_ error: any Error) {}
                    deinit { UndeliveredErrors.setHandler(nil) }
                }
                func install() {
                    let reporter = Reporter()
                    UndeliveredErrors.setHandler { reporter.report($0) }
                }
                install()
                UndeliveredErrors.setHandler { _ in }
            }
        }

        /// Runs in a child process, because the handler applies to the whole process.
        @Test func processHandlerIsUsedUntilItIsReset() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let errors = Log<String>()
                func fail(_ name: String) {
                    _ = Observable<Int>.error(TestError(name)).subscribe(onNext: { _ in })
                }
                UndeliveredErrors.setHandler { errors.append("process: \($0)") }
                fail("1")
                let handler: UndeliveredErrors.Handler = { errors.append("closure: \($0)") }
                UndeliveredErrors.withHandler(handler) { fail("2") }
                fail("3")
                UndeliveredErrors.setHandler(nil)
                fail("4")
                #expect(errors.entries == ["process: TestError(1)", "closure: TestError(2)", "process: TestError(3)"])
            }
            let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
                .filter { $0.hasPrefix("Rill: ") }
            #expect(lines.count == 1)
            let text = "Rill: undelivered error (no onError handler, or already disposed): TestError(4)"
            #expect(lines.first?.hasPrefix(text) == true)
        }
    #endif
}
