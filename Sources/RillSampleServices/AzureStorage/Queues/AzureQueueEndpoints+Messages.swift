internal import RillHTTPTesting

/// The operations that add, receive, peek, update, and delete messages.
extension AzureQueueEndpoints {
    private static let maximumTextSize = 64 << 10
    private static let maximumCount = 32

    /// The maximum visibility timeout, and the default lifetime of messages, in seconds: seven days.
    private static let week = 604_800

    /// The first API version that permits lifetimes of more than seven days, and messages without an expiration.
    private static let unlimitedLifetimeVersion = "2017-07-29"

    /// Returns the operation on the messages of a queue.
    func messagesAction(for request: AzureRequest, _ queue: String) throws -> AzureAction {
        let peeks = try request.flag("peekonly")
        switch request.method {
        case .post:
            return AzureAction(.object, "a", items: ["visibilitytimeout", "messagettl"]) { _ in
                try put(request, queue)
            }
        case .get where peeks:
            return AzureAction(.object, "r", items: ["peekonly", "numofmessages"]) { _ in
                let count = try count(request)
                let messages = try store.change(queue) { $0.messages.peek(count, now: request.now) }
                return Self.list(messages, .peeked)
            }
        case .get:
            let items: Set = ["peekonly", "numofmessages", "visibilitytimeout"]
            return AzureAction(.object, "p", items: items) { _ in
                let count = try count(request)
                let delay = try request.number("visibilitytimeout", default: 30, in: 1...Self.week)
                let messages = try store.change(queue) { queue in
                    queue.messages.receive(count, now: request.now, visibilityTimeout: delay)
                }
                return Self.list(messages, .received)
            }
        case .delete:
            return AzureAction(.object, "d") { _ in
                try store.change(queue) { $0.messages.clear() }
                return .status(.noContent)
            }
        default: throw AzureError("UnsupportedHttpVerb")
        }
    }

    /// Returns the operation on a single message.
    func messageAction(for request: AzureRequest, _ queue: String, id: String) throws -> AzureAction {
        switch request.method {
        case .put:
            return AzureAction(.object, "u", items: ["popreceipt", "visibilitytimeout"]) { _ in
                try update(request, queue, id)
            }
        case .delete:
            return AzureAction(.object, "p", items: ["popreceipt"]) { _ in
                let receipt = try request.required("popreceipt")
                try store.change(queue) { queue in
                    try queue.messages.remove(id, receipt: receipt, now: request.now)
                }
                return .status(.noContent)
            }
        default: throw AzureError("UnsupportedHttpVerb")
        }
    }

    private func put(_ request: AzureRequest, _ queue: String) throws -> LoopbackServer.Response {
        guard let text = try Self.text(request) else { throw AzureError("InvalidXmlDocument") }
        let lifetime = try Self.lifetime(request)
        let delay = try request.number("visibilitytimeout", default: 0, in: 0...Self.week)
        if let lifetime, delay >= lifetime {
            throw AzureError.outOfRange("visibilitytimeout", "\(delay)", 0...lifetime - 1)
        }
        let message = try store.change(queue) { queue in
            queue.messages.put(text, now: request.now, visibilityTimeout: delay, timeToLive: lifetime)
        }
        var response = Self.list([message], .put)
        response.status = .created
        return response
    }

    private func update(_ request: AzureRequest, _ queue: String, _ id: String) throws -> LoopbackServer.Response {
        let receipt = try request.required("popreceipt")
        _ = try request.required("visibilitytimeout")
        let delay = try request.number("visibilitytimeout", default: 0, in: 0...Self.week)
        let text = try Self.text(request)
        let message = try store.change(queue) { queue in
            try queue.messages.update(id, receipt: receipt, text: text, now: request.now, visibilityTimeout: delay)
        }
        let visible = message.visible.httpDate
        return .status(.noContent, fields: ["x-ms-popreceipt": message.receipt, "x-ms-time-next-visible": visible])
    }

    // MARK: Reading

    private func count(_ request: AzureRequest) throws -> Int {
        try request.number("numofmessages", default: 1, in: 1...Self.maximumCount)
    }

    /// Returns the lifetime of a message in seconds, or `nil` for no expiration.
    private static func lifetime(_ request: AzureRequest) throws -> Int? {
        let isUnlimited = request.version >= unlimitedLifetimeVersion
        let longest = isUnlimited ? Int(Int32.max) : week
        let lifetime = try request.number("messagettl", default: week, in: (isUnlimited ? -1 : 1)...longest)
        guard lifetime != 0 else { throw AzureError.outOfRange("messagettl", "0", 1...longest) }
        return lifetime == -1 ? nil : lifetime
    }

    /// Returns the message text in the body, or `nil` if the body is empty.
    private static func text(_ request: AzureRequest) throws -> String? {
        guard request.hasBody else { return nil }
        guard let text = try request.document("QueueMessage")["MessageText"]?.text else {
            throw AzureError("InvalidXmlDocument")
        }
        guard text.utf8.count <= maximumTextSize else { throw AzureError.bodyTooLarge(maximum: maximumTextSize) }
        return text
    }

    private static func list(_ messages: [AzureMessage], _ view: AzureMessage.View) -> LoopbackServer.Response {
        .xml(AzureElement("QueueMessagesList", messages.map { $0.element(view) }))
    }
}
