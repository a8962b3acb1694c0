extension ScreenCatalogue {
    /// The screens of the viewer.
    package static let standard = ScreenCatalogue(
        entries: [
            StartScreen.entry, GuideScreen.entry, FoundScreen.entry, SummaryScreen.entry,
            FavouritesScreen.entry, SearchScreen.entry,
            MetricScreen.entry, HelpScreen.entry, ReportScreen.entry,
            DatasetsScreen.entry, SourcesScreen.entry,
            MenuScreen.entry, OpenFileScreen.entry, NotesScreen.entry, NoteScreen.entry,
            CompareScreen.entry, GoToScreen.entry, ReadingScreen.entry, ReadingsScreen.entry,
            DoctorReportScreen.entry, UsualScreen.entry, RelatedScreen.entry, GoalScreen.entry,
            DayProfileScreen.entry, CalendarScreen.entry,
            TargetsScreen.entry, TargetScreen.entry, ExportScreen.entry, HomesScreen.entry,
            WorkoutsScreen.entry, WorkoutScreen.entry, TrackMapScreen.entry, PlanScreen.entry,
        ], tools: [InkInput.entry, OverviewTool.entry])
}
