// Charts that follow a model.
//
// Method: the change runs under `withObservationTracking`, which calls back once when one of the
// values that were read is about to be another one. That is posted to the loop's mailbox, and the
// change runs again in the next turn, when the values have changed. So any number of changes before
// that turn are one, and between changes nothing runs.

import EventLoop
import Observation

/// A change of charts that is repeated whenever the observable values that it reads are others.
@MainActor
public final class ChartObservation {
    private var change: (@MainActor () -> Void)?
    private let mailbox: Mailbox

    init(_ mailbox: Mailbox, _ change: @escaping @MainActor () -> Void) {
        self.mailbox = mailbox
        self.change = change
        apply()
    }

    /// Whether it has ended.
    public var isCancelled: Bool { change == nil }

    /// Ends it: the change is not made again.
    public func cancel() { change = nil }

    private func apply() {
        guard let change else { return }
        let mailbox = mailbox
        withObservationTracking(change) { [weak self] in
            mailbox.post { self?.apply() }
        }
    }
}

extension ChartWindow {
    /// Changes something and shows it, now and whenever an `@Observable` value that the change reads
    /// is another one.
    ///
    ///     window.observe { line.show(model.samples) }
    ///
    /// Several changes of the model in one turn of the loop are shown together. The change is
    /// repeated until the window is closed or the observation is cancelled.
    ///
    /// Cost: nothing while the values stay as they are.
    @discardableResult
    public func observe(_ change: @escaping @MainActor () -> Void) -> ChartObservation {
        let observation = ChartObservation(loop.mailbox) { [weak self] in
            guard let self, !isClosed else { return }
            update(change)
        }
        keep(observation)
        return observation
    }
}
