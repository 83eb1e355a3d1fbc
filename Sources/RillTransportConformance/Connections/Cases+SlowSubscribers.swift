internal import RillHTTPTesting

extension TransportConformance {
    /// Subscribers and sources of request bodies that take long.
    ///
    /// They must delay only their own exchange.
    static let slowSubscriberCases: [Case] = [
        Case(.concurrency, "blockedSubscriberDelaysNoOtherExchange") { context in
            let site = try context.site { request in .text(request.target) }
            let blocker = Blocker()
            defer { blocker.open() }
            let blocked = site.observe("/blocked", onHead: { _ in blocker.wait() })
            try blocker.waitUntilEntered(1)
            for round in 0..<4 {
                try expectTexts("/\(round)-", of: (0..<25).map { site.start(.get, "/\(round)-\($0)") })
            }
            try expect(blocked.current.end == nil, "the blocked exchange to be running")
            blocker.open()
            try blocked.expectText("/blocked")
        },
        Case(.concurrency, "severalSubscribersCanBlockAtTheSameTime") { context in
            let site = try context.site { request in .text(request.target) }
            let blocker = Blocker()
            defer { blocker.open() }
            let blocked = (0..<6).map { site.observe("/\($0)", onChunk: { _ in blocker.wait() }) }
            try blocker.waitUntilEntered(6)
            try site.expectText("/other", "/other")
            blocker.open()
            try expectTexts(of: blocked)
        },
        Case(.concurrency, "subscriberCanWaitForAnotherExchange") { context in
            let site = try context.site { request in .text(request.target) }
            let inner = Monitor<String?>(nil)
            let outer = site.start(.get, "/outer") { event, _ in
                guard case .next(.head) = event else { return }
                let text = try? site.start(.get, "/inner").response().text
                inner.update { $0 = text }
            }
            try outer.expectText("/outer")
            try expect(inner.read { $0 }, is: "/inner", "the body of the inner exchange")
        },
        Case(.concurrency, "slowSubscriberReceivesEventsInOrder", serving: .pattern(byteCount: 3_000_000)) { site in
            let blocker = Blocker()
            defer { blocker.open() }
            let slow = site.observe(onChunk: { _ in blocker.wait() })
            try blocker.waitUntilEntered(1)
            try expectPattern(of: 3_000_000, in: site.response())
            blocker.open()
            try expectPattern(of: 3_000_000, in: slow.response())
        },
        blockedUploadCase("blockedSourceOfABodyDelaysNoOtherExchange") { blocker in
            let source = Observable<[UInt8]>.deferred {
                blocker.wait()
                return .just(Array("body".utf8))
            }
            return .stream(source)
        },
        blockedUploadCase("blockedProgressClosureDelaysNoOtherExchange") { blocker in
            HTTPBody("body").onProgress { _ in blocker.wait() }
        },
    ]

    /// Returns a case with an upload that is blocked by a closure.
    private static func blockedUploadCase(_ name: String, _ body: @escaping @Sendable (Blocker) -> HTTPBody) -> Case {
        Case(.concurrency, name) { context in
            let site = try context.site { request in .data(request.body.isEmpty ? Array("ok".utf8) : request.body) }
            let blocker = Blocker()
            defer { blocker.open() }
            let upload = site.start(.post, body: body(blocker))
            try blocker.waitUntilEntered(1)
            for _ in 0..<20 { try site.expectText() }
            blocker.open()
            try upload.expectText("body")
        }
    }
}

/// Blocks threads until it is opened.
private final class Blocker: Sendable {
    private let state = Monitor((entered: 0, isOpen: false))

    /// Blocks the calling thread until the blocker is open, at most for the time limit of a case.
    func wait() {
        state.update { $0.entered += 1 }
        _ = state.wait(timeout: CaseContext.limit) { $0.isOpen ? true : nil }
    }

    func waitUntilEntered(_ count: Int) throws {
        try state.wait(for: "\(count) blocked closures") { $0.entered >= count }
    }

    func open() {
        state.update { $0.isOpen = true }
    }
}
