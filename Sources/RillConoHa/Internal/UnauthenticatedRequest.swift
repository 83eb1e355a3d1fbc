/// A request that is sent without a token: it issues a token or describes API versions.
///
/// A token is not sent to endpoints that do not require it. The 401 for a wrong password says nothing about the
/// session's token.
protocol UnauthenticatedRequest {}
