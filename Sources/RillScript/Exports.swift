/// Programs that import RillScript can also use the streams of Rill.
@_exported public import Rill
