// Tests that import RillTesting can also use the streams of Rill.
@_exported public import Rill
