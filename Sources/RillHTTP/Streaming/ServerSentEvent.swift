/// An event that a server has sent down a stream that stays open.
///
/// - SeeAlso: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
public struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is; `message` where the server has not said so.
    public var type: String

    /// What it says; several lines are joined by LF.
    public var data: String

    /// The last identifier that the server has sent, with this event or with one before it; empty if there was none.
    ///
    /// It says where to go on: see ``Client/serverSentEvents(_:lastEventID:lineLimit:eventLimit:reconnection:)``.
    public var id: String

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - type: What kind of event it is.
    ///   - data: What it says.
    ///   - id: The last identifier that the server has sent; empty if there was none.
    public init(type: String = "message", data: String, id: String = "") {
        self.type = type
        self.data = data
        self.id = id
    }
}
