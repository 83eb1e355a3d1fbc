// Sends lines to a chat room, and prints its messages. See `swift run chat --help`.
import Foundation
import RillSampleServices
import RillScript
import RillWebSocket

printActiveSubscriptionsOnSignal()
var command = Command(
    "chat", "Sends the lines of standard input to a chat room, and prints its messages.",
    discussion: """
        By default, chat uses a sample server inside its own process, which requires no account and no network. With \
        --port, other terminals can join the same room: chat --base-url http://127.0.0.1:<port>. Ends after standard \
        input has ended and all lines have been delivered.

        \(ServiceOptions.outputDiscussion)
        """)
let service = ServiceOptions(
    &command, live: nil, example: "http://127.0.0.1:8080", tokenVariable: nil,
    baseURLHelp: "Join the room of another server.", jsonHelp: "Print each message as a line of JSON.")
let port = command.option("--port", "Port of the sample server; 0 selects a free port.", default: 0, in: 0...65_535)
command.section("Chat options")
let name = command.option("--name", "Name of the sender.", default: "guest")
let hasBot = command.flag("--bot", "Add a participant that repeats the messages of the others.")
command.require(port == 0 || service.isSample, "--base-url and --port cannot be combined")

await command.run {
    var options = WebSocketOptions()
    if let timeout = service.timeout { options.handshakeTimeout = timeout }
    let server = try service.selectServer {
        var options = SampleChat.Options()
        options.port = UInt16(port)
        let sample = try SampleChat(options: options)
        return (sample.baseURL, sample.stop)
    }
    defer { server.stop() }
    let client = Client(baseURL: server.baseURL)
    let join = { @Sendable [options] (id: Int) in client.webSocket("/chat", query: ["since": "\(id)"], options: options)
    }
    let user = Participant(name, join: join)
    let bot = Participant("bot", join: join)
    let posts = Input.standard.lines().concatMap { line in
        let key = UUID().uuidString
        return user.post(line, key: key, until: hasBot ? "bot \(key)" : key)
    }
    let replies = bot.messages.filter { !$0.key.hasPrefix("bot ") }.flatMap { message in
        let key = "bot \(message.key)"
        return bot.post("\(message.from) wrote: \(message.text)", key: key, until: key)
    }
    let others = Observable.merge(posts.concat(user.leave), hasBot ? replies : .empty()).take(until: user.hasLeft)
    try await withSignalCancellation {
        for try await message in Observable.merge(user.messages, others).values {
            // A terminal already shows the user's own lines.
            if message.from == name, Input.standard.isInteractive { continue }
            let text = "\(message.from): \(message.text)".printable()
            try Output.write((service.isJSON ? try JSONOutput.line(of: message) : text) + "\n")
        }
    }
}
