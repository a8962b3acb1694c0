// How the value axis gets its range.
//
// While the x range is held or moves, the values *follow*: they grow at once where a visible sample
// needs it and shrink where much would be unused (`RangeFollowing`). Once it rests, or is going
// somewhere that is known, they *fit*: the range of what is visible sent through the axis' filters, a
// function of the x range alone. Every change glides from the present value and velocity.
// What follows is looked at when an event moves the range, and in a throw at fixed times of the frame
// clock, sixty a second, wherever frames happen to fall: so the values take the same way at every
// frame rate and over dropped frames.
// A person who moves the value axis itself pins it: then it neither follows nor fits.

import ChartCore
import ChartInteraction

extension Chart {
    /// How often the values look at a range that moves by itself, in seconds.
    private static let followingInterval = 1.0 / 60

    /// What the marks that are shown have over a range, in places of the value scale.
    private func values(over range: Extent) -> Extent {
        var extent = Extent.nothing
        let values = x.scale.kind.transform.values(of: range)
        for mark in marks where !mark.isHidden {
            extent = extent.union(mark.places(over: values, on: y.kind.transform))
        }
        return extent
    }

    /// The range that suits values; nil where the filters make none of them.
    private func fitted(_ values: Extent) -> Extent? {
        yUpdater.viewportLength = plot.height
        yUpdater.setSource(values, update: false)
        return yUpdater.update()
    }

    /// Gives the value axis the range of what the marks show over `range`.
    ///
    /// A pinned axis stays as it is; so does one over a stretch without readings, which says nothing
    /// of where the values are.
    /// - Parameters:
    ///   - range: mostly the target of the x dimension.
    ///   - time: of the frame clock.
    ///   - animated: whether it glides there.
    public func fitValues(over range: Extent, at time: Double, animated: Bool) {
        followedTo = max(followedTo, time)
        let values = values(over: range)
        if values.isEmpty, hasFitted { return }
        guard let fit = fitted(values) else { return }
        if fit.isProper {
            pin.limits = AxisLimits(
                minimumLength: fit.length * 1e-3, maximumLength: fit.length * 100)
        }
        guard !hasPinnedValues else { return }
        hasFitted = !values.isEmpty
        go(to: fit, at: time, duration: animated ? rangeDuration : 0)
    }

    /// Lets the value axis follow what the marks show over a range that is held or moves: where a
    /// sample needs room, or much of it is unused.
    ///
    /// Costs little where the axis stays as it is, however many samples there are.
    /// - Parameter time: when the range was moved there, in seconds of the frame clock.
    public func followValues(over range: Extent, at time: Double) {
        followedTo = max(followedTo, time)
        guard hasFitted, !hasPinnedValues else { return }
        let values = values(over: range)
        let held = viewport.target.y
        guard following.isWanted(holding: held, data: values), let fit = fitted(values) else {
            return
        }
        let next = following.range(holding: held, data: values, fit: fit)
        if next != held { go(to: next, at: time, duration: rangeDuration) }
    }

    /// Lets the value axis follow the x range as it moves by momentum or a spring, up to a frame's
    /// time; to be called before `advance`.
    public func followValues(to time: Double) {
        let axis = x.panZoom
        guard axis.isCoasting else { return }
        let end = min(time, axis.restTime ?? time)
        // After a window was hidden for long, the last second will do.
        let begin = max(followedTo, end - 1)
        let first = Int((begin / Self.followingInterval).rounded(.down)) + 1
        let last = Int((end / Self.followingInterval).rounded(.down))
        if first <= last {
            for tick in first...last {
                let moment = Double(tick) * Self.followingInterval
                followValues(over: axis.extent(at: moment), at: moment)
            }
        }
        followedTo = max(followedTo, end)
    }

    /// Sends the values to another range and tells once where they go.
    private func go(to range: Extent, at time: Double, duration: Double) {
        let transition = viewport.move(y: range, at: time, duration: duration)
        if transition != nil || yUpdater.step != yAxis.rangeStep {
            yAxis.announce(
                viewport.target.y, step: yUpdater.step, at: time, duration: duration)
        }
        y.range = viewport.current.y
        if let transition {
            for listener in transitionListeners { listener(transition) }
        }
    }

    /// Where the value axis is going.
    public var valueTarget: Extent { viewport.target.y }

    /// Calls `listener` whenever the values set out for another range, once for each: before the first
    /// frame of the way, with where from, where to and for how long.
    public func onTransition(_ listener: @escaping @MainActor (Viewport.Transition) -> Void) {
        transitionListeners.append(listener)
    }

    // MARK: Pinned

    /// Whether a person has moved the value axis by itself, so that it does not follow.
    public var hasPinnedValues: Bool { pin.pinned != nil }

    /// Moves the value axis to a range, and pins it there.
    public func pinValues(to range: Extent, at time: Double, duration: Double) {
        guard range.isProper else { return }
        yPanZoom.refresh(at: time)
        yPanZoom.glide(to: range, at: time, duration: duration, cause: .zoom)
    }

    /// Lets a pinned value axis fit what the marks show over `range` again.
    public func releaseValues(over range: Extent, at time: Double, animated: Bool) {
        guard hasPinnedValues else { return }
        // What moved it by itself ends here.
        yPanZoom.set(y.range, at: time)
        pin.reset()
        fitValues(over: range, at: time, animated: animated)
    }

    /// The gesture that pinned the value axis was taken away.
    func undoPin(at time: Double) {
        releaseValues(
            over: x.panZoom.target, at: time, animated: !interaction.options.reducesMotion)
    }

    /// The value axis was moved by itself.
    func valuesWereMoved(_ axis: PanZoomAxis) {
        yAxis.follow()
        viewport.move(y: axis.extent, at: max(lastTime, viewport.time), duration: 0)
        y.range = viewport.current.y
        hasFitted = true
    }
}
