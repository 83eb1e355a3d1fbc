import Foundation
import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillCurl
@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Tests that responses are shared only between transports that reach the same servers as the same user.
@Suite struct TransportIdentityTests {
    /// A transport without an identity, as users write it.
    private struct Plain: Transport {
        let name: String

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            StubTransport { _ in .json("\"\(name)\"", fields: [.cacheControl: "max-age=60"]) }.send(request, body: body)
        }
    }

    /// A transport that states an identity.
    private struct Stated: Transport {
        let base: any Transport
        let identity: TransportIdentity

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            base.send(request, body: body)
        }
    }

    private func client(_ transport: any Transport, _ cache: ResponseCache) -> Client {
        Client(baseURL: "https://a.example", transport: transport.caching(in: cache))
    }

    private func text(_ client: Client) -> String? { Recorder(client.send(Anything<String>())).values.first }

    /// Transports with different identities, each with one that has the same identity, and otherwise with its own
    /// client.
    private static let stub = StubTransport { _ in .json("\"stub\"", fields: [.cacheControl: "max-age=60"]) }
    private static func stated(_ name: String, _ part: String) -> Stated {
        Stated(base: Plain(name: name), identity: TransportIdentity(["user", part]))
    }

    @Test func cacheSeparatesTransports() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        let transports: [any Transport] = [
            Plain(name: "a"), Plain(name: "b"), Self.stub, Self.stated("c", "1"), Self.stated("d", "2"),
            Self.stated("e", "1"), Stated(base: Plain(name: "f"), identity: Self.stub.identity),
        ]
        #expect(transports.map { text(client($0, cache)) } == ["a", "b", "stub", "c", "d", "c", "stub"])
        // A copy of a client has the same transport.
        let own = client(Plain(name: "g"), cache)
        #expect(text(own) == "g")
        var copy = own
        copy.timeout = .seconds(9)
        #expect(text(copy) == "g")
        copy.transport = Plain(name: "h").caching(in: cache)
        #expect(text(copy) == "h")
        #expect(copy.transport.identity == .unknown)
    }

    @Test func wrappedTransportKeepsIdentity() {
        let cache = ResponseCache(freshnessClock: TestScheduler())
        for transport: any Transport in [
            Self.stub.caching(in: cache), Self.stub.coalescing(), Self.stub.coalescing().caching(in: cache),
            Self.stub.caching(in: cache).coalescing(), Self.stub.caching(in: ResponseCache()).caching(in: cache),
        ] {
            #expect(transport.identity == Self.stub.identity)
            #expect(text(Client(baseURL: "https://a.example", transport: transport)) == "stub")
        }
    }

    /// Each cache represents another process.
    @Test func diskCacheSeparatesTransportsOfProcesses() throws {
        let files = try TemporaryFiles()
        func response(_ transport: any Transport) throws -> String? {
            let storage = try DiskCacheStorage(files.path("cache"), scheduler: ImmediateScheduler.shared)
            return text(client(transport, ResponseCache(storage: storage, freshnessClock: TestScheduler())))
        }
        let transports: [any Transport] = [
            Plain(name: "a"), Plain(name: "b"), Self.stated("c", "s3cr3t"), Self.stated("d", "other"),
            Self.stated("e", "s3cr3t"),
        ]
        #expect(try transports.map { try response($0) } == ["a", "b", "c", "d", "c"])
        let stored = FileManager.default.enumerator(atPath: files.path("cache"))?.allObjects as? [String] ?? []
        #expect(!stored.isEmpty)
        for name in stored {
            let content = FileManager.default.contents(atPath: files.path("cache/\(name)")) ?? Data()
            for text in ["s3cr3t", Self.stated("", "s3cr3t").identity.digest ?? ""] {
                #expect(!name.contains(text))
                #expect(content.range(of: Data(text.utf8)) == nil)
            }
        }
    }

    // MARK: Options

    private func identity(_ change: (inout TransportOptions) -> Void) -> TransportIdentity {
        var options = TransportOptions()
        options.proxy = .none
        change(&options)
        return IdentitySource(options).identity
    }

    @Test func optionsThatChangeServerOrUserChangeIdentity() throws {
        let files = try TemporaryFiles()
        for (name, text) in [("a.pem", "alice"), ("copy.pem", "alice"), ("b.pem", "bob")] {
            try files.write(Array(text.utf8), to: name)
        }
        func certificate(_ name: String) -> TransportIdentity {
            identity { $0.clientCertificate = .init(certificateFile: files.path(name), keyFile: "key.pem") }
        }
        func authority(_ name: String) -> TransportIdentity {
            identity { $0.certificateAuthorityFile = files.path(name) }
        }
        let identities: [TransportIdentity] = [
            identity { _ in }, certificate("a.pem"), certificate("b.pem"), authority("a.pem"), authority("b.pem"),
            identity { $0.unixSocketPath = "/run/a" }, identity { $0.unixSocketPath = "/run/b" },
            identity { $0.unixSocketPath = "run/a" },
            identity { $0.userAgent = "Mobile" }, identity { $0.userAgent = nil },
            identity { $0.hostOverrides = ["a.example": "127.0.0.1:1"] },
            identity { $0.hostOverrides = ["a.example": "127.0.0.1:2"] },
            identity { $0.hostOverrides = ["a.example": "127.0.0.1:1", "b.example": "127.0.0.1:2"] },
            identity { $0.proxy = .url("http://p.example") }, identity { $0.proxy = .url("http://u:1@p.example") },
            identity { $0.proxy = .url("http://u:2@p.example") }, identity { $0.localAddress = "127.0.0.2" },
            identity { $0.pinnedPublicKeys = ["a.example": ["sha256//1"]] },
            identity { $0.pinnedPublicKeys = ["a.example": ["sha256//1", "sha256//2"]] },
        ]
        #expect(Set(identities).count == identities.count)
        #expect(!identities.contains(.unknown))
        #expect(certificate("a.pem") == certificate("copy.pem"))
        #expect(identity { $0.responseTimeout = nil } == identities[0])
        #expect(
            identity { $0.pinnedPublicKeys = ["a.example": ["sha256//2", "sha256//1"]] }
                == identities[identities.count - 1])
        #expect(certificate("missing.pem") == .unknown)
        #expect(authority("missing.pem") == .unknown)
    }

    private func options(certificate: String) -> TransportOptions {
        var options = TransportOptions()
        options.clientCertificate = .init(certificateFile: certificate, keyFile: "key.pem")
        return options
    }

    @Test func replacedCertificateChangesIdentity() throws {
        let files = try TemporaryFiles()
        try files.write(Array("alice".utf8), to: "c.pem")
        let options = options(certificate: files.path("c.pem"))
        let source = IdentitySource(options)
        let alice = source.identity
        #expect(alice != .unknown)
        #expect(alice == source.identity)
        try files.write(Array("bob".utf8), to: "c.pem")
        // A connection that alice opened is still used.
        #expect(source.identity == .unknown)
        let bob = IdentitySource(options).identity
        #expect(bob != .unknown)
        #expect(bob != alice)
        try FileManager.default.removeItem(atPath: files.path("c.pem"))
        #expect(source.identity == .unknown)
    }

    /// Another file can have the same size and time.
    @Test func renamedCertificateChangesIdentity() throws {
        let files = try TemporaryFiles()
        for (name, text) in [("c.pem", "alice"), ("d.pem", "carol")] {
            try files.write(Array(text.utf8), to: name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: files.path(name))
        }
        let source = IdentitySource(options(certificate: files.path("c.pem")))
        #expect(source.identity != .unknown)
        try FileManager.default.removeItem(atPath: files.path("c.pem"))
        try FileManager.default.moveItem(atPath: files.path("d.pem"), toPath: files.path("c.pem"))
        #expect(source.identity == .unknown)
    }

    @Test func wrapperThatChangesUserAddsToIdentity() {
        let base = Self.stub.identity
        let identities = [
            base, base.adding(["alice"]), base.adding(["bob"]), base.adding([]), .unique().adding(["bob"]),
        ]
        #expect(Set(identities).count == identities.count)
        #expect(!identities.contains(.unknown))
        #expect(base.adding(["alice"]) == identities[1])
        #expect(TransportIdentity.unknown.adding(["alice"]) == .unknown)
        let cache = ResponseCache(freshnessClock: TestScheduler())
        for name in ["alice", "bob"] {
            #expect(text(client(Stated(base: Plain(name: name), identity: base.adding([name])), cache)) == name)
        }
    }

    @Test func identityRevealsNoPart() {
        var texts = ""
        let identity = identity { $0.proxy = .url("http://u:s3cr3t@p.example") }
        dump(identity, to: &texts)
        #expect("\(identity)" == "known")
        #expect("\(TransportIdentity.unknown)" == "unknown")
        #expect(!texts.contains("s3cr3t"))
        #expect(!texts.contains(identity.digest ?? ""))
        #expect(TransportIdentity(["ab", "c"]) != TransportIdentity(["a", "bc"]))
        #expect(TransportIdentity.unique() != .unique())
    }

    #if os(Linux)
        @Test func transportIsUnknownAfterCertificateWasReplaced() throws {
            let files = try TemporaryFiles()
            try files.write(Array("alice".utf8), to: "c.pem")
            let options = options(certificate: files.path("c.pem"))
            let transport = CurlTransport(options: options)
            #expect(transport.identity == CurlTransport(options: options).identity)
            try files.write(Array("bob".utf8), to: "c.pem")
            #expect(transport.identity == .unknown)
            #expect(CurlTransport(options: options).identity != .unknown)
        }

        @Test func cacheSeparatesHostOverrides() throws {
            let servers = try ["a", "b"].map { name in
                try LoopbackServer { _ in .json("\"\(name)\"").adding("Cache-Control", "max-age=100") }
            }
            defer { for server in servers { server.stop() } }
            let cache = ResponseCache()
            let texts = try servers.map { server in
                var options = TransportOptions.withoutTimeouts
                options.hostOverrides = ["api.example:80": server.authority]
                let client = Client(
                    baseURL: "http://api.example", transport: CurlTransport(options: options).caching(in: cache))
                return try client.send(Endpoint<String>("/me")).wait(timeout: .seconds(60))
            }
            #expect(texts == ["a", "b"])
        }
    #endif
}
