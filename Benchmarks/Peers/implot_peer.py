"""ImPlot on Dear ImGui, with imgui-bundle: a GLFW window, OpenGL 3.3; glFinish ends a frame."""

import sys

import glfw
import OpenGL

OpenGL.ERROR_CHECKING = False
from imgui_bundle import imgui, implot
from imgui_bundle.python_backends.glfw_backend import GlfwRenderer
from OpenGL import GL

import workloads

glfw.init()
for hint, value in (
    (glfw.CONTEXT_VERSION_MAJOR, 3),
    (glfw.CONTEXT_VERSION_MINOR, 3),
    (glfw.OPENGL_PROFILE, glfw.OPENGL_CORE_PROFILE),
    (glfw.OPENGL_FORWARD_COMPAT, True),
):
    glfw.window_hint(hint, value)
window = glfw.create_window(workloads.WIDTH, workloads.HEIGHT, "implot", None, None)
if not window:
    sys.exit("no window")
glfw.make_context_current(window)
glfw.swap_interval(0)
imgui.create_context()
implot.create_context()
imgui.get_io().set_ini_filename("")
renderer = GlfwRenderer(window)
style = implot.get_style()
style.use_iso8601 = True
style.use24_hour_clock = True


def plot_line(name, times, values, width):
    if hasattr(implot, "Spec"):
        spec = implot.Spec()
        spec.line_weight = width
        implot.plot_line(name, times, values, spec=spec)
    else:
        implot.set_next_line_style(imgui.ImVec4(0, 0, 0, -1), width)
        implot.plot_line(name, times, values)


def draw(content, start, end):
    glfw.poll_events()
    renderer.process_inputs()
    imgui.new_frame()
    imgui.set_next_window_pos((0, 0))
    imgui.set_next_window_size((workloads.WIDTH, workloads.HEIGHT))
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move
    imgui.begin("chart", None, flags)
    if implot.begin_plot("plot", (-1, -1)):
        implot.setup_axes("time", "value")
        implot.setup_axis_scale(implot.ImAxis_.x1, implot.Scale_.time)
        implot.setup_axes_limits(start, end, content.low, content.high, implot.Cond_.always)
        for index, line in enumerate(content.lines):
            plot_line(f"line {index}", content.times, line, float(content.line_width))
        implot.end_plot()
    imgui.end()
    imgui.render()
    GL.glClearColor(0.1, 0.1, 0.1, 1)
    GL.glClear(GL.GL_COLOR_BUFFER_BIT)
    renderer.render(imgui.get_draw_data())
    GL.glFinish()


def frames(workload, content):
    size = glfw.get_framebuffer_size(window)
    if size != (workloads.WIDTH, workloads.HEIGHT):
        sys.exit(f"the window has {size} pixels")
    workloads.measure(workload, content, lambda start, end: draw(content, start, end))


def show(content):
    draw(content, *content.window)
    glfw.swap_buffers(window)
    GL.glFinish()


workloads.main(frames, show)
