import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData
import Ink
import Localization

/// The commands of drawing.
@MainActor
enum InkCommands {
    static func all(_ viewer: ViewerContext) -> [Command] {
        mode(viewer) + tools(viewer) + changes(viewer) + moves(viewer)
    }

    // MARK: Mode

    private static func mode(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .toggleInk, tr("Draw on the chart"), keys: [KeyCombination(.character("p"))],
                group: .ink, isEnabled: { [unowned viewer] in viewer.canDraw },
                reason: { [unowned viewer] in viewer.reasonNotToDraw },
                perform: { [unowned viewer] in viewer.toggleInk() }),
            Command(
                .toggleDrawings, tr("Show or hide drawings"),
                keys: [KeyCombination(.character("d"), shift: true)], group: .ink,
                isEnabled: { [unowned viewer] in !viewer.model.drawings.isEmpty },
                reason: { tr("There are no drawings yet.") },
                perform: { [unowned viewer] in viewer.model.drawings.areShown.toggle() }),
            within(viewer, .endInk, tr("End drawing"), [KeyCombination(.escape)]) { viewer in
                if let tool = viewer.inkTool, !tool.selection.isEmpty {
                    tool.select([])
                } else {
                    viewer.toggleInk()
                }
            },
        ]
    }

    private static func tools(_ viewer: ViewerContext) -> [Command] {
        InkMode.Tool.allCases.map { tool in
            within(viewer, tool.command, tool.commandTitle, tool.key.map { [$0] } ?? []) { viewer in
                viewer.ink.tool = tool
                viewer.changed()
            }
        } + [
            within(
                viewer, .smallerInk, tr("Smaller or larger brush"),
                [KeyCombination(.character("["))],
                .repeats
            ) { viewer in
                viewer.ink.size /= 2
                viewer.changed()
            },
            within(
                viewer, .largerInk, tr("Smaller or larger brush"),
                [KeyCombination(.character("]"))],
                .repeats
            ) { viewer in
                viewer.ink.size *= 2
                viewer.changed()
            },
            within(
                viewer, .thinnerInk, tr("Brush one point smaller or larger"),
                [KeyCombination(.character("["), control: true)], .repeats
            ) { viewer in
                viewer.ink.size -= 1
                viewer.changed()
            },
            within(
                viewer, .thickerInk, tr("Brush one point smaller or larger"),
                [KeyCombination(.character("]"), control: true)], .repeats
            ) { viewer in
                viewer.ink.size += 1
                viewer.changed()
            },
            within(viewer, .drawOnData, tr("Draw on data")) { viewer in
                viewer.ink.fidelity = .draw
                viewer.changed()
            },
            within(viewer, .writeOnPage, tr("Write on page")) { viewer in
                viewer.ink.fidelity = .write
                viewer.changed()
            },
            within(viewer, .changeInkSide, tr("Tools on the other side")) { viewer in
                viewer.model.appearance.pin(at: viewer.now()) {
                    $0.drawingHand = $0.drawingHand == .left ? .right : .left
                }
            },
            within(viewer, .otherInkColors, tr("Other colours")) { viewer in
                viewer.ink.showsFixedColors.toggle()
                viewer.changed()
            },
        ]
    }

    // MARK: Changes

    private static func changes(_ viewer: ViewerContext) -> [Command] {
        func changing(
            _ id: CommandID, _ title: String, _ keys: [KeyCombination],
            needsSelection: Bool = true, _ perform: @escaping (InkTool) -> Void
        ) -> Command {
            within(
                viewer, id, title, keys, group: .drawings,
                isEnabled: { viewer in
                    viewer.inkTool.map { !needsSelection || !$0.selection.isEmpty } ?? false
                },
                reason: { needsSelection ? tr("No drawing is selected.") : nil },
                perform: { viewer in
                    if let tool = viewer.inkTool { perform(tool) }
                    viewer.changed()
                })
        }
        return [
            within(
                viewer, .undoInk, tr("Undo or redo drawing"),
                [KeyCombination(.character("z"), control: true)], .repeats,
                group: .drawings,
                isEnabled: { $0.model.metricChart?.ink?.document.canUndo ?? false },
                reason: { tr("There is nothing to undo.") },
                perform: { $0.turnInk(back: true) }),
            within(
                viewer, .redoInk, tr("Undo or redo drawing"),
                [KeyCombination(.character("z"), control: true, shift: true)], .repeats,
                group: .drawings,
                isEnabled: { $0.model.metricChart?.ink?.document.canRedo ?? false },
                reason: { tr("There is nothing to redo.") },
                perform: { $0.turnInk(back: false) }),
            changing(
                .removeInk, tr("Delete the selected drawings"),
                [KeyCombination(.delete), KeyCombination(.backspace)]
            ) { $0.removeSelection() },
            changing(
                .duplicateInk, tr("Copy the selected drawings"),
                [KeyCombination(.character("d"), control: true)]
            ) { $0.copySelection() },
            changing(
                .selectAllInk, tr("Select all drawings"),
                [KeyCombination(.character("a"), control: true)], needsSelection: false
            ) { $0.selectAll() },
            within(
                viewer, .copyDrawings, tr("Copy the drawings as CSV"),
                [KeyCombination(.character("c"), control: true, shift: true)],
                group: .drawings,
                isEnabled: { !($0.model.metricChart?.ink?.document.marks.isEmpty ?? true) },
                reason: { tr("There are no drawings yet.") },
                perform: { $0.copyDrawings() }),
        ]
    }

    private static func moves(_ viewer: ViewerContext) -> [Command] {
        let steps: [(String, Key, Vector)] = [
            ("left", .left, Vector(dx: -1, dy: 0)), ("right", .right, Vector(dx: 1, dy: 0)),
            ("up", .up, Vector(dx: 0, dy: -1)), ("down", .down, Vector(dx: 0, dy: 1)),
        ]
        return steps.map { name, key, way in
            within(
                viewer, CommandID("ink.move-" + name), tr("Move the selected drawings"),
                [KeyCombination(key)], .repeats, group: .drawings,
                isEnabled: { $0.inkTool.map { !$0.selection.isEmpty } ?? false },
                perform: { viewer in
                    viewer.inkTool?.moveSelection(by: way)
                    viewer.changed()
                })
        }
            + steps.map { name, key, way in
                within(
                    viewer, CommandID("ink.move-end-" + name),
                    tr("Move the end of the selected figure"),
                    [KeyCombination(key, shift: true)], .repeats, group: .drawings,
                    isEnabled: { $0.inkTool.map { $0.selection.count == 1 } ?? false },
                    perform: { viewer in
                        viewer.inkTool?.moveSelectedEnd(by: way)
                        viewer.changed()
                    })
            } + [
                within(
                    viewer, .placeInk, tr("Draw a measuring mark at the crosshair"),
                    [KeyCombination(.enter, control: true)], group: .drawings,
                    isEnabled: {
                        $0.model.active.reading != nil && $0.ink.tool.action?.figure != nil
                    }, perform: { $0.placeFigure() })
            ]
    }

    /// The commands for each of the drawings, colours and bases.
    static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            InkListPane.choose.commands { [unowned viewer] id, number in
                guard let mark = viewer.model.metricChart?.ink?.document[InkMark.ID(number)] else {
                    return nil
                }
                return Command(id, mark.kindName) { [unowned viewer] in viewer.reveal(mark) }
            },
            InkPalettePane.choose.commands { [unowned viewer] id, number in
                let colors = InkPalettePane.colors(fixed: viewer.ink.showsFixedColors)
                guard colors.indices.contains(number) else { return nil }
                return Command(id, colors[number].title) { [unowned viewer] in
                    viewer.ink.color = colors[number]
                    if let tool = viewer.inkTool, !tool.selection.isEmpty {
                        tool.recolorSelection(colors[number])
                    }
                    viewer.changed()
                }
            },
            InkGlyphStage.show.commands { [unowned viewer] id, number in
                guard let layer = viewer.model.metricChart?.ink,
                    let glyph = layer.glyphs.first(where: {
                        $0.marks.contains(InkMark.ID(number))
                    })
                else { return nil }
                return Command(id, glyph.name) { [unowned viewer] in
                    viewer.magnify(glyph.marks, of: layer)
                }
            },
            InkChipsPane.show.commands { [unowned viewer] id, name in
                guard let period = InkBasis(rawValue: name).period else { return nil }
                return Command(id, period.name) { [unowned viewer] in
                    viewer.model.choose(period, at: viewer.now())
                }
            },
        ]
    }

    /// A command whose keys work while drawing is on.
    private static func within(
        _ viewer: ViewerContext, _ id: CommandID, _ title: String, _ keys: [KeyCombination] = [],
        _ traits: Command.Traits = [], group: CommandGroup = .ink,
        isEnabled: @escaping (ViewerContext) -> Bool = { _ in true },
        reason: @escaping () -> String? = { nil },
        perform: @escaping (ViewerContext) -> Void
    ) -> Command {
        Command(
            id, title, keys: keys, scope: .area(.ink), group: group, traits,
            isEnabled: { [unowned viewer] in viewer.ink.isOpen && isEnabled(viewer) },
            reason: reason, perform: { [unowned viewer] in perform(viewer) })
    }
}

