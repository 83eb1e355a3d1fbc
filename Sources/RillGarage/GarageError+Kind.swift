public import RillHTTP

extension GarageError {
    /// A kind of error, derived from the status code.
    ///
    /// Future versions may add more kinds.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind, for example `notFound`.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// Creates a kind from a status code.
        ///
        /// - Parameter status: The status of the response.
        public init(_ status: HTTPResponse.Status) {
            self = Self.named[status.code] ?? (status.kind == .serverError ? .serverError : .clientError)
        }

        /// 400: The body, a parameter or the selected fields are invalid.
        public static let badRequest = Kind("badRequest")

        /// 401: The token is missing, invalid or expired.
        public static let unauthorized = Kind("unauthorized")

        /// 403: The user lacks the permission, or the token lacks a scope.
        public static let forbidden = Kind("forbidden")

        /// 404: The resource or the path does not exist.
        public static let notFound = Kind("notFound")

        /// 406: The server cannot produce any media type listed in `Accept`.
        public static let notAcceptable = Kind("notAcceptable")

        /// 409: The request conflicts with the state of the resource.
        public static let conflict = Kind("conflict")

        /// 415: The server does not support the media type of the body.
        public static let unsupportedMediaType = Kind("unsupportedMediaType")

        /// 422: The body is well-formed, but its content is invalid.
        public static let unprocessableContent = Kind("unprocessableContent")

        /// 500: The server, or the service that validates tokens, failed.
        public static let internalServerError = Kind("internalServerError")

        /// 503: The server is overloaded or under maintenance.
        public static let serviceUnavailable = Kind("serviceUnavailable")

        /// Any other status from 400 to 499.
        public static let clientError = Kind("clientError")

        /// Any other status of 500 or greater.
        public static let serverError = Kind("serverError")

        private static let named: [Int: Kind] = [
            400: .badRequest, 401: .unauthorized, 403: .forbidden, 404: .notFound, 406: .notAcceptable, 409: .conflict,
            415: .unsupportedMediaType, 422: .unprocessableContent, 500: .internalServerError, 503: .serviceUnavailable,
        ]

        /// The usual cause of an error response without a body, or `nil` if there is no typical one.
        var emptyBodyCause: String? {
            switch self {
            case .badRequest: "usually a missing or unsupported parameter"
            case .notFound: "usually an unknown path"
            case .notAcceptable: "usually an unsupported media type in Accept"
            default: nil
            }
        }
    }
}
