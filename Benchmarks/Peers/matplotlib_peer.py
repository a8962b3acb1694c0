"""matplotlib: Agg, drawn into memory, with its own simplification of paths."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as pyplot

import workloads

DAY = 86400.0


def plot(content):
    size = (workloads.WIDTH / 100, workloads.HEIGHT / 100)
    figure = pyplot.figure(figsize=size, dpi=100)
    axes = figure.add_axes((0.06, 0.07, 0.92, 0.9))
    axes.xaxis_date()
    axes.grid(True)
    days = content.times / DAY
    for line in content.lines:
        axes.plot(days, line, linewidth=content.line_width * 0.72, antialiased=True)
    axes.set_ylim(content.low, content.high)
    return figure, axes


def frames(workload, content):
    figure, axes = plot(content)

    def draw(start, end):
        axes.set_xlim(start / DAY, end / DAY)
        figure.canvas.draw()

    workloads.measure(workload, content, draw)


def show(content):
    figure, axes = plot(content)
    start, end = content.window
    axes.set_xlim(start / DAY, end / DAY)
    figure.canvas.draw()


workloads.main(frames, show)
