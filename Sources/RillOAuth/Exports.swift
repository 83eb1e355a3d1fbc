// Code that imports RillOAuth can also use the client.
@_exported public import RillHTTP
