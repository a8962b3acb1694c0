// floor-frames: the minimum cost of a frame in OpenGL ES 3, without any toolkit.
//
//     floor-frames clear|lines|columns|columns-quads [SAMPLES]
//
// EGL without a surface, a picture of 1280 by 800 in memory, 20 frames of warm-up and 200 that
// count, each ended by glFinish. One JSON line: the medians of CPU time (all threads) and wall time
// per frame.
//   clear          the picture is cleared
//   lines          cleared, then two lines of 4,096 samples, half of them visible, 3 pixels wide:
//                  one instance of four vertices per segment, anti-aliased by the distance to it
//   columns        cleared, then the extent of a random walk's samples in each of 1,280 columns of
//                  pixels, sent again with each frame, as GL_LINES
//   columns-quads  the same as two triangles per column
// With DUMP=FOLDER in the environment, the last frame is written there. EGL_DEVICE=N draws on the
// machine's device with that number.

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor_tools.h"

enum {
    WIDTH = 1280,
    HEIGHT = 800,
    LINE_SAMPLES = 4096,
    SEGMENTS = 2048,
    WARM_UP = 20,
    FRAMES = 200,
};

static const char *const line_vertex =
    "uniform vec4 placing;\n"  // scale and offset from 0...1 to the picture
    "uniform vec2 size;\n"
    "uniform float half_width;\n"
    "in vec2 start;\n"
    "in vec2 end;\n"
    "out vec3 place;\n"  // along the segment, across it, the segment's length
    "void main() {\n"
    "    vec2 corner = vec2(float(gl_VertexID >> 1), float(gl_VertexID & 1) * 2.0 - 1.0);\n"
    "    vec2 a = (start * placing.xy + placing.zw) * size;\n"
    "    vec2 b = (end * placing.xy + placing.zw) * size;\n"
    "    vec2 along = b - a;\n"
    "    float len = length(along);\n"
    "    along = len > 0.0 ? along / len : vec2(1.0, 0.0);\n"
    "    vec2 across = vec2(-along.y, along.x);\n"
    "    float reach = half_width + 1.0;\n"
    "    vec2 p = mix(a - along * reach, b + along * reach, corner.x)\n"
    "        + across * reach * corner.y;\n"
    "    place = vec3(dot(p - a, along), dot(p - a, across), len);\n"
    "    gl_Position = vec4(p / size * 2.0 - 1.0, 0.0, 1.0);\n"
    "}\n";

static const char *const line_fragment =
    "uniform float half_width;\n"
    "uniform vec4 color;\n"
    "in vec3 place;\n"
    "out vec4 result;\n"
    "void main() {\n"
    "    float nearest = clamp(place.x, 0.0, place.z);\n"
    "    float distance = length(vec2(place.x - nearest, place.y));\n"
    "    float alpha = clamp(half_width + 0.5 - distance, 0.0, 1.0);\n"
    "    if (alpha <= 0.0) discard;\n"
    "    result = vec4(color.rgb * alpha, alpha);\n"
    "}\n";

static const char *const column_vertex =
    "uniform vec4 placing;\n"
    "in vec2 start;\n"
    "void main() { gl_Position = vec4(start.x, start.y + placing.w, 0.0, 1.0); }\n";

static const char *const column_fragment =
    "uniform vec4 color;\n"
    "out vec4 result;\n"
    "void main() { result = color; }\n";

static GLuint shader(GLenum kind, const char *source) {
    const char *head = "#version 300 es\nprecision highp float;\nprecision highp int;\n";
    const char *parts[] = {head, source};
    GLuint name = glCreateShader(kind);
    glShaderSource(name, 2, parts, NULL);
    glCompileShader(name);
    GLint good;
    glGetShaderiv(name, GL_COMPILE_STATUS, &good);
    if (!good) floor_fail("floor-frames: a shader does not compile");
    return name;
}

static GLuint program(const char *vertex, const char *fragment) {
    GLuint name = glCreateProgram();
    glAttachShader(name, shader(GL_VERTEX_SHADER, vertex));
    glAttachShader(name, shader(GL_FRAGMENT_SHADER, fragment));
    glBindAttribLocation(name, 0, "start");
    glBindAttribLocation(name, 1, "end");
    glLinkProgram(name);
    GLint good;
    glGetProgramiv(name, GL_LINK_STATUS, &good);
    if (!good) floor_fail("floor-frames: a program does not link");
    glUseProgram(name);
    return name;
}

