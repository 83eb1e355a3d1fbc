#if os(Linux)
    import Foundation
    import RillTestSupport
    import Testing

    /// Tests in a build with optimization, which can release objects earlier than the build of the tests.
    @Suite(.timeLimit(.minutes(10)), .enabled("requires swiftc") { await Script.hasCompiler })
    struct OptimizedBuildTests {
        /// A program that subscribes to streams with 100 levels, and releases an object that sends an event to the
        /// subject of its subscription.
        private static let program = """
            final class Sender: Sendable {
                let subject: PublishSubject<Int>

                init(_ subject: PublishSubject<Int>) { self.subject = subject }

                deinit { subject.onNext(2) }

                static func subscribe(to subject: PublishSubject<Int>) -> Disposable {
                    let sender = Sender(subject)
                    return subject.subscribe(onNext: { _ in withExtendedLifetime(sender) {} })
                }
            }

            @main struct Program {
                @Sendable static func countdown(_ number: Int) -> Observable<Int> {
                    number == 0 ? .just(0) : Observable.task { number }.flatMap { countdown($0 - 1) }
                }

                static func main() async throws {
                    print(try await countdown(100).firstValue())
                    let subject = PublishSubject<Int>()
                    var stream = subject.asObservable()
                    for _ in 0..<100 { stream = stream.concatMap { .just($0) }.take(until: Observable<Int>.never()) }
                    let subscription = stream.subscribe(onNext: { print($0) })
                    subject.onNext(1)
                    subscription.dispose()
                    for _ in 0..<2 { Sender.subscribe(to: subject).dispose() }
                    print("released")
                }
            }

            """

        @Test func streamsAreReleased() async throws {
            let files = try TemporaryFiles()
            try files.write(Array(Self.program.utf8), to: "Program.swift")
            let folder = PackageFiles.root.appending(path: "Sources/Rill")
            let sources =
                FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
                .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
            let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
            let program = files.path("program")
            let compiler = try await Script(name: "/usr/bin/env").run(
                ["swiftc", "-O", "-wmo", "-swift-version", "6", "-package-name", "rill", "-parse-as-library"]
                    + features.flatMap { ["-enable-upcoming-feature", $0] }
                    + ["-module-name", "Program", "-o", program, files.path("Program.swift")] + sources.map(\.path))
            try #require(compiler.status == 0, "\(compiler.errors)")
            let outcome = try await Script(name: program).run([])
            outcome.expect(status: 0, output: "0\n1\nreleased\n")
        }
    }
#endif
