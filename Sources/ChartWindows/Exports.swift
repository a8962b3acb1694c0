// `import ChartWindows` also imports what a program with a window needs of the modules below.
@_exported import Charts
@_exported import EventLoop
