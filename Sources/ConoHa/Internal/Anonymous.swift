/// A request that is sent without a token: whatever tells of versions, and log-ins.
///
/// Nobody should get to know a token who does not need one, and a wrong password's 401 says nothing about the token.
protocol Anonymous {}
