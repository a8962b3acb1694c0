import Glibc

/// What belongs to the system and not to the person.
enum SystemFolders {
    /// Where programs, libraries, drivers, fonts, zones and settings are read from.
    ///
    /// Distributions that keep them elsewhere are named as well, and what a variable of the
    /// environment says of where libraries and drivers are.
    static var read: [String] {
        var paths = [
            "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/sys",
            // Nix, Guix, Flatpak and Snap.
            "/nix/store", "/run/current-system", "/run/opengl-driver", "/run/opengl-driver-32",
            "/gnu/store", "/app", "/run/host", "/snap", "/var/lib/snapd",
            "/var/cache/fontconfig", "/run/udev",
            "/proc/self",
        ]
        for variable in [
            "LD_LIBRARY_PATH", "LIBGL_DRIVERS_PATH", "GBM_BACKENDS_PATH",
            "__EGL_VENDOR_LIBRARY_DIRS", "__EGL_VENDOR_LIBRARY_FILENAMES",
            "__EGL_EXTERNAL_PLATFORM_CONFIG_DIRS", "LOCPATH", "TZDIR",
        ] { paths += PathText.list(variable) }
        // A zone's file, with or without a colon before it.
        if let zone = PathText.value("TZ") {
            let path = zone.hasPrefix(":") ? String(zone.dropFirst()) : zone
            if path.hasPrefix("/") { paths.append(path) }
        }
        return paths
    }

    /// Where files are read, but not listed.
    ///
    /// libdispatch looks at each of its threads by its number, which is not below /proc/self, and ends
    /// the process where it cannot; the number of a later thread can have no rule of its own. So what
    /// other processes of the person show there can be read as well. Their memory and their files
    /// cannot.
    static let readUnlisted = ["/proc"]

    /// What every program may use.
    static let devices = [
        "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
    ]

    /// Graphics devices, by the names that kernels and makers of drivers give them.
    static func graphicsDevices() -> [String] {
        var found = ["/dev/dri", "/dev/kfd", "/dev/dxg", "/dev/udmabuf", "/dev/dma_heap"]
        FolderEntries.read("/dev") { name, _ in
            for start in ["nvidia", "mali", "pvr", "kgsl"] where name.hasPrefix(start) {
                found.append("/dev/" + name)
            }
        }
        return found
    }

    /// Where Mesa keeps compiled shaders between runs.
    ///
    /// They are read, which spares a picture half a second; none is added, because what is in them is
    /// run by whatever draws next. Mesa asks for its list of them to be writable, else it reads none.
    static var shaderCaches: [String] {
        let cache = PathText.base("XDG_CACHE_HOME", ".cache")
        return ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR"].flatMap(PathText.list)
            .map { $0 + "/mesa_shader_cache" } + (cache.map { [$0 + "/mesa_shader_cache"] } ?? [])
    }

    /// Where files without a name are made.
    static var temporary: String { PathText.value("TMPDIR") ?? "/tmp" }
}
