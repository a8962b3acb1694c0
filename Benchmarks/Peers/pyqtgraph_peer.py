"""pyqtgraph: raster painting, samples thinned to peaks and clipped to the view, anti-aliased."""

import sys
import time

import pyqtgraph

import workloads

pyqtgraph.setConfigOptions(useOpenGL=False, antialias=True)
application = pyqtgraph.mkQApp()


class Plot(pyqtgraph.PlotWidget):
    """A plot that counts its paint calls."""

    paints = 0

    def paintEvent(self, event):
        super().paintEvent(event)
        self.paints += 1


def plot(content, start, end):
    widget = Plot(axisItems={"bottom": pyqtgraph.DateAxisItem(utcOffset=0)})
    widget.resize(workloads.WIDTH, workloads.HEIGHT)
    widget.setYRange(content.low, content.high, padding=0)
    widget.disableAutoRange()
    widget.showGrid(True, True)
    widget.setXRange(start, end, padding=0)
    widget.setDownsampling(auto=True, mode="peak")
    widget.setClipToView(True)
    for line, color in zip(content.lines, ((112, 72, 232), (232, 89, 12))):
        pen = pyqtgraph.mkPen(color, width=content.line_width)
        widget.plot(content.times, line, pen=pen, skipFiniteCheck=True)
    widget.show()
    while widget.paints == 0:
        application.processEvents()
    return widget


def frames(workload, content):
    widget = plot(content, *workloads.window(workload, 3, content.times))
    for _ in range(20):
        application.processEvents()
        time.sleep(0.005)
    size = (widget.width(), widget.height())
    if size != (workloads.WIDTH, workloads.HEIGHT):
        sys.exit(f"the window has {size} pixels")

    def draw(start, end):
        before = widget.paints
        widget.setXRange(start, end, padding=0)
        limit = time.perf_counter() + 60
        while widget.paints == before:
            application.processEvents()
            if time.perf_counter() > limit:
                sys.exit("nothing was painted")
        application.sendPostedEvents()

    workloads.measure(workload, content, draw)


workloads.main(frames, lambda content: plot(content, *content.window))
