import Glibc

/// Files that belong to the system and not to the user.
enum SystemFolders {
    /// The folders of programs, libraries, drivers, fonts, zones and settings.
    ///
    /// Includes the folders of distributions that keep them elsewhere, and the folders of libraries
    /// and drivers in environment variables.
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
        // A zone's file, with or without a leading colon.
        if let zone = PathText.value("TZ") {
            let path = zone.hasPrefix(":") ? String(zone.dropFirst()) : zone
            if path.hasPrefix("/") { paths.append(path) }
        }
        return paths
    }

    /// Folders in which files can be read, but not listed.
    ///
    /// libdispatch reads about each of its threads by the thread's number, which is not below
    /// /proc/self, and ends the process if it cannot. A later thread cannot get its own rule. So
    /// the entries of the user's other processes there can be read as well. Their memory and their
    /// files cannot.
    static let readUnlisted = ["/proc"]

    /// Devices that every program may use.
    static let devices = [
        "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
    ]

    /// Graphics devices, by the names that kernels and driver vendors use.
    static func graphicsDevices() -> [String] {
        var found = ["/dev/dri", "/dev/kfd", "/dev/dxg", "/dev/udmabuf", "/dev/dma_heap"]
        FolderEntries.read("/dev") { name, _ in
            for start in ["nvidia", "mali", "pvr", "kgsl"] where name.hasPrefix(start) {
                found.append("/dev/" + name)
            }
        }
        return found
    }

    /// Mesa's cache of compiled shaders from earlier runs.
    ///
    /// Reading it saves half a second per picture. None is added, because the next program that
    /// draws would run it. Mesa requires its list of them to be writable, else it reads none.
    static var shaderCaches: [String] {
        let cache = PathText.base("XDG_CACHE_HOME", ".cache")
        return ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR"].flatMap(PathText.list)
            .map { $0 + "/mesa_shader_cache" } + (cache.map { [$0 + "/mesa_shader_cache"] } ?? [])
    }

    /// The folder for files without a name.
    static var temporary: String { PathText.value("TMPDIR") ?? "/tmp" }
}
