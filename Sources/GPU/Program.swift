import CGLES

/// The source of one shader: GLSL ES 3.00 without its `#version` line, and its files.
public struct ShaderSource: Sendable {
    /// One piece of the source; errors name its file and the line in it.
    public struct Part: Sendable {
        /// The file's name, for errors.
        public let file: String
        /// The source.
        public let text: String

        /// A piece of source with the name of its file.
        public init(file: String, text: String) {
            self.file = file
            self.text = text
        }
    }

    /// The pieces in their order.
    public let parts: [Part]

    /// A source from its pieces.
    public init(_ parts: [Part]) { self.parts = parts }
}

/// A linked pair of shaders that deletes itself, with its uniforms.
@MainActor
public struct Program: ~Copyable {
    /// A uniform of a program; setting one that the linker dropped does nothing.
    public struct Uniform: Hashable, Sendable {
        let location: Int32
    }

    private let owned: Name
    var device: Device { owned.device }
    var name: UInt32 { owned.value }
    private let cache = UniformCache()

    /// Compiles and links.
    ///
    /// `defines` are put before both shaders as `#define NAME 1`. A program that is in the device's
    /// cache is loaded from there.
    ///
    /// Throws `shader` with the file and line of the first error, or `link`.
    public init(
        _ device: Device, name label: String, vertex: ShaderSource, fragment: ShaderSource,
        defines: [String] = []
    ) throws(GPUError) {
        try device.activate()
        owned = try Self.make(device, label, vertex, fragment, defines)
    }

    private static func make(
        _ device: Device, _ label: String, _ vertex: ShaderSource, _ fragment: ShaderSource,
        _ defines: [String]
    ) throws(GPUError) -> Name {
        let name = glCreateProgram()
        let owned = Name(device, .program, name)
        let vertexText = Self.text(vertex, defines)
        let fragmentText = Self.text(fragment, defines)
        let mark = ProgramCache.mark([vertexText, fragmentText])
        if let entry = device.programCache?.entry(mark) {
            entry.bytes.withUnsafeBytes {
                glProgramBinary(name, entry.format, $0.baseAddress, GLsizei($0.count))
            }
            if Self.isLinked(name) {
                try device.check("glProgramBinary")
                return owned
            }
            // The driver no longer accepts it, and has also raised an error.
            for _ in 0..<8 where glGetError() == GL_NO_ERROR { break }
        }
        let vertexShader = try Self.compile(vertex, vertexText, GL_VERTEX_SHADER)
        defer { glDeleteShader(vertexShader) }
        let fragmentShader = try Self.compile(fragment, fragmentText, GL_FRAGMENT_SHADER)
        defer { glDeleteShader(fragmentShader) }
        glAttachShader(name, vertexShader)
        glAttachShader(name, fragmentShader)
        if device.programCache != nil {
            glProgramParameteri(name, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE)
        }
        glLinkProgram(name)
        guard Self.isLinked(name) else {
            var length: GLint = 0
            glGetProgramiv(name, GLenum(GL_INFO_LOG_LENGTH), &length)
            var log = [GLchar](repeating: 0, count: max(Int(length), 1))
            glGetProgramInfoLog(name, GLsizei(log.count), nil, &log)
            throw .link(program: label, message: ShaderLog.text(log))
        }
        glDetachShader(name, vertexShader)
        glDetachShader(name, fragmentShader)
        try device.check("glLinkProgram")
        if let cache = device.programCache, let entry = Self.binary(of: name) {
            cache.add(entry, mark)
        }
        return owned
    }

    private static func isLinked(_ name: UInt32) -> Bool {
        var linked: GLint = 0
        glGetProgramiv(name, GLenum(GL_LINK_STATUS), &linked)
        return linked == GL_TRUE
    }

    /// A linked program in the driver's binary form; nil if the driver does not provide it.
    private static func binary(of name: UInt32) -> ProgramCache.Entry? {
        var size: GLint = 0
        glGetProgramiv(name, GLenum(GL_PROGRAM_BINARY_LENGTH), &size)
        guard glGetError() == GL_NO_ERROR, size > 0 else { return nil }
        var format: GLenum = 0
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var length: GLsizei = 0
        glGetProgramBinary(name, size, &length, &format, &bytes)
        guard glGetError() == GL_NO_ERROR, length > 0, length <= size else { return nil }
        return ProgramCache.Entry(format: format, bytes: bytes.prefix(Int(length)))
    }

    /// The uniform with a name.
    public func uniform(_ label: String) -> Uniform {
        Uniform(location: glGetUniformLocation(name, label))
    }

