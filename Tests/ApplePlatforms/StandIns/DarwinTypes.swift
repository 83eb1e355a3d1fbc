// Declares names and signatures of the SDK, which documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores, TypeNamesShouldBeCapitalized

// A module of its own, because a structure and a function with the same name cannot be declared in one module.
import struct Glibc.timespec

public typealias mode_t = UInt16
public typealias nlink_t = UInt16
public typealias dev_t = Int32

public struct stat {
    public var st_dev: dev_t = 0
    public var st_mode: mode_t = 0
    public var st_nlink: nlink_t = 0
    public var st_ino: UInt64 = 0
    public var st_uid: UInt32 = 0
    public var st_size: Int64 = 0
    public var st_mtimespec = timespec()
    public init() {}
}
