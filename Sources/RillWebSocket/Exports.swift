// Code that imports RillWebSocket can also use the client.
@_exported public import RillHTTP