    /// Sets a `float`, `vec2`, `vec3` or `vec4`, depending on the number of values.
    ///
    /// Setting the value that the uniform already has costs nothing.
    public func set(_ uniform: Uniform, _ values: Float...) {
        set(uniform, vector: values)
    }

    /// Sets a `float` or vector uniform from an array of 1 to 4 values.
    public func set(_ uniform: Uniform, vector values: [Float]) {
        guard uniform.location >= 0, cache.changes(uniform.location, values) else { return }
        device.bindProgram(name)
        switch values.count {
        case 1: glUniform1fv(uniform.location, 1, values)
        case 2: glUniform2fv(uniform.location, 1, values)
        case 3: glUniform3fv(uniform.location, 1, values)
        case 4: glUniform4fv(uniform.location, 1, values)
        default: preconditionFailure("a vector has 1 to 4 components, not \(values.count)")
        }
    }

    /// Sets an array of `vec4`, with 4 values for each.
    public func set(_ uniform: Uniform, vec4s values: [Float]) {
        precondition(values.count.isMultiple(of: 4), "an array of vec4 has 4 values for each")
        guard uniform.location >= 0, cache.changes(uniform.location, values) else { return }
        device.bindProgram(name)
        glUniform4fv(uniform.location, GLsizei(values.count / 4), values)
    }

    /// Sets an `int` or a sampler's texture unit.
    public func set(_ uniform: Uniform, integer value: Int) {
        guard uniform.location >= 0, cache.changes(uniform.location, [Float(value)]) else { return }
        device.bindProgram(name)
        glUniform1i(uniform.location, GLint(value))
    }

    /// The whole text of a shader.
    private static func text(_ source: ShaderSource, _ defines: [String]) -> String {
        var text = "#version 300 es\nprecision highp float;\nprecision highp int;\n"
        text += "precision highp sampler2DArray;\nprecision highp sampler2D;\n"
        for define in defines { text += "#define \(define) 1\n" }
        for (index, part) in source.parts.enumerated() {
            text += "#line \((index + 1) * ShaderLog.linesPerPart + 1)\n" + part.text + "\n"
        }
        return text
    }

    private static func compile(
        _ source: ShaderSource, _ text: String, _ kind: Int32
    ) throws(GPUError) -> GLuint {
        let shader = glCreateShader(GLenum(kind))
        text.withCString { bytes in
            var pointer: UnsafePointer<GLchar>? = bytes
            glShaderSource(shader, 1, &pointer, nil)
        }
        glCompileShader(shader)
        var compiled: GLint = 0
        glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &compiled)
        guard compiled != GL_TRUE else { return shader }
        var length: GLint = 0
        glGetShaderiv(shader, GLenum(GL_INFO_LOG_LENGTH), &length)
        var log = [GLchar](repeating: 0, count: max(Int(length), 1))
        glGetShaderInfoLog(shader, GLsizei(log.count), nil, &log)
        glDeleteShader(shader)
        throw ShaderLog.error(ShaderLog.text(log), files: source.parts.map(\.file))
    }
}

/// The current values of a program's uniforms, so that equal ones are not sent again.
@MainActor
private final class UniformCache {
    private var values: [Int32: [Float]] = [:]

    func changes(_ location: Int32, _ new: [Float]) -> Bool {
        if values[location] == new { return false }
        values[location] = new
        return true
    }
}

/// Parses drivers' compile logs.
enum ShaderLog {
    static func text(_ log: [CChar]) -> String {
        let bytes = log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Each piece of a source counts its lines from a multiple of this, so that a line number alone
    /// identifies the piece. (`#line` could number the pieces too, but Mesa loses that number for
    /// some errors.)
    static let linesPerPart = 100_000

    /// The first error of a log.
    ///
    /// Drivers write `SOURCE:LINE(COLUMN): error: …` (Mesa), `ERROR: SOURCE:LINE: …` (ANGLE,
    /// Adreno, Mali) or `SOURCE(LINE) : error …` (NVIDIA).
    static func error(_ log: String, files: [String]) -> GPUError {
        let lines = log.split(separator: "\n")
        let chosen = lines.first { $0.lowercased().contains("error") } ?? lines.first ?? "no log"
        let numbers = chosen.split { !($0.isASCII && $0.isNumber) }.prefix(2).compactMap { Int($0) }
        let line = numbers.count == 2 ? numbers[1] : 0
        let part = line / linesPerPart - 1
        guard files.indices.contains(part) else {
            return .shader(file: files.last ?? "shader", line: 0, message: String(chosen))
        }
        let words = chosen.split(separator: ":", maxSplits: 2)
        let message = (words.last ?? chosen).drop { $0 == " " }
        return .shader(file: files[part], line: line % linesPerPart, message: String(message))
    }
}
