// Code that imports RillAzureStorage can also use RillOAuth, RillHTTP, and Rill.
@_exported public import RillOAuth
