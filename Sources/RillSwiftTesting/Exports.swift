// Tests that import RillSwiftTesting can also use RillTesting and Rill.
@_exported public import RillTesting
