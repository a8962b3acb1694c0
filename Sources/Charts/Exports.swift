// `import Charts` also imports what a program needs of the modules below.
@_exported import ChartCore
@_exported import ChartExport
@_exported import ChartInteraction
@_exported import ChartScene
@_exported import Geometry
@_exported import Imaging
@_exported import Ink
@_exported import Localization
@_exported import Painting
@_exported import Platform
@_exported import Text
