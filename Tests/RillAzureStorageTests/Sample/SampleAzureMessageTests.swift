import Foundation
import RillHTTP
import RillSampleServices
import RillTestSupport
import Testing

/// Tests messages of the sample server with a manual clock.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleAzureMessageTests {
    @Test func responsesContainOnlyPermittedProperties() async throws {
        try await SampleAzure.withQueue { sample in
            let put = try await sample.send("a &lt; b")
            #expect(put.status == 201)
            let id = try #require(put.first("MessageId"))
            #expect(UUID(uuidString: id) != nil)
            #expect(put.first("InsertionTime") == SampleAzure.date)
            #expect(put.first("ExpirationTime") == "Sat, 28 Nov 2026 00:00:00 GMT")
            #expect(put.first("TimeNextVisible") == SampleAzure.date)
            let receipt = try #require(put.first("PopReceipt"))
            #expect(receipt.hasPrefix("AgAAAAMAAAAAAAAA"))
            #expect(put.first("MessageText") == nil)
            #expect(put.first("DequeueCount") == nil)

            let peeked = try await sample.sendSigned(.queue, .get, "/jobs/messages?peekonly=true")
            #expect(peeked.first("MessageId") == id)
            #expect(peeked.first("MessageText") == "a &lt; b")
            #expect(peeked.first("DequeueCount") == "0")
            #expect(peeked.first("PopReceipt") == nil)
            #expect(peeked.first("TimeNextVisible") == nil)

            let received = try await sample.sendSigned(.queue, .get, "/jobs/messages")
            #expect(received.first("MessageId") == id)
            #expect(received.first("DequeueCount") == "1")
            #expect(received.first("TimeNextVisible") == "Sat, 21 Nov 2026 00:00:30 GMT")
            #expect(received.first("PopReceipt") != receipt)
            let none = try await sample.sendSigned(.queue, .get, "/jobs/messages")
            #expect(none.text.hasSuffix("<QueueMessagesList />"))
        }
    }

    @Test func receivesInOrder() async throws {
        try await SampleAzure.withQueue { sample async throws in
            for number in 1...40 { #expect(try await sample.send("\(number)").status == 201) }
            #expect(try await sample.receive(3).map(\.text) == ["1", "2", "3"])
            #expect(try await sample.peek().first == "4")
            #expect(try await sample.receive(1).map(\.text) == ["4"])
            #expect(try await sample.receive(32).map(\.text) == (5...36).map { "\($0)" })
            #expect(try await sample.peek() == ["37", "38", "39", "40"])
            #expect(try await sample.count() == "40")
        }
    }

    @Test func receivedMessagesAreInvisible() async throws {
        try await SampleAzure.withQueue { sample in
            for text in ["a", "b", "c"] { #expect(try await sample.send(text).status == 201) }
            let first = try await sample.receive(1, visibilityTimeout: 30)
            let second = try await sample.receive(1, visibilityTimeout: 10)
            #expect(try await sample.peek() == ["c"])
            sample.clock.advance(by: 9.9)
            #expect(try await sample.peek() == ["c"])
            sample.clock.advance(by: 0.1)
            #expect(try await sample.peek() == ["c", "b"])
            sample.clock.advance(by: 20)
            #expect(try await sample.peek() == ["c", "b", "a"])
            let again = try await sample.receive()
            #expect(again.map(\.count) == [1, 2, 2])
            #expect(again.map(\.id).suffix(2) == [second[0].id, first[0].id])
        }
    }

    @Test func delayedMessagesAreInvisible() async throws {
        try await SampleAzure.withQueue { sample async throws in
            try await expectOutcomes((sample.send("later", "?visibilitytimeout=5"), "201"), (sample.send("now"), "201"))
            #expect(try await sample.peek() == ["now"])
            #expect(try await sample.count() == "2")
            sample.clock.advance(by: 5)
            #expect(try await sample.receive().map(\.text) == ["now", "later"])
        }
    }

    @Test func deletesExpiredMessages() async throws {
        try await SampleAzure.withQueue { sample in
            try await expectOutcomes((sample.send("short", "?messagettl=5"), "201"), (sample.send("week"), "201"))
            let forever = try await sample.send("for ever", "?messagettl=-1")
            #expect(forever.first("ExpirationTime") == "Fri, 31 Dec 9999 23:59:59 GMT")
            let hidden = try #require(try await sample.receive(1).first)
            #expect(hidden.text == "short")
            sample.clock.advance(by: 5)
            #expect(try await sample.count() == "2")
            #expect(try await sample.delete(hidden).code == "MessageNotFound")
            #expect(try await sample.peek() == ["week", "for ever"])
            sample.clock.advance(by: 604_795)
            #expect(try await sample.peek() == ["for ever"])
            sample.clock.advance(by: 1e9)
            #expect(try await sample.peek() == ["for ever"])
            #expect(try await sample.count() == "1")
        }
    }

    // MARK: Pop receipts

    @Test func acceptsOnlyLatestPopReceipt() async throws {
        try await SampleAzure.withQueue { sample in
            #expect(try await sample.send("a").status == 201)
            let first = try #require(try await sample.receive(visibilityTimeout: 1).first)
            sample.clock.advance(by: 1)
            let second = try #require(try await sample.receive().first)
            #expect(second.id == first.id)
            #expect(second.receipt != first.receipt)
            try await expectOutcomes(
                (sample.delete(first), "400 PopReceiptMismatch"),
                (sample.update(first, visibilityTimeout: 0), "PopReceiptMismatch"), (sample.delete(second), "204"),
                (sample.delete(second), "404 MessageNotFound"))
            #expect(try await sample.count() == "0")
        }
    }

    @Test func acceptsPopReceiptAfterVisibilityTimeout() async throws {
        try await SampleAzure.withQueue { sample in
            #expect(try await sample.send("a").status == 201)
            let message = try #require(try await sample.receive(visibilityTimeout: 1).first)
            sample.clock.advance(by: 60)
            #expect(try await sample.delete(message).status == 204)
        }
    }

    @Test func acceptsPopReceiptOfSender() async throws {
        try await SampleAzure.withQueue { sample in
            let sent = try await sample.send("a")
            let message = SampleAzure.Message(
                id: try #require(sent.first("MessageId")), receipt: try #require(sent.first("PopReceipt")), text: "a",
                count: 0)
            #expect(try await sample.delete(message).status == 204)
        }
    }

    @Test func updatesMessage() async throws {
        try await SampleAzure.withQueue { sample in
            #expect(try await sample.send("before").status == 201)
            let message = try #require(try await sample.receive().first)
            let updated = try await sample.update(message, visibilityTimeout: 60, text: "after")
            #expect(updated.status == 204)
            #expect(updated["x-ms-time-next-visible"] == "Sat, 21 Nov 2026 00:01:00 GMT")
            let receipt = try #require(updated["x-ms-popreceipt"])
            #expect(receipt != message.receipt)
            #expect(try await sample.update(message, visibilityTimeout: 0).code == "PopReceiptMismatch")
            sample.clock.advance(by: 59)
            #expect(try await sample.peek().isEmpty)
            let renewed = SampleAzure.Message(id: message.id, receipt: receipt, text: "", count: 0)
            #expect(try await sample.update(renewed, visibilityTimeout: 0).status == 204)
            let again = try #require(try await sample.receive().first)
            #expect(again.text == "after")
            #expect(again.count == 2)
        }
    }

    @Test func clearsQueue() async throws {
        try await SampleAzure.withQueue { sample in
            for number in 0..<5 { #expect(try await sample.send("\(number)").status == 201) }
            let message = try #require(try await sample.receive(1).first)
            #expect(try await sample.sendSigned(.queue, .delete, "/jobs/messages").status == 204)
            #expect(try await sample.count() == "0")
            try await expectOutcomes((sample.delete(message), "MessageNotFound"), (sample.send("new"), "201"))
            #expect(try await sample.receive().map(\.text) == ["new"])
        }
    }

    // MARK: Limits

    @Test(arguments: [
        ("numofmessages=0", "numofmessages", 1, 32), ("numofmessages=33", "numofmessages", 1, 32),
        ("visibilitytimeout=0", "visibilitytimeout", 1, 604_800),
        ("visibilitytimeout=604801", "visibilitytimeout", 1, 604_800),
        ("peekonly=true&numofmessages=33", "numofmessages", 1, 32),
    ])
    func limitsReceiveParameters(_ query: String, _ name: String, _ minimum: Int, _ maximum: Int) async throws {
        try await SampleAzure.withQueue { sample in
            let response = try await sample.sendSigned(.queue, .get, "/jobs/messages?\(query)")
            #expect(response.status == 400)
            #expect(response.code == "OutOfRangeQueryParameterValue")
            #expect(response.first("QueryParameterName") == name)
            #expect(response.first("MinimumAllowed") == "\(minimum)")
            #expect(response.first("MaximumAllowed") == "\(maximum)")
        }
    }

    @Test(arguments: [
        ("?messagettl=0", "OutOfRangeQueryParameterValue"), ("?messagettl=-2", "OutOfRangeQueryParameterValue"),
        ("?visibilitytimeout=-1", "OutOfRangeQueryParameterValue"),
        ("?visibilitytimeout=604801&messagettl=-1", "OutOfRangeQueryParameterValue"),
        ("?visibilitytimeout=5&messagettl=5", "OutOfRangeQueryParameterValue"),
        ("?messagettl=long", "InvalidQueryParameterValue"),
    ])
    func limitsSendParameters(_ query: String, _ code: String) async throws {
        try await SampleAzure.withQueue { sample in
            let response = try await sample.send("a", query)
            #expect(response.status == 400)
            #expect(response.code == code)
            #expect(try await sample.count() == "0")
        }
    }

    @Test func oldVersionsLimitTimeToLive() async throws {
        try await SampleAzure.withQueue { sample async throws in
            for (life, version, status) in [
                (604_801, "2017-04-17", 400), (604_800, "2017-04-17", 201), (-1, "2017-04-17", 400),
                (604_801, "2017-07-29", 201),
            ] {
                let response = try await sample.sendSigned(
                    .queue, .post, "/jobs/messages?messagettl=\(life)", ["x-ms-version": version],
                    text: "<QueueMessage><MessageText>a</MessageText></QueueMessage>")
                #expect(response.status == status, "\(life) in \(version)")
            }
        }
    }

    @Test func limitsTextTo64KiB() async throws {
        try await SampleAzure.withQueue { sample in
            let text = String(repeating: "&lt;", count: 65_536)
            #expect(try await sample.send(text).status == 201)
            #expect(try await sample.receive().first?.text == text)
            let larger = try await sample.send(text + "x")
            #expect(larger.status == 413)
            #expect(larger.code == "RequestBodyTooLarge")
            #expect(larger.first("MaxLimit") == "65536")
        }
    }

    @Test(arguments: ["", "text", "<QueueMessage/>", "<Other><MessageText>a</MessageText></Other>", "<QueueMessage>"])
    func rejectsInvalidMessages(_ body: String) async throws {
        try await SampleAzure.withQueue { sample async throws in
            #expect(
                try await sample.sendSigned(.queue, .post, "/jobs/messages", text: body).code == "InvalidXmlDocument")
        }
    }

    @Test func requiresPopReceiptAndVisibilityTimeout() async throws {
        try await SampleAzure.withQueue { sample in
            #expect(try await sample.send("a").status == 201)
            let message = try #require(try await sample.receive().first)
            let target = "/jobs/messages/\(message.id)"
            let receipt = PercentEncoding.encode(message.receipt)
            for (method, query, name) in [
                (HTTPRequest.Method.delete, "", "popreceipt"), (.put, "?visibilitytimeout=0", "popreceipt"),
                (.put, "?popreceipt=\(receipt)", "visibilitytimeout"),
            ] {
                let response = try await sample.sendSigned(.queue, method, target + query)
                #expect(response.code == "MissingRequiredQueryParameter")
                #expect(response.first("QueryParameterName") == name)
            }
            #expect(
                try await sample.update(message, visibilityTimeout: 604_801).code == "OutOfRangeQueryParameterValue")
        }
    }

    @Test func preservesEscapedCharacters() async throws {
        try await SampleAzure.withQueue { sample async throws in
            let text = " a&#13;&#10;b\t&quot;&gt; "
            #expect(try await sample.send(text).status == 201)
            #expect(try await sample.receive().first?.text == " a&#13;\nb\t&quot;&gt; ")
        }
    }
}
