import Foundation
import Streams
import Testing

@testable import Viewer

private let surroundings = TypedPath.Surroundings(home: "/home/ann", workingDirectory: "/work")

private func folder(folders: [String] = [], files: [String] = []) -> FolderIndex {
    FolderIndex(
        FolderListing(
            folders.map { .init(name: $0, isFolder: true) }
                + files.map { .init(name: $0, isFolder: false) }))
}

private func names(_ matches: FolderIndex.Matches) -> [String] {
    (0..<matches.count).map { matches[$0].name }
}

/// Paths as they are typed.
@Suite struct TypedPathTests {
    @Test(arguments: [
        ("/a/b", "/a/b"), ("b.csv", "/work/b.csv"), ("~", "/home/ann"), ("~/x", "/home/ann/x"),
        ("~/", "/home/ann/"), ("../b", "/work/../b"), ("", "/work/"), ("~x", "/work/~x"),
        ("file:///tmp/My%20Export.zip", "/tmp/My Export.zip"), ("FILE:///a", "/a"),
    ])
    func whatIsTypedIsAWholePath(typed: String, path: String) {
        #expect(TypedPath(typed, in: surroundings).absolute == path)
    }

    @Test(arguments: [
        ("", "", "", "/work/"), ("we", "", "we", "/work/"), ("~/we", "~/", "we", "/home/ann/"),
        ("/", "/", "", "/"), ("/a/b/c", "/a/b/", "c", "/a/b/"), ("a/", "a/", "", "/work/a/"),
    ])
    func itHasAFolderAndABeginning(typed: String, folder: String, beginning: String, whole: String)
    {
        let path = TypedPath(typed, in: surroundings)
        #expect(path.folderText == folder && path.beginning == beginning && path.folder == whole)
    }

    @Test func whereThereIsNoHomeATildeIsAName() {
        let path = TypedPath("~/x", in: .init(home: nil, workingDirectory: "/"))
        #expect(path.absolute == "/~/x")
    }

    @Test func aFolderEndsInOneSlash() {
        #expect(TypedPath("/a", in: surroundings).asFolder == "/a/")
        #expect(TypedPath("/a/", in: surroundings).asFolder == "/a/")
    }
}

/// The names in a folder.
@Suite struct FolderIndexTests {
    private let index = folder(
        folders: ["Downloads", "docs", ".config", "Documents", "Desktop"],
        files: ["Diary.csv", "data.csv", ".bashrc", "été.csv"])

    @Test func foldersComeFirstAndBothAreInOrder() {
        #expect(
            names(index.matches("")) == [
                "Desktop", "docs", "Documents", "Downloads", "data.csv", "Diary.csv", "été.csv",
            ])
    }

    @Test func lettersMayBeLargeOrSmallAndComposedOrNot() {
        #expect(names(index.matches("do")) == ["docs", "Documents", "Downloads"])
        #expect(names(index.matches("DO")) == ["docs", "Documents", "Downloads"])
        #expect(names(index.matches("D")).count == 6)
        #expect(names(index.matches("e\u{301}t")) == ["été.csv"])
        #expect(names(index.matches("x")).isEmpty)
        #expect(names(index.matches("documentsx")).isEmpty)
    }

    @Test func whatIsHiddenIsShownBehindADot() {
        #expect(names(index.matches(".")) == [".config", ".bashrc"])
        #expect(names(index.matches(".B")) == [".bashrc"])
    }

    @Test func whatAllHaveInCommonIsFound() {
        #expect(index.matches("do").commonPart == "do")
        #expect(index.matches("doc").commonPart == "doc")
        #expect(index.matches("docu").commonPart == "Documents")
        #expect(index.matches("d").commonPart == "D")
        #expect(index.matches("x").commonPart == nil)
        let dates = folder(files: ["2026-05-01.csv", "2026-05-02.csv", "2026-06-01.csv"])
        #expect(dates.matches("").commonPart == "2026-0")
        #expect(dates.matches("2026-05").commonPart == "2026-05-0")
    }

    @Test func aFolderOfManyNamesIsLookedUpAndNotLookedThrough() {
        // Among a hundred thousand names one is found, and the run of those with the same
        // beginning.
        let many = FolderIndex(
            FolderListing((0..<100_000).map { .init(name: "f\($0)", isFolder: false) }))
        #expect(names(many.matches("f99999")) == ["f99999"])
        // f1, f10…f19, f100…f199, f1000…f1999 and f10000…f19999.
        #expect(many.matches("f1").count == 1 + 10 + 100 + 1000 + 10_000)
        #expect(many.matches("").count == 100_000)
    }
}

/// The dialog in which a path is typed.
@Suite struct PathPromptTests {
    private func prompt(
        _ text: String = "", recents: [String] = [], _ contents: FolderIndex? = nil
    ) -> PathPrompt {
        var prompt = PathPrompt(offer: .view, recents: recents, in: surroundings)
        _ = prompt.edit { $0.insert(text) }
        if let contents { prompt.take(.known(contents)) }
        return prompt
    }

    private func rows(_ prompt: PathPrompt) -> [String] {
        (0..<prompt.rowCount).map {
            switch prompt.row($0) {
            case .recent(_, let path): path
            case .entry(let entry): entry.name
            }
        }
    }

    private let records = folder(folders: ["records"], files: ["read.csv", "other.csv"])

    @Test func anotherFolderIsWantedWhenAnotherOneIsTyped() {
        var prompt = prompt()
        #expect(prompt.folder == "/work/")
        #expect(!prompt.edit { $0.insert("re") })
        #expect(prompt.edit { $0.insert("cords/") } && prompt.folder == "/work/records/")
        #expect(!prompt.edit { $0.insert("a") })
        #expect(!prompt.edit { $0.move(.backward, by: .end) }, "the caret alone changes nothing")
        #expect(prompt.edit { $0.insert("~/") } && prompt.folder == "/home/ann/records/")
    }

