import RillHTTP
import RillScriptSupport

/// What the words of the command line say, before it is known whether they go together.
struct Draft {
    var arguments = Arguments()
    var method: HTTPRequest.Method?
    var data: [BodySource] = []
    var json: BodySource?
    var output: String?
    var isLines = false
    var isEvents = false
    var count: Int?
    var concurrency: Int?

    /// Takes a word that belongs to no option.
    mutating func take(_ url: String) throws(UsageError) {
        guard arguments.url == nil else {
            throw UsageError(
                "there is a second word without an option: only one URL can be asked; quote words with spaces")
        }
        do {
            try Address.check(url)
        } catch .userInformation {
            throw UsageError("the URL holds a user name or a password: send them with -H 'Authorization: …'")
        } catch {
            throw UsageError("the URL has to be like http://127.0.0.1:8080/path?query, without spaces")
        }
        arguments.url = url
    }

    /// The arguments, if they go together.
    func checked() throws(UsageError) -> Arguments {
        var arguments = arguments
        guard data.isEmpty || json == nil else {
            throw UsageError("-d and --json exclude each other: there is one body")
        }
        if let json {
            arguments.body = try BodySource.body(of: [json], contentType: "application/json", option: "--json")
            if !arguments.fields.contains(.accept) { arguments.fields[.accept] = "application/json" }
        } else if !data.isEmpty {
            arguments.body = try BodySource.body(
                of: data, contentType: "application/x-www-form-urlencoded", option: "-d")
        }
        arguments.method = method ?? (arguments.body == nil ? .get : .post)
        arguments.delivery = try delivery()
        if count != nil, arguments.cassette != nil { throw UsageError("--repeat and --har exclude each other") }
        return arguments
    }

    private func delivery() throws(UsageError) -> Arguments.Delivery {
        let choices: [(name: String, delivery: Arguments.Delivery)] = [
            isLines ? ("--lines", .lines) : nil, isEvents ? ("--sse", .events) : nil,
            output.map { ("--output", .file($0)) },
            count.map { ("--repeat", .load(Arguments.Load(count: $0, concurrency: concurrency ?? 1))) },
        ].compactMap { $0 }
        guard choices.count < 2 else {
            throw UsageError("\(choices[0].name) and \(choices[1].name) exclude each other")
        }
        guard concurrency == nil || count != nil else {
            throw UsageError("--concurrency needs --repeat M: how many requests to send in all")
        }
        return choices.first?.delivery ?? .body
    }
}
