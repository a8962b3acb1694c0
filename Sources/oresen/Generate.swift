import ArgumentParser
import Glibc
import HealthData
import Sandbox

/// `oresen generate KIND`: synthetic records.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make synthetic records, for trying things out and for measuring.",
        subcommands: [GenerateAppleHealth.self, GenerateSeries.self, GenerateSamples.self])
}

struct GenerateAppleHealth: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple-health", abstract: "An Apple Health export, as .xml or .zip.")

    @Option(help: "How many Record, Workout and ActivitySummary elements.")
    var records: Int

    @Option(help: "The same seed gives the same file.")
    var seed: UInt64 = 1

    @Option(help: "The file; .zip makes an archive.", completion: .file())
    var output: String

    @Option(help: "The document type: good, or broken as in iOS 16.")
    var dtd: AppleHealthGenerator.DocumentType = .good

    func validate() throws { try GenerateAppleHealth.check(records) }

    static func check(_ records: Int) throws {
        if records < 0 { throw ValidationError("--records is \(records); give 0 or more") }
    }

    func run() throws {
        CommandSandbox.enter(writing: [output])
        let generator = AppleHealthGenerator(records: records, seed: seed, documentType: dtd)
        do throws(ImportError) {
            try generator.write(to: output)
        } catch {
            throw CommandFailure.refused(error)
        }
    }
}

extension AppleHealthGenerator.DocumentType: ExpressibleByArgument {}

struct GenerateSeries: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "series", abstract: "A random walk as a table timestamp,value.")

    @Option(help: "How many rows.")
    var records: Int

    @Option(help: "Seconds between two rows.")
    var interval: Double = 1

    @Option(help: "The same seed gives the same file.")
    var seed: UInt64 = 1

    @Option(help: "The file; .zip makes an archive.", completion: .file())
    var output: String

    func validate() throws {
        try GenerateAppleHealth.check(records)
        guard interval > 0, interval.isFinite else {
            throw ValidationError("--interval is \(interval); give seconds above 0")
        }
        guard SeriesGenerator.start + interval * Double(records) < 4_133_980_800 else {
            throw ValidationError(
                "\(records) records at \(interval) seconds end after 2100; give fewer or a shorter "
                    + "--interval")
        }
    }

    func run() throws {
        CommandSandbox.enter(writing: [output])
        do throws(ImportError) {
            try SeriesGenerator(records: records, interval: interval, seed: seed).write(to: output)
        } catch {
            throw CommandFailure.refused(error)
        }
    }
}

struct GenerateSamples: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples",
        abstract: "The sample records: three years of steps, weight, blood pressure.")

    @Option(help: "The folder; it is made where it is missing.", completion: .directory)
    var output: String

    func run() throws {
        mkdir(output, 0o755)
        // The files are written into this folder.
        CommandSandbox.enter(writing: [output + "/steps.csv"])
        do throws(ImportError) {
            try SampleGenerator().write(into: output)
        } catch {
            throw CommandFailure.refused(error)
        }
    }
}
