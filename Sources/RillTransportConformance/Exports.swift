// Tests that import RillTransportConformance can also use the test kits and the client.
@_exported public import RillHTTPTesting
