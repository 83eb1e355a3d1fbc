import Foundation
import Rill
import RillHTTPTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTesting
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite struct CookieFileTests {
    private let kit = TestKit()
    private let files: TemporaryFiles
    private let storage: CookieStorage

    init() throws {
        files = try TemporaryFiles()
        storage = Self.makeStorage(kit)
    }

    private static func makeStorage(_ kit: TestKit) -> CookieStorage {
        CookieStorage(clock: WallClock(kit.scheduler, start: .seconds(1_700_000_000)))
    }

    private func load(_ text: String) throws {
        try files.write(Array(text.utf8), to: "cookies.txt")
        try storage.load(from: files.path("cookies.txt"))
    }

    private static let samples = [
        Cookie("session", "1", domain: "a.example"),
        Cookie(
            "token", "x=y z", domain: "a.example", includesSubdomains: true, path: "/b", isSecure: true,
            isHTTPOnly: true, expiration: Date(timeIntervalSince1970: 1_800_000_000)),
        Cookie("", "bare", domain: "::1"), Cookie("empty", "", domain: "127.0.0.1"),
    ]

    @Test func savedCookiesAreLoaded() throws {
        for cookie in Self.samples { try storage.set(cookie) }
        let path = files.path("cookies.txt")
        try storage.save(to: path)
        let loaded = Self.makeStorage(kit)
        try loaded.load(from: path)
        #expect(loaded.cookies == Self.samples)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("# Netscape HTTP Cookie File\n"))
        #expect(text.contains("\na.example\tFALSE\t/\tFALSE\t0\tsession\t1\n"))
        #expect(text.contains("\n#HttpOnly_.a.example\tTRUE\t/b\tTRUE\t1800000000\ttoken\tx=y z\n"))
        kit.scheduler.advance(by: .seconds(100_000_000))
        try loaded.save(to: path)
        try storage.load(from: path)
        #expect(storage.cookies.map(\.name) == ["session", "", "empty"])
    }

    @Test func omitsCookiesWithTabs() throws {
        for cookie in [
            Cookie("a", "x\ty", domain: "a.example"), Cookie("b\tc", "1", domain: "a.example"),
            Cookie("d", "1", domain: "a.example", path: "/\t"), Cookie("e", "1", domain: "a.example"),
        ] {
            try storage.set(cookie)
        }
        let path = files.path("tabs.txt")
        try storage.save(to: path)
        let other = CookieStorage()
        try other.load(from: path)
        #expect(other.cookies.map(\.name) == ["e"])
    }

    @Test func onlyTheUserCanReadTheFile() throws {
        let path = files.path("cookies.txt")
        let manager = FileManager.default
        for hasOldFile in [false, true] {
            if hasOldFile { try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path) }
            try storage.save(to: path)
            #expect(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
        #expect(try manager.contentsOfDirectory(atPath: files.path("")) == ["cookies.txt"])
    }

    @Test func saveReportsTheFile() {
        let path = files.path("missing/cookies.txt")
        let error = #expect(throws: FileWritingError.self) { try storage.save(to: path) }
        #expect(error?.path == path)
    }

    @Test func commentsBlankLinesAndWindowsLinesAreAccepted() throws {
        try load(
            "# comment\r\n\r\n \t\n#\u{FE0F} comment\n#HttpOnly\n"
                + ".a.example\ttrue\t/\tFALSE\t0\ta\t1\r\nb.example\tFALSE\t/\tFALSE\t0\tb")
        #expect(storage.cookies.map(\.pair) == ["a=1", "b="])
        #expect(storage.cookies.map(\.includesSubdomains) == [true, false])
    }

    @Test(arguments: [
        ("a.example\tFALSE\t/\tFALSE\t0", "expected 7 fields separated by tabs, found 5"),
        ("a.example FALSE / FALSE 0 a s3cret", "expected 7 fields separated by tabs, found 1"),
        ("a.example\tFALSE\t/\tFALSE\t0\ta\ts3cret\tx", "expected 7 fields separated by tabs, found 8"),
        ("a.example\tYES\t/\tFALSE\t0\ta\ts3cret", "the second field must be TRUE or FALSE"),
        ("a.example\tFALSE\t/\t1\t0\ta\ts3cret", "the fourth field must be TRUE or FALSE"),
        ("a.example\tFALSE\t/\tFALSE\t-2\ta\ts3cret", "the fifth field must be a number of seconds since 1970"),
        ("a.example\tFALSE\t/\tFALSE\tnever\ta\ts3cret", "the fifth field must be a number of seconds since 1970"),
        (
            "\tFALSE\t/\tFALSE\t0\ta\ts3cret",
            "the domain is not a host. Use a host without a port and without a leading period, such as a.example or ::1"
        ),
    ])
    func invalidLineIsReportedWithItsNumber(_ line: String, _ reason: String) throws {
        let error = #expect(throws: CookieError.self) {
            try load("# comment\nb.example\tFALSE\t/\tFALSE\t0\tb\t1\n\(line)\n")
        }
        #expect(error?.line == 3)
        #expect(error?.description == "cannot read \(files.path("cookies.txt")), line 3: \(reason)")
        #expect(storage.cookies == [])
    }

    @Test func filesOfOtherProgramsAreAccepted() throws {
        // Python, browsers, and curl.
        try load(
            """
            .a.example\tTRUE\t/\tFALSE\t\ta\t1
            A.Example\tFALSE\t/\tFALSE\t-1\tb\t2
            .localhost\tTRUE\t/\tFALSE\t0\tc\t3
            [::1]\tFALSE\t/\tFALSE\t0\td\t4
            """)
        #expect(storage.cookies.map(\.pair) == ["a=1", "b=2", "c=3", "d=4"])
        #expect(storage.cookies.map(\.domain) == ["a.example", "a.example", "localhost", "::1"])
        #expect(storage.cookies.map(\.includesSubdomains) == [true, false, false, false])
        #expect(storage.cookies.allSatisfy { $0.expiration == nil })
    }

    @Test func expiredCookieOfAFileDoesNotRemoveTheStoredOne() throws {
        try load("a.example\tFALSE\t/\tFALSE\t0\ta\tlive\n")
        try load("a.example\tFALSE\t/\tFALSE\t1600000000\ta\texpired\n")
        #expect(storage.cookies.map(\.pair) == ["a=live"])
    }

    @Test func lastCookiesOfALongFileAreAdded() throws {
        try storage.set(Cookie("old", "1", domain: "old.example"))
        let lines = (1...100_000).map { "h\($0 / 20).example\tFALSE\t/\tFALSE\t0\ta\($0)\t1" }
        try load(lines.joined(separator: "\n"))
        #expect(storage.cookies.count == 3_001)
        #expect(storage.cookies.prefix(2).map(\.name) == ["old", "a97001"])
    }

    @Test func unreadableFileIsReported() throws {
        let error = #expect(throws: CookieError.self) { try storage.load(from: files.path("missing")) }
        #expect(error?.description == "cannot read \(files.path("missing")): No such file or directory")
        #expect(throws: CookieError.self) { try storage.load(from: files.path("")) }
        try files.write([0xFF, 0x0A], to: "binary")
        let binary = #expect(throws: CookieError.self) { try storage.load(from: files.path("binary")) }
        #expect(binary?.reason == "the line is not UTF-8")
    }
}

