import Foundation

/// Counts the allocations of this process, if `Allocations.c` is preloaded.
struct AllocationCounter: Sendable {
    /// The counter, or `nil` if the library is not preloaded.
    static let preloaded = AllocationCounter()

    private let start: @convention(c) () -> Void
    private let stop: @convention(c) (UnsafeMutablePointer<Int64>) -> Int64

    private init?() {
        guard let start = dlsym(nil, "rill_allocations_start"), let stop = dlsym(nil, "rill_allocations_stop") else {
            return nil
        }
        self.start = unsafeBitCast(start, to: (@convention(c) () -> Void).self)
        self.stop = unsafeBitCast(stop, to: (@convention(c) (UnsafeMutablePointer<Int64>) -> Int64).self)
    }

    /// Counts the allocations of a closure in all threads.
    func count(_ body: () -> Void) -> (count: Int64, peakBytes: Int64) {
        var peakBytes: Int64 = 0
        start()
        body()
        let count = stop(&peakBytes)
        return (count, peakBytes)
    }
}

/// The library that counts allocations, compiled from `Allocations.c`.
enum AllocationLibrary {
    private static let variable = "LD_PRELOAD"
    private static let namePrefix = "rill-bench-allocations-"

    /// Whether this process was started with the library.
    static var isRequested: Bool {
        ProcessInfo.processInfo.environment[variable]?.contains(namePrefix) ?? false
    }

    private static let path = FileManager.default.temporaryDirectory.appending(
        path: "\(namePrefix)\(UUID().uuidString).so"
    ).path

    /// Deletes the library, if it has been compiled.
    static func delete() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Compiles the library, runs a closure, and deletes the library.
    ///
    /// - Parameter body: A closure that receives the environment variables with which a program loads the library.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure, or a `BenchError` if the platform is not Linux with glibc, or if the source code
    ///   or clang is missing.
    static func withEnvironment<Result>(_ body: ([String: String]) throws -> Result) throws -> Result {
        #if canImport(Glibc)
            let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Allocations.c").path
            defer { delete() }
            try ChildProcess.run(["clang", "-shared", "-fPIC", "-O2", "-o", path, source])
            return try body([variable: path])
        #else
            throw BenchError("counting allocations requires Linux with glibc")
        #endif
    }
}
