import Rill
import RillTesting
import Testing

@Suite struct StreamErrorTests {
    @Test func patternsMatchTheCode() async {
        do {
            _ = try await Observable<Int>.empty().firstValue()
            Issue.record("no error was thrown")
        } catch StreamError.timeout {
            Issue.record("the code does not match")
        } catch StreamError.noElements {
        } catch {
            Issue.record(error)
        }
        do {
            _ = try Observable.of(1, 2).single().wait(timeout: .seconds(10))
            Issue.record("no error was thrown")
        } catch StreamError.Code.moreThanOneElement {
        } catch {
            Issue.record(error)
        }
    }

    @Test func everyCodeIsAPattern() {
        let kit = TestKit()
        func error(_ stream: some ObservableConvertible<Int>) -> any Error {
            kit.record { stream }.error ?? TestError("none")
        }
        let late = Observable<Int>.never().timeout(.seconds(1), scheduler: kit.scheduler)
        if case StreamError.timeout = error(late) {} else { Issue.record("no timeout") }
        let overdue = Observable<Int>.never().deadline(.seconds(1), scheduler: kit.scheduler)
        if case StreamError.deadline = error(overdue) {} else { Issue.record("no deadline") }
        if case StreamError.timeout = error(overdue) { Issue.record("a deadline is not a timeout") }
        if case StreamError.bufferOverflow = TestError() as any Error { Issue.record("not a stream error") }
    }
}
