public import RillHTTP

extension GarageError {
    /// The kinds of failure, an open set: what a status means.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// Names what a status means.
        ///
        /// - Parameter status: The status of an answer.
        public init(_ status: HTTPResponse.Status) {
            self = Self.named[status.code] ?? (status.kind == .serverError ? .serverError : .clientError)
        }

        /// 400: the body or a parameter is malformed, or the selection of fields is.
        public static let badRequest = Kind("badRequest")

        /// 401: the token is missing, not valid, or has expired.
        public static let unauthorized = Kind("unauthorized")

        /// 403: the user may not do this, or the token lacks a scope for it.
        public static let forbidden = Kind("forbidden")

        /// 404: there is no such thing, or no such path.
        public static let notFound = Kind("notFound")

        /// 406: the server does not send what `Accept` asks for.
        public static let notAcceptable = Kind("notAcceptable")

        /// 409: it contradicts what is there.
        public static let conflict = Kind("conflict")

        /// 415: the server does not read bodies of this type.
        public static let unsupportedMediaType = Kind("unsupportedMediaType")

        /// 422: what is said in the body cannot be.
        public static let unprocessableContent = Kind("unprocessableContent")

        /// 500: the server itself has failed, or what it asks about tokens has.
        public static let internalServerError = Kind("internalServerError")

        /// 503: the server is overloaded, or being worked on.
        public static let serviceUnavailable = Kind("serviceUnavailable")

        /// Another status from 400 to 499.
        public static let clientError = Kind("clientError")

        /// Another status from 500 on.
        public static let serverError = Kind("serverError")

        private static let named: [Int: Kind] = [
            400: .badRequest, 401: .unauthorized, 403: .forbidden, 404: .notFound, 406: .notAcceptable, 409: .conflict,
            415: .unsupportedMediaType, 422: .unprocessableContent, 500: .internalServerError, 503: .serviceUnavailable,
        ]

        /// What it means where Garage answers without a body; nil where that means nothing.
        var silence: String? {
            switch self {
            case .badRequest: "so it answers parameters that are missing, or that it does not take"
            case .notFound: "so it answers paths that it does not know"
            case .notAcceptable: "so it answers an Accept with types that it does not send"
            default: nil
            }
        }
    }
}
