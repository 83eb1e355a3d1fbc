import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting

/// Responses in the format of the Queue service.
enum QueueFixtures {
    static let mark = "\u{FEFF}"

    static let received =
        mark + #"<?xml version="1.0" encoding="utf-8"?>"#
        + "<QueueMessagesList><QueueMessage><MessageId>cacf8b76-a2ee-4b80-bde7-5ab67b8cfa64</MessageId>"
        + "<InsertionTime>Sat, 21 Nov 2026 02:10:43 GMT</InsertionTime>"
        + "<ExpirationTime>Sat, 28 Nov 2026 02:10:43 GMT</ExpirationTime>"
        + "<PopReceipt>AgAAAAMAAAAAAAAA+/x=</PopReceipt>"
        + "<TimeNextVisible>Sat, 21 Nov 2026 02:11:13 GMT</TimeNextVisible><DequeueCount>1</DequeueCount>"
        + "<MessageText>44GT44KT44Gr44Gh44Gv</MessageText></QueueMessage></QueueMessagesList>"

    static let none = mark + #"<?xml version="1.0" encoding="utf-8"?><QueueMessagesList/>"#

    static let sent = received.replacing("<DequeueCount>1</DequeueCount>", with: "")
        .replacing("<MessageText>44GT44KT44Gr44Gh44Gv</MessageText>", with: "")

    static let peeked = received.replacing("<PopReceipt>AgAAAAMAAAAAAAAA+/x=</PopReceipt>", with: "")
        .replacing("<TimeNextVisible>Sat, 21 Nov 2026 02:11:13 GMT</TimeNextVisible>", with: "")
        .replacing("Sat, 28 Nov 2026 02:10:43", with: "Fri, 31 Dec 9999 23:59:59")

    /// Returns a list of one message with an encoded text.
    static func received(_ rawText: String) -> String {
        received.replacing("44GT44KT44Gr44Gh44Gv", with: rawText)
    }

    /// Returns a message element whose ID is also its default text, and whose default receipt is derived from its ID.
    static func message(_ id: String, receipt: String? = nil, count: Int = 1, text: String? = nil) -> String {
        "<QueueMessage><MessageId>\(id)</MessageId>"
            + "<InsertionTime>Sat, 21 Nov 2026 02:10:43 GMT</InsertionTime>"
            + "<ExpirationTime>Sat, 28 Nov 2026 02:10:43 GMT</ExpirationTime>"
            + "<PopReceipt>\(receipt ?? "r" + id)</PopReceipt>"
            + "<TimeNextVisible>Sat, 21 Nov 2026 02:11:13 GMT</TimeNextVisible>"
            + "<DequeueCount>\(count)</DequeueCount><MessageText>\(text ?? id)</MessageText></QueueMessage>"
    }

    /// Returns a page of the list of queues.
    static func queues(_ queues: String, next: String) -> String {
        mark + #"<?xml version="1.0" encoding="utf-8"?>"#
            + #"<EnumerationResults ServiceEndpoint="https://acct.queue.core.windows.net/"><Prefix/>"#
            + "<MaxResults>1</MaxResults>\(queues)\(next)</EnumerationResults>"
    }

    static func error(_ code: String, _ status: HTTPResponse.Status, after delay: Duration = .zero)
        -> StubTransport.Response
    {
        .text(
            mark + #"<?xml version="1.0" encoding="utf-8"?>"#
                + "<Error><Code>\(code)</Code><Message>No.\nRequestId:1\nTime:2</Message></Error>",
            type: "application/xml", status: status, fields: [HTTPField.Name(literal: "x-ms-error-code"): code],
            after: delay)
    }

    static func xml(_ text: String, _ status: HTTPResponse.Status = .ok) -> StubTransport.Response {
        .text(text, type: "application/xml", status: status)
    }
}

extension QueueClient {
    /// Creates a client for the emulator's account that retries without delay.
    init(_ transport: StubTransport, codec: MessageCodec = .base64) {
        self.init(
            .emulator, codec: codec, transport: transport.asService, retry: .constantBackoff(attempts: 3, delay: .zero),
            scheduler: ImmediateScheduler.shared)
    }
}