    @Test func theListIsThatOfTheFolderThatIsTypedIn() {
        var prompt = prompt("", records)
        #expect(rows(prompt) == ["records", "other.csv", "read.csv"])
        _ = prompt.edit { $0.insert("re") }
        #expect(rows(prompt) == ["records", "read.csv"])
        _ = prompt.edit { $0.insert("cords/") }
        #expect(rows(prompt).isEmpty, "the other folder is not read yet")
        prompt.take(.closed("You have no permission to read it."))
        #expect(
            prompt.message.text == "You have no permission to read it." && !prompt.message.isError)
    }

    @Test func whileNothingIsTypedItIsThatOfTheFilesBefore() {
        var prompt = prompt("", recents: ["/b.csv", "/a.csv"], records)
        #expect(rows(prompt) == ["/b.csv", "/a.csv"] && prompt.listsRecents)
        _ = prompt.edit { $0.insert("o") }
        #expect(rows(prompt) == ["other.csv"])
        _ = prompt.edit { $0.delete(.backward, by: .character) }
        #expect(rows(prompt) == ["/b.csv", "/a.csv"])
        prompt.recents = []
        #expect(rows(prompt) == ["records", "other.csv", "read.csv"])
    }

    @Test func completionGoesAsFarAsThereIsOneWay() {
        #expect(prompt("", records).completion == nil)
        #expect(prompt("r", records).completion == "re")
        #expect(prompt("re", records).completion == nil)
        #expect(prompt("rec", records).completion == "records/")
        #expect(prompt("/x/REA", records).completion == "/x/read.csv")
        #expect(prompt("~", records).completion == "~/")
        #expect(prompt("zz", records).completion == nil)
    }

    @Test func theChoiceWalksTheListAndBack() {
        var prompt = prompt("re", records)
        prompt.choose(by: -1)
        #expect(prompt.choice == nil)
        prompt.choose(by: 1)
        #expect(prompt.choice == 0 && prompt.completion == "records/")
        prompt.choose(by: 5)
        #expect(prompt.choice == 1 && prompt.completion == "read.csv")
        prompt.choose(by: -1)
        prompt.choose(by: -1)
        #expect(prompt.choice == nil, "before the first row is what was typed")
        prompt.choose(by: 1)
        _ = prompt.edit { $0.insert("a") }
        #expect(prompt.choice == nil, "further typing drops the choice")
        var empty = self.prompt("zz", records)
        empty.choose(by: 1)
        #expect(empty.choice == nil)
    }

    @Test func troubleIsSaidUntilSomethingElseIsTyped() {
        var prompt = prompt("x", records)
        prompt.refuse("There is no such file.")
        #expect(prompt.message == ("There is no such file.", true))
        #expect(prompt.field.text == "x")
        _ = prompt.edit { $0.move(.backward, by: .character) }
        #expect(prompt.failure != nil)
        _ = prompt.edit { $0.insert("y") }
        #expect(prompt.message == (FileOffer.view.consequence, false))
    }

    @Test func everythingThatIsSeenChangesTheRevision() {
        var prompt = prompt("re", records)
        var last = prompt.revision
        func changes(_ change: (inout PathPrompt) -> Void) -> Bool {
            change(&prompt)
            defer { last = prompt.revision }
            return prompt.revision != last
        }
        #expect(changes { _ = $0.edit { $0.move(.backward, by: .character) } })
        #expect(changes { $0.choose(by: 1) })
        #expect(changes { $0.refuse("no") })
        #expect(changes { $0.take(.awaited) })
        #expect(changes { $0.recents = ["/a"] })
    }
}

/// The files that were opened before.
@Suite struct RecentFilesTests {
    @Test func theNewestComeFirstAndEachIsThereOnce() {
        var recents = RecentFiles()
        recents.add(["/a", "/b"])
        recents.add(["/c"])
        recents.add(["/b"])
        #expect(recents.paths == ["/b", "/c", "/a"])
    }

    @Test func thereAreNoMoreThanTwelve() {
        var recents = RecentFiles()
        for number in 1...20 { recents.add(["/f\(number)"]) }
        #expect(recents.paths == (9...20).reversed().map { "/f\($0)" })
    }

    @Test func pathsMeanTheSameFromEverywhereAndPipesAreNone() {
        var recents = RecentFiles()
        recents.add(["-", "/x/../a.csv"])
        #expect(recents.paths == ["/a.csv"])
        recents.add(["b.csv"])
        #expect(recents.paths[0].hasPrefix("/") && recents.paths[0].hasSuffix("/b.csv"))
    }

    @Test func theyAreKeptAndThoseThatAreGoneAreNotShown() throws {
        try withTemporaryFolder { folder in
            let there = folder + "/there.csv"
            try "a".write(toFile: there, atomically: true, encoding: .utf8)
            var recents = RecentFiles()
            recents.add([folder + "/gone.csv", there])
            #expect(RecentFiles.file.save(recents, library: folder + "/library"))
            #expect(RecentFiles.load(library: folder + "/library") == recents)
            #expect(RecentFiles.present(library: folder + "/library") == [there])
            #expect(RecentFiles.file.exists(library: folder + "/library"))
            #expect(RecentFiles.file.remove(library: folder + "/library"))
            #expect(!RecentFiles.file.exists(library: folder + "/library"))
            #expect(RecentFiles.present(library: folder + "/library").isEmpty)
            #expect(!RecentFiles.file.save(recents, library: ":memory:"), "nowhere")
        }
    }
}
