// Code that imports RillHTTPTypes can also use the streams of Rill.
@_exported public import Rill
