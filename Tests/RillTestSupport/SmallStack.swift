internal import Foundation

/// Runs work on a new thread with a 512 KiB stack.
package func onSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: work()) }
        thread.stackSize = 512 * 1_024
        thread.start()
    }
}
