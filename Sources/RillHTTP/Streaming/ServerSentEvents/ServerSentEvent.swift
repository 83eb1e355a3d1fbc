/// An event of a Server-Sent Events stream.
///
/// - SeeAlso: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
public struct ServerSentEvent: Sendable, Hashable {
    /// The media type of Server-Sent Events.
    static let contentType = "text/event-stream"

    /// The type of the event.
    ///
    /// `message` if the server did not specify one.
    public var type: String

    /// The data of the event.
    ///
    /// Multiple lines are joined by LF.
    public var data: String

    /// The last identifier that the server has sent, with this or an earlier event.
    ///
    /// Empty if there was none.
    ///
    /// Use it to continue the stream: see
    /// ``Client/serverSentEvents(_:lastEventID:lineLimit:eventLimit:reconnection:)``.
    public var id: String

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - type: The type of the event. Defaults to `message`.
    ///   - data: The data of the event.
    ///   - id: The last identifier that the server sent. Defaults to an empty string, which means none.
    public init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}