static void open_context(void) {
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (!get_display) floor_fail("floor-frames: EGL has no platforms");
    EGLDisplay display = EGL_NO_DISPLAY;
    const char *number = getenv("EGL_DEVICE");
    if (!number || !*number)
        display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY) {
        // Drivers that support only devices use the first one.
        PFNEGLQUERYDEVICESEXTPROC query =
            (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
        EGLDeviceEXT devices[64];
        EGLint count = 0, wanted = number ? atoi(number) : 0;
        if (!query || !query(64, devices, &count) || wanted < 0 || wanted >= count)
            floor_fail("floor-frames: no such EGL device");
        display = get_display(EGL_PLATFORM_DEVICE_EXT, devices[wanted], NULL);
    }
    if (!eglInitialize(display, NULL, NULL)) floor_fail("floor-frames: no EGL");
    eglBindAPI(EGL_OPENGL_ES_API);
    EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    EGLContext context =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        floor_fail("floor-frames: no context");

    GLuint texture, framebuffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, WIDTH, HEIGHT);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(
        GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        floor_fail("floor-frames: no framebuffer");
    glViewport(0, 0, WIDTH, HEIGHT);
    glClearColor(0.1f, 0.1f, 0.12f, 1);
}

// MARK: Clear

static void clear_frame(int frame) {
    (void)frame;
    glClear(GL_COLOR_BUFFER_BIT);
}

// MARK: Lines

static GLint placing, color;

static void prepare_lines(void) {
    static double values[2][LINE_SAMPLES];
    static float points[2][LINE_SAMPLES][2];
    double low = 0, high = 0;
    for (int line = 0; line < 2; line++) {
        floor_walk(values[line], LINE_SAMPLES, (uint64_t)line + 1);
        for (int i = 0; i < LINE_SAMPLES; i++) {
            if (values[line][i] < low) low = values[line][i];
            if (values[line][i] > high) high = values[line][i];
        }
    }
    double room = (high - low) * 0.05;
    low -= room;
    high += room;
    for (int line = 0; line < 2; line++)
        for (int i = 0; i < LINE_SAMPLES; i++) {
            points[line][i][0] = (float)i / (LINE_SAMPLES - 1);
            points[line][i][1] = (float)((values[line][i] - low) / (high - low));
        }
    GLuint array, buffer;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof points, points, GL_STATIC_DRAW);
    for (GLuint i = 0; i < 2; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribDivisor(i, 1);
    }
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    GLuint used = program(line_vertex, line_fragment);
    placing = glGetUniformLocation(used, "placing");
    color = glGetUniformLocation(used, "color");
    glUniform2f(glGetUniformLocation(used, "size"), WIDTH, HEIGHT);
    glUniform1f(glGetUniformLocation(used, "half_width"), 1.5f);
}

static void lines_frame(int frame) {
    glClear(GL_COLOR_BUFFER_BIT);
    int step = frame % 200;
    double offset = (step < 100 ? step : 200 - step) / 200.0;
    glUniform4f(placing, 2, 1, (float)(-2 * offset), 0);
    int first = (int)(offset * (LINE_SAMPLES - 1));
    if (first > LINE_SAMPLES - 1 - SEGMENTS) first = LINE_SAMPLES - 1 - SEGMENTS;
    for (int line = 0; line < 2; line++) {
        glUniform4f(color, line ? 0.9f : 0.2f, 0.6f, line ? 0.2f : 0.9f, 1);
        size_t start = (size_t)(line * LINE_SAMPLES + first) * 2 * sizeof(float);
        glVertexAttribPointer(0, 2, GL_FLOAT, 0, 8, (void *)start);
        glVertexAttribPointer(1, 2, GL_FLOAT, 0, 8, (void *)(start + 8));
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, SEGMENTS);
    }
}

// MARK: Columns

static float column_vertices[WIDTH * 12];
static GLsizei column_count;
static GLenum column_mode;

/// Samples on straight lines between a walk's corners: the picture does not depend on their number.
static void sample_corners(double *values, size_t samples, size_t corners) {
    double *walk = malloc(corners * sizeof *walk);
    if (!walk) floor_fail("floor-frames: no memory");
    floor_walk(walk, corners, 3);
    for (size_t i = 0; i < samples; i++) {
        double place = (double)i * (double)(corners - 1) / (double)(samples - 1);
        size_t corner = (size_t)place;
        if (corner > corners - 2) corner = corners - 2;
        values[i] = walk[corner] + (walk[corner + 1] - walk[corner]) * (place - (double)corner);
    }
    free(walk);
}

