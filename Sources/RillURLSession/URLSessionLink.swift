internal import Foundation
internal import RillHTTPTypes

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The delegate of all sessions, which forwards each call to the exchange of its task.
///
/// It maps tasks to exchanges itself, because URLSession on Linux does not call task-specific delegates.
final class URLSessionLink: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // `lock` guards the table
    private struct Entry {
        /// Retained so that its object identifier stays unique.
        ///
        /// Task identifiers are not unique across sessions.
        var task: URLSessionTask
        var exchange: URLSessionExchange
        /// Retained while the session has tasks.
        var core: URLSessionCore
    }

    private let lock = Lock()
    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The exchanges that have a task.
    var exchanges: [URLSessionExchange] { lock.withLock { entries.values.map(\.exchange) } }

    /// Registers a task that has not been resumed.
    func add(_ exchange: URLSessionExchange, of core: URLSessionCore, for task: URLSessionTask) {
        lock.withLock { entries[ObjectIdentifier(task)] = Entry(task: task, exchange: exchange, core: core) }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
        lock.withLock { entries[ObjectIdentifier(task)]?.exchange }
    }

    // MARK: Response

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { exchange(of: dataTask)?.receive(response) }
        // Linux ignores `.cancel` here. An exchange that does not need the body cancels the task.
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let entry = lock.withLock({ entries.removeValue(forKey: ObjectIdentifier(task)) }) else { return }
        let again = entry.exchange.taskEnded(task, error)
        entry.core.taskEnded(of: entry.exchange, again: again)
    }

    #if canImport(Darwin)
        /// Called before the task ends.
        ///
        /// On Linux, URLSession has no metrics.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            guard let exchange = exchange(of: task), exchange.delegate?.needsMetrics == true else { return }
            metrics.transactionMetrics.last.map {
                exchange.enqueue(.metrics(TransportMetrics($0, startedAt: metrics.taskInterval.start)))
            }
        }
    #endif

    // MARK: Request body

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.didSend(Int(bytesSent))
    }

    /// Called on URLSession's internal queue, which must not be blocked.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let exchange = exchange(of: task)
        // Enqueued after the progress calls of the first attempt.
        session.delegateQueue.addOperation { exchange?.resetProgress() }
        completionHandler(exchange?.makeNewStream())
    }

    // MARK: Redirects and challenges

    /// Declines the redirect, so that it is delivered as the response.
    ///
    /// URLSession would resolve relative URLs incorrectly, lose bodies, and send secrets to other hosts.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // The head and the body have already been delivered. Without this call, the task would never end, and a
            // credential for a digest challenge would crash the process. Ending the exchange cancels the task, so the
            // challenge needs no response.
            exchange(of: task)?.finish(nil)
        #else
            completionHandler(.performDefaultHandling, nil)
        #endif
    }
}
