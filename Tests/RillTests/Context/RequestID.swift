import Rill

/// A request ID that is stored in a task-local value, as in a logging library.
enum RequestID {
    @TaskLocal static var current: String?
}

enum RequestIDKey: StreamContextKey {
    static let defaultValue: String? = nil
    static var taskLocal: TaskLocal<String?>? { RequestID.$current }
    static func debugText(for value: String?) -> String? { value.map { "request \($0)" } }
}

/// A key without a task-local value.
enum TenantKey: StreamContextKey {
    static let defaultValue = "none"
}

extension StreamContext {
    var requestID: String? {
        get { self[RequestIDKey.self] }
        set { self[RequestIDKey.self] = newValue }
    }

    var tenant: String {
        get { self[TenantKey.self] }
        set { self[TenantKey.self] = newValue }
    }
}