extension InkTool.Action {
    /// The figure that it draws; nil for none.
    var figure: InkFigure.Kind? { if case .figure(let kind) = self { kind } else { nil } }
}

extension ViewerContext {
    /// Whether the displayed chart can be drawn on.
    var canDraw: Bool {
        model.phase == .shown && content.id == .metric && model.metricChart?.hasDates == true
    }

    /// Why the displayed chart cannot be drawn on, as a sentence; nil if it can.
    var reasonNotToDraw: String? {
        canDraw ? nil : tr("Only charts with dates can be drawn on.")
    }

    /// Begins or ends drawing.
    func toggleInk() {
        if ink.isOpen { inkTool?.select([]) }
        ink.isOpen.toggle()
        if ink.isOpen { model.drawings.areShown = true }
        changed()
    }

    /// The tool of the displayed chart; nil if nothing can be drawn on it.
    var inkTool: InkTool? {
        guard canDraw, let chart = model.metricChart, let layer = model.drawings.layer(of: chart)
        else { return nil }
        return makeInkTool(layer, chart)
    }

    /// Takes the last change back, or makes it again.
    func turnInk(back: Bool) {
        guard let chart = model.metricChart, let layer = chart.ink else { return }
        let tool = makeInkTool(layer, chart, back ? .undone : .redone)
        if back { tool.undo() } else { tool.redo() }
        changed()
    }

