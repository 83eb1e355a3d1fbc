import RillHTTP

/// A transport that is written with the public API of RillHTTP: it sends requests through another transport, and pauses
/// that transport while its own subscriber is paused.
struct RelayTransport: Transport {
    let base: any Transport

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .create { observer in
            let task = Task { await relay(request, body, to: observer) }
            return Disposable { task.cancel() }
        }
    }

    private func relay(_ request: HTTPRequest, _ body: HTTPBody?, to observer: Observer<TransportEvent>) async {
        let (resumptions, resumption) = AsyncStream.makeStream(of: Void.self)
        var resumed = resumptions.makeAsyncIterator()
        do {
            for try await event in base.send(request, body: body).values {
                while observer.isPaused, observer.whenResumed({ resumption.yield() }) { await resumed.next() }
                observer.onNext(event)
            }
            observer.onCompleted()
        } catch {
            if !observer.isDisposed { observer.onError(error) }
        }
    }
}
