internal import Foundation
internal import Rill

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

/// The session's delegate: finds the exchange that a call is about.
///
/// It keeps a table of its own, as delegates of single tasks are not called on Linux.
final class URLSessionLink: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // `lock` guards the table
    private struct Entry {
        /// Held so that its identity stays its own; several sessions number their tasks alike.
        var task: URLSessionTask
        var exchange: URLSessionExchange
        /// Held while its session has tasks.
        var core: URLSessionCore
    }

    private let lock = Lock()
    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The exchanges that have a task.
    var exchanges: [URLSessionExchange] { lock.withLock { entries.values.map(\.exchange) } }

    /// Connects a task that has not been resumed yet.
    func add(_ exchange: URLSessionExchange, of core: URLSessionCore, for task: URLSessionTask) {
        lock.withLock { entries[ObjectIdentifier(task)] = Entry(task: task, exchange: exchange, core: core) }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
        lock.withLock { entries[ObjectIdentifier(task)]?.exchange }
    }

    // MARK: The answer

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { exchange(of: dataTask)?.take(response) }
        // On Linux to decline here would be ignored: who does not want the body cancels the task.
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.take(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let entry = lock.withLock({ entries.removeValue(forKey: ObjectIdentifier(task)) }) else { return }
        let again = entry.exchange.taskEnded(task, error)
        entry.core.taskEnded(of: entry.exchange, again: again)
    }

    // MARK: The body

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.takeSent(Int(bytesSent))
    }

    /// Called on URLSession's own queue, which waits: nothing here may take long.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let exchange = exchange(of: task)
        // Behind what the first attempt has reported.
        session.delegateQueue.addOperation { exchange?.restartSent() }
        completionHandler(exchange?.makeNewStream())
    }

    // MARK: What is declined

    /// The redirection itself is the answer.
    ///
    /// URLSession would resolve relative addresses wrongly, lose bodies, and send secrets to other hosts.
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
            // Head and body have come before. Without this the task would never end; with a credential for a digest the
            // process would. The end of the exchange cancels the task, and so does not have to answer.
            exchange(of: task)?.finish(nil)
        #else
            completionHandler(.performDefaultHandling, nil)
        #endif
    }
}