    /// Selects a drawing, and moves to where it is, and is large enough to be seen.
    func reveal(_ mark: InkMark) {
        inkTool?.select([mark.id])
        if let basis = mark.basis, basis != model.metricChart?.inkBasis, let period = basis.period {
            model.choose(period, at: now())
        }
        if let layer = model.metricChart?.ink, let view = layer.view, model.isTimed,
            mark.presence(in: view) < 1
        {
            magnify([mark.id], of: layer)
        } else if let span = mark.spanX, model.isTimed,
            let (range, cause) = model.dates.view(
                toShow: Extent(min: span.lowerBound, max: span.upperBound))
        {
            model.glide(to: range, at: now(), cause: cause)
        }
        changed()
    }

    /// Shows drawings as large as they were made, or as large as possible with all of them in view.
    func magnify(_ marks: [InkMark.ID], of layer: InkLayer) {
        guard model.isTimed, let range = layer.range(toShow: marks) else { return }
        model.glide(to: range, at: now(), cause: .zoom)
        changed()
    }

    /// Puts the drawings of the chart on the clipboard as a table.
    func copyDrawings() {
        guard let chart = model.metricChart, let layer = chart.ink else { return }
        let table = Array(DrawingTable.csv(layer.document.marks, on: chart).utf8)
        var contents = ClipboardText.types(of: table)
        contents["text/csv"] = table
        hosts.clipboard?.copy(contents)
        let count = layer.document.marks.count
        showMessage(
            trn("Copied {n} drawing as CSV", "Copied {n} drawings as CSV", count: count))
    }

    /// Draws the chosen figure from the crosshair's reading on, for a person without a pointer.
    ///
    /// A level is at its value; the others reach over a fifth of the view, and their ends can be
    /// moved by keys after that.
    func placeFigure() {
        guard let reading = model.active.reading, let kind = ink.tool.action?.figure,
            let chart = model.metricChart, let layer = model.drawings.layer(of: chart),
            let sample = chart.sample(nearest: reading.time)
        else { return }
        let view = model.x.target
        let end = min(reading.time + view.length / 5, view.max)
        let tool = makeInkTool(layer, chart)
        let id = layer.makeID()
        tool.change(
            removing: [],
            adding: [
                InkMark(
                    id: id, kind, from: Point(x: sample.time, y: sample.value),
                    to: Point(x: end, y: sample.value),
                    brush: InkBrush(.pen, size: ink.brush.size), color: ink.color,
                    basis: chart.inkBasis)
            ])
        tool.select([id])
        changed()
    }
}

extension ControlArea {
    /// Everything of drawing.
    static let ink = ControlArea("ink")
}

extension CommandID {
    static let toggleInk = CommandID("ink.draw")
    static let endInk = CommandID("ink.end")
    static let toggleDrawings = CommandID("ink.show")
    static let smallerInk = CommandID("ink.smaller")
    static let largerInk = CommandID("ink.larger")
    static let thinnerInk = CommandID("ink.thinner")
    static let thickerInk = CommandID("ink.thicker")
    static let drawOnData = CommandID("ink.on-data")
    static let writeOnPage = CommandID("ink.on-page")
    static let changeInkSide = CommandID("ink.side")
    static let otherInkColors = CommandID("ink.other-colors")
    static let undoInk = CommandID("ink.undo")
    static let redoInk = CommandID("ink.redo")
    static let removeInk = CommandID("ink.remove")
    static let duplicateInk = CommandID("ink.duplicate")
    static let selectAllInk = CommandID("ink.select-all")
    static let copyDrawings = CommandID("ink.copy")
    static let placeInk = CommandID("ink.place")
}
