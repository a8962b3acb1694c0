import Glibc

/// What belongs to the system and not to the person.
enum SystemFolders {
    /// Where programs, libraries, drivers, fonts, zones and settings are read from.
    ///
    /// Includes the folders of distributions that keep them elsewhere, and those that environment
    /// variables name for libraries and drivers.
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
    /// libdispatch reads about each of its threads by the thread's number, which is not below
    /// /proc/self, and ends the process if it cannot. A later thread cannot get a rule of its own.
    /// So what other processes of the person show there can be read as well. Their memory and their
    /// files cannot.
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
    /// They are read, which saves a picture half a second. None is added, because the next program
    /// that draws would run it. Mesa needs its list of them to be writable, else it reads none.
    static var shaderCaches: [String] {
        let cache = PathText.base("XDG_CACHE_HOME", ".cache")
        return ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR"].flatMap(PathText.list)
            .map { $0 + "/mesa_shader_cache" } + (cache.map { [$0 + "/mesa_shader_cache"] } ?? [])
    }

    /// Where files without a name are made.
    static var temporary: String { PathText.value("TMPDIR") ?? "/tmp" }
}