#if os(Linux) || os(macOS)
    @Suite(.enabled("requires the curl tool") { (try? SystemTool("curl")) != nil })
    struct CookieCurlToolTests {
        private let files: TemporaryFiles

        init() throws {
            files = try TemporaryFiles()
        }

        private func curl(_ arguments: String...) throws {
            try SystemTool("curl").run(["-q", "-s", "--noproxy", "*", "-o", "/dev/null"] + arguments)
        }

        @Test func curlReadsAndWritesCookieFiles() throws {
            let server = try LoopbackServer { request in
                guard request.path == "/set" else { return .json("\"ok\"") }
                let fields = [
                    "a=1; Path=/; HttpOnly", "b=x=y z; Path=/; Max-Age=1000", "c=; Path=/x", "d=4; Path=/; Max-Age=0",
                ]
                return fields.reduce(.text("ok")) { $0.adding(.setCookie, $1) }
            }
            defer { server.stop() }
            let url = server.baseURL
            let path = files.path("cookies.txt")

            try curl("-c", path, "\(url)/set")
            let storage = CookieStorage()
            try storage.load(from: path)
            #expect(Set(storage.cookies(for: "\(url)/x").map(\.pair)) == ["a=1", "b=x=y z", "c="])
            #expect(storage.cookies.filter(\.isHTTPOnly).map(\.name) == ["a"])

            try storage.set(Cookie("e", "5", domain: "127.0.0.1"))
            try storage.save(to: path)
            try curl("-b", path, "\(url)/x")
            try curl("-b", path, "http://other.example/", "--connect-to", "::127.0.0.1:\(server.port)")
            let client = Client(baseURL: url, middleware: [storage])
            _ = try client.send(Anything<String>(path: "/x")).wait(timeout: .seconds(30))
            let sent = server.requests.dropFirst().map { request in
                Set((request.fields[.cookie] ?? "").components(separatedBy: "; "))
            }
            let all: Set = ["a=1", "b=x=y z", "c=", "e=5"]
            #expect(sent == [all, [""], all])
        }
    }
#endif
