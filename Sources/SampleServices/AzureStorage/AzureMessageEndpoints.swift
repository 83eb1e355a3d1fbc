internal import RillHTTP
internal import RillHTTPTesting

/// The answers to who puts messages into a queue, and takes them out.
struct AzureMessageEndpoints: Sendable {
    let store: AzureQueueStore

    private static let maximumTextSize = 64 << 10
    private static let maximumCount = 32

    /// Seven days, in seconds.
    private static let week = 604_800

    /// From this version on, a message may live longer than a week, and for ever.
    private static let versionOfLongLives = "2017-07-29"

    /// What is asked of all messages of a queue.
    func action(for request: AzureRequest, _ queue: String) throws(AzureRefusal) -> AzureAction {
        switch request.method {
        case .post:
            return AzureAction(.object, "a") { _ throws(AzureRefusal) in try put(request, queue) }
        case .get where request.parameter("peekonly")?.lowercased() == "true":
            return AzureAction(.object, "r") { _ throws(AzureRefusal) in
                let count = try count(request)
                let messages = try store.change(queue) { $0.messages.peek(count, now: request.now) }
                return Self.list(messages, .peeked)
            }
        case .get:
            return AzureAction(.object, "p") { _ throws(AzureRefusal) in
                let count = try count(request)
                let delay = try request.number("visibilitytimeout", default: 30, in: 1...Self.week)
                let messages = try store.change(queue) { queue in
                    queue.messages.receive(count, now: request.now, hiddenFor: delay)
                }
                return Self.list(messages, .received)
            }
        case .delete:
            return AzureAction(.object, "d") { _ throws(AzureRefusal) in
                try store.change(queue) { $0.messages.clear() }
                return .status(.noContent)
            }
        default: throw .unsupportedVerb
        }
    }

    /// What is asked of one message.
    func action(for request: AzureRequest, _ queue: String, id: String) throws(AzureRefusal) -> AzureAction {
        switch request.method {
        case .put:
            return AzureAction(.object, "u") { _ throws(AzureRefusal) in try update(request, queue, id) }
        case .delete:
            return AzureAction(.object, "p") { _ throws(AzureRefusal) in
                let receipt = try request.required("popreceipt")
                try store.change(queue) { queue throws(AzureRefusal) in
                    try queue.messages.remove(id, receipt: receipt, now: request.now)
                }
                return .status(.noContent)
            }
        default: throw .unsupportedVerb
        }
    }

    private func put(_ request: AzureRequest, _ queue: String) throws(AzureRefusal) -> LoopbackServer.Response {
        guard let text = try Self.text(request) else { throw .invalidXML }
        let lifetime = try Self.lifetime(request)
        let delay = try request.number("visibilitytimeout", default: 0, in: 0...Self.week)
        if let lifetime, delay >= lifetime {
            throw .outOfRange("visibilitytimeout", "\(delay)", 0...lifetime - 1)
        }
        let message = try store.change(queue) { queue in
            queue.messages.put(text, now: request.now, hiddenFor: delay, livingFor: lifetime)
        }
        let list = AzureElement("QueueMessagesList", [message.element(.put)])
        return LoopbackServer.Response(
            status: .created, fields: [.contentType: "application/xml"], body: list.document)
    }

    private func update(
        _ request: AzureRequest, _ queue: String, _ id: String
    ) throws(AzureRefusal) -> LoopbackServer.Response {
        let receipt = try request.required("popreceipt")
        _ = try request.required("visibilitytimeout")
        let delay = try request.number("visibilitytimeout", default: 0, in: 0...Self.week)
        let text = try Self.text(request)
        let message = try store.change(queue) { queue throws(AzureRefusal) in
            try queue.messages.update(id, receipt: receipt, text: text, now: request.now, hiddenFor: delay)
        }
        var fields = HTTPFields()
        fields.set("x-ms-popreceipt", message.receipt)
        fields.set("x-ms-time-next-visible", HTTPDate.text(message.visible))
        return .status(.noContent, fields: fields)
    }

    // MARK: Reading

    private func count(_ request: AzureRequest) throws(AzureRefusal) -> Int {
        try request.number("numofmessages", default: 1, in: 1...Self.maximumCount)
    }

    /// For how many seconds a message lives; nil for ever.
    private static func lifetime(_ request: AzureRequest) throws(AzureRefusal) -> Int? {
        let version = request.header("x-ms-version") ?? AzureService.newestVersion
        let longest = version >= versionOfLongLives ? Int(Int32.max) : week
        let lowest = version >= versionOfLongLives ? -1 : 1
        let lifetime = try request.number("messagettl", default: week, in: lowest...longest)
        guard lifetime != 0 else { throw .outOfRange("messagettl", "0", 1...longest) }
        return lifetime == -1 ? nil : lifetime
    }

    /// The text of the message in the body; nil if there is no body.
    private static func text(_ request: AzureRequest) throws(AzureRefusal) -> String? {
        let body = request.request.body
        guard !body.isEmpty else { return nil }
        guard let message = AzureElement.read(body, root: "QueueMessage"), let text = message["MessageText"]?.text
        else { throw .invalidXML }
        guard text.utf8.count <= maximumTextSize else { throw .bodyTooLarge(maximum: maximumTextSize) }
        return text
    }

    private static func list(_ messages: [AzureMessage], _ view: AzureMessage.View) -> LoopbackServer.Response {
        .xml(AzureElement("QueueMessagesList", messages.map { $0.element(view) }))
    }
}
