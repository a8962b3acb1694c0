import HealthData

extension ViewerContext {
    /// Finds out when the goal of a chart is likely to be reached, once everything has been read.
    func updateForecast(of chart: MetricChart) {
        guard let guides = chart.guides, model.report != nil else { return }
        guard let goal = guides.goal else { return forecasts.forget(chart.metric.id) }
        guides.forecast = forecasts.forecast(
            goal, chart.data, revision: [model.documentNumber, chart.dataRevision], day: lastDay,
            in: model.calendar, waits: isOffscreen)
    }
}
