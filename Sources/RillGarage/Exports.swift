// Code that imports RillGarage can also use RillOAuth, RillHTTP, and Rill.
@_exported public import RillOAuth
