import ChartExport
import Desktop
import Geometry
import Localization

/// The commands that give a picture of the chart away without a file: copying, printing, dragging.
@MainActor
enum PictureCommands {
    static func all(_ viewer: ViewerContext) -> [Command] {
        func command(
            _ id: CommandID, _ title: String, _ key: KeyCombination,
            _ perform: @escaping (ViewerContext) -> Void
        ) -> Command {
            Command(
                id, title, keys: [key], group: .window,
                isEnabled: { [unowned viewer] in hasChart(viewer) },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown
                        ? viewer.exportSubject == .way
                            ? tr("A map is exported with Ctrl+E, which can leave out your homes.")
                            : tr("There is no chart here.") : nil
                },
                perform: { [unowned viewer] in perform(viewer) })
        }
        return [
            command(
                .copyPicture, tr("Copy a picture of the chart"),
                KeyCombination(.character("c"), control: true, alt: true), copy),
            command(
                .printView, tr("Print…"), KeyCombination(.character("p"), control: true), print),
        ]
    }

    private static func hasChart(_ viewer: ViewerContext) -> Bool {
        if case .chart? = viewer.exportSubject { true } else { false }
    }

    // MARK: Copying

    /// A picture of the chart as it is now, made when another program asks for it; nil if there is
    /// none.
    static func contents(of viewer: ViewerContext) -> OfferedContents? {
        guard hasChart(viewer), let chart = try? ShownChartExport(viewer).pictures(),
            let host = viewer.hosts.pictures
        else { return nil }
        return contents(of: chart, host, PictureWish(form: .png, part: part(viewer)))
    }

    /// What is shown of a chart if nothing is chosen.
    private static func part(_ viewer: ViewerContext) -> PicturePart {
        viewer.exportSubject == .chart(hasPage: true) ? .page : .chart
    }

    static func contents(
        of chart: any ChartPictures, _ host: any PictureHost, _ wish: PictureWish
    ) -> OfferedContents {
        let forms = [("image/png", PictureForm.png), ("image/svg+xml", .svg)]
        return OfferedContents(types: forms.map(\.0)) { type, done in
            var wish = wish
            guard let form = forms.first(where: { $0.0 == type })?.1 else { return done([]) }
            wish.form = form
            guard let picture = try? chart.picture(wish) else { return done([]) }
            host.encode(picture) { result in
                switch result {
                case .success(let bytes): done(bytes)
                case .failure: done([])
                }
            }
        }
    }

    // MARK: Dragging

    /// What is dragged out of the window: a picture, and a file of it.
    static func dragged(from viewer: ViewerContext) -> OfferedContents? {
        guard hasChart(viewer), let chart = try? ShownChartExport(viewer).pictures() else {
            return nil
        }
        return dragged(chart, PictureWish(form: .png, part: part(viewer)), viewer)
    }

    static func dragged(
        _ chart: any ChartPictures, _ wish: PictureWish, _ viewer: ViewerContext
    ) -> OfferedContents? {
        guard let host = viewer.hosts.pictures else { return nil }
        var offer = contents(of: chart, host, wish)
        let name = ShownChartExport(viewer).name
        let (picture, files) = (offer.make, viewer.hosts.files)
        offer.types.append("text/uri-list")
        offer.make = { type, done in
            guard type == "text/uri-list" else { return picture(type, done) }
            let form = wish.form == .svg ? ("image/svg+xml", ".svg") : ("image/png", ".png")
            picture(form.0) { bytes in
                guard !bytes.isEmpty, let path = files.lend(bytes, named: name + form.1) else {
                    return done([])
                }
                done(Array((FileURI.uri(path: path) + "\r\n").utf8))
            }
        }
        return offer
    }

    private static func copy(_ viewer: ViewerContext) {
        do {
            let chart = try ShownChartExport(viewer).pictures()
            copy(chart, PictureWish(form: .png, part: part(viewer)), viewer)
        } catch {
            viewer.showMessage("\(error)")
        }
    }

    /// Offers a picture of a chart on the clipboard.
    static func copy(_ chart: any ChartPictures, _ wish: PictureWish, _ viewer: ViewerContext) {
        guard let host = viewer.hosts.pictures else { return }
        var contents = contents(of: chart, host, wish)
        let title = ShownChartExport(viewer).title
        contents.ready = ClipboardText.types(of: Array(title.utf8))
        viewer.hosts.clipboard?.offer(contents)
        viewer.showMessage(tr("Copied a picture of {1}", title))
    }

    // MARK: Printing

    private static func print(_ viewer: ViewerContext) {
        do {
            print(try ShownChartExport(viewer).pictures(), part(viewer), viewer)
        } catch {
            viewer.showMessage("\(error)")
        }
    }

    /// Prints a page of a chart, or opens the dialog that saves it if the desktop cannot print.
    static func print(
        _ chart: any ChartPictures, _ part: PicturePart, _ viewer: ViewerContext
    ) {
        let title = ShownChartExport(viewer).title
        let cannot = tr("This desktop cannot print.")
        guard let printing = viewer.hosts.printing else {
            return ExportScreen.open(insteadOfPrinting: cannot, viewer)
        }
        var failure: String?
        printing.print(title) { paper in
            do {
                return try chart.picture(
                    PictureWish(form: .pdf, part: part, appearance: .light, paper: paper)
                ).encoded()
            } catch {
                failure = "\(error)"
                return nil
            }
        } _: { [weak viewer] outcome in
            guard let viewer else { return }
            if let failure { return viewer.showMessage(tr("Nothing was printed: {1}", failure)) }
            switch outcome {
            case .printed: viewer.showMessage(tr("Printing {1}", title))
            case .dismissed: viewer.showMessage(tr("Nothing was printed."))
            case .absent: ExportScreen.open(insteadOfPrinting: cannot, viewer)
            case .failed(let sentence):
                viewer.showMessage(tr("Nothing was printed: {1}", sentence))
            }
        }
    }
}

extension CommandID {
    static let copyPicture = CommandID("export.copy")
    static let printView = CommandID("export.print")
}