static void prepare_columns(size_t samples, size_t corners, int quads) {
    double *values = malloc(samples * sizeof *values);
    if (!values) floor_fail("floor-frames: no memory");
    if (corners > 1) {
        sample_corners(values, samples, corners);
    } else {
        floor_walk(values, samples, 3);
    }
    double lows[WIDTH], highs[WIDTH], low = 1e300, high = -1e300;
    for (size_t x = 0; x < WIDTH; x++) {
        lows[x] = 1e300;
        highs[x] = -1e300;
        for (size_t i = x * samples / WIDTH; i < (x + 1) * samples / WIDTH; i++) {
            if (values[i] < lows[x]) lows[x] = values[i];
            if (values[i] > highs[x]) highs[x] = values[i];
        }
        if (lows[x] < low) low = lows[x];
        if (highs[x] > high) high = highs[x];
    }
    free(values);
    float *out = column_vertices;
    for (int x = 0; x < WIDTH; x++) {
        float bottom = (float)((lows[x] - low) / (high - low) * 1.8 - 0.9);
        float top = (float)((highs[x] - low) / (high - low) * 1.8 - 0.9) + 2.0f / HEIGHT;
        if (quads) {
            float left = (float)x / WIDTH * 2 - 1, right = (x + 1.0f) / WIDTH * 2 - 1;
            float corners[12] = {left, bottom, right, bottom, left,  top,
                                 left, top,    right, bottom, right, top};
            memcpy(out, corners, sizeof corners);
            out += 12;
        } else {
            float middle = (x + 0.5f) / WIDTH * 2 - 1;
            float ends[4] = {middle, bottom, middle, top};
            memcpy(out, ends, sizeof ends);
            out += 4;
        }
    }
    column_mode = quads ? GL_TRIANGLES : GL_LINES;
    column_count = quads ? WIDTH * 6 : WIDTH * 2;
    GLuint array, buffer;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, column_count * 8, column_vertices, GL_STREAM_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 8, 0);
    GLuint used = program(column_vertex, column_fragment);
    placing = glGetUniformLocation(used, "placing");
    glUniform4f(glGetUniformLocation(used, "color"), 0.2f, 0.6f, 0.9f, 1);
}

static void columns_frame(int frame) {
    glClear(GL_COLOR_BUFFER_BIT);
    glBufferSubData(GL_ARRAY_BUFFER, 0, column_count * 8, column_vertices);
    glUniform4f(placing, 1, 1, 0, (float)(frame & 7) * 0.002f);
    glDrawArrays(column_mode, 0, column_count);
}

static void dump(const char *folder, const char *kind) {
    char path[4096];
    snprintf(path, sizeof path, "%s/floor-%s.ppm", folder, kind);
    unsigned char *pixels = malloc(WIDTH * HEIGHT * 4);
    FILE *file = fopen(path, "wb");
    if (!pixels || !file) floor_fail("floor-frames: the picture cannot be written");
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
    for (int y = HEIGHT - 1; y >= 0; y--)
        for (int x = 0; x < WIDTH; x++) fwrite(pixels + (y * WIDTH + x) * 4, 1, 3, file);
    fclose(file);
    free(pixels);
}

int main(int count, char **arguments) {
    if (count < 2) floor_fail("usage: floor-frames clear|lines|columns|columns-quads [SAMPLES [CORNERS]]");
    const char *kind = arguments[1];
    size_t samples = count > 2 ? strtoull(arguments[2], NULL, 10) : 1000000;
    size_t corners = count > 3 ? strtoull(arguments[3], NULL, 10) : 0;
    if (samples < WIDTH) floor_fail("floor-frames: too few samples");
    double wall[FRAMES], cpu[FRAMES];
    open_context();
    void (*frame)(int);
    if (!strcmp(kind, "clear")) {
        frame = clear_frame;
    } else if (!strcmp(kind, "lines")) {
        prepare_lines();
        frame = lines_frame;
    } else if (!strcmp(kind, "columns") || !strcmp(kind, "columns-quads")) {
        prepare_columns(samples, corners, !strcmp(kind, "columns-quads"));
        frame = columns_frame;
    } else {
        floor_fail("floor-frames: no such floor");
    }
    for (int i = -WARM_UP; i < FRAMES; i++) {
        double wall_start = floor_now_ms(CLOCK_MONOTONIC);
        double cpu_start = floor_now_ms(CLOCK_PROCESS_CPUTIME_ID);
        frame(i + WARM_UP);
        glFinish();
        if (i < 0) continue;
        cpu[i] = floor_now_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
        wall[i] = floor_now_ms(CLOCK_MONOTONIC) - wall_start;
    }
    if (glGetError() != GL_NO_ERROR) floor_fail("floor-frames: OpenGL reports an error");
    const char *folder = getenv("DUMP");
    if (folder && *folder) dump(folder, kind);
    printf(
        "{\"cpu_ms\":%.4f,\"wall_ms\":%.4f,\"frames\":%d}\n", floor_median(cpu, FRAMES),
        floor_median(wall, FRAMES), FRAMES);
    return 0;
}
