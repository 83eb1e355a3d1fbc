/// A request that is sent without a token: it issues a token or describes API versions.
///
/// A token is not sent to endpoints that do not require it. A 401 for a wrong password does not indicate that the
/// session's token is invalid.
protocol UnauthenticatedRequest {}
