package import Dispatch

extension DispatchQueue {
    /// Starts a timer and waits until it fires.
    ///
    /// Dispatch opens its files with the first timer and ends the process if it cannot. A test that limits the open files
    /// of its process calls this method first.
    package static func openTimerFiles() {
        let timer = DispatchSemaphore(value: 0)
        global().asyncAfter(deadline: .now() + .milliseconds(1)) { timer.signal() }
        timer.wait()
    }
}
