import RillHTTP
import RillTestSupport
import Testing

#if os(Linux) && compiler(>=6.3)
    @Suite(.disabledUnderThreadSanitizer("single-threaded")) struct JSONArrayMemoryTests {
        /// Runs in a separate process to measure the peak memory use of the parser alone.
        @Test func longArrayIsReadInBoundedMemory() async {
            await #expect(processExitsWith: .success) {
                let element = Array("\"\(String(repeating: "x", count: 65_533))\",".utf8)
                let source = Observable<[UInt8]>.concat(
                    .just(Array("[".utf8)), Observable<Int>.from(0..<1_024).map { _ in element },
                    .just(Array("\"\"]".utf8)))
                let before = try peakMemory()
                let count = try source.jsonArray(of: String.self).reduce(0) { count, _ in count + 1 }
                    .wait(timeout: .seconds(120))
                #expect(count == 1_025)
                // The array has 64 MiB.
                #expect(try peakMemory() - before < 16)
            }
        }
    }
#endif
