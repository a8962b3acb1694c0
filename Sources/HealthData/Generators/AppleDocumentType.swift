/// The inline document types of generated exports.
///
/// Real exports have one before their root element. The one of iOS 16 is broken: the attribute list
/// of VisionPrescription is never closed, two elements are nested in it, and there is a stray `>`
/// before the end.
enum AppleDocumentType {
    static let head: StaticString = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 12 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|VisionPrescription)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        <!ELEMENT ExportDate EMPTY>
        <!ATTLIST ExportDate
          value CDATA #REQUIRED
        >
        <!ELEMENT Me EMPTY>
        <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
        <!ATTLIST Record
          type          CDATA #REQUIRED
          unit          CDATA #IMPLIED
          value         CDATA #IMPLIED
          sourceName    CDATA #REQUIRED
          sourceVersion CDATA #IMPLIED
          device        CDATA #IMPLIED
          creationDate  CDATA #IMPLIED
          startDate     CDATA #REQUIRED
          endDate       CDATA #REQUIRED
        >
        <!-- Note: Any Records that appear as children of a correlation also appear as top-level records. -->
        <!ELEMENT Correlation ((MetadataEntry|Record)*)>
        <!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
        <!ELEMENT MetadataEntry EMPTY>

        """

    static let good: StaticString = """
        <!ELEMENT VisionPrescription (RightEye, LeftEye)>
        <!ATTLIST VisionPrescription
          type              CDATA #REQUIRED
          dateIssued        CDATA #REQUIRED
        >
        <!ELEMENT RightEye EMPTY>
        <!ELEMENT LeftEye EMPTY>
        ]>

        """

    static let broken: StaticString = """
        <!ELEMENT VisionPrescription EMPTY>
        <!ATTLIST VisionPrescription
          type              CDATA #REQUIRED
          dateIssued        CDATA #REQUIRED
          <!ELEMENT RightEye EMPTY>
          <!ATTLIST RightEye
            sphere           CDATA #IMPLIED
          <!ELEMENT LeftEye EMPTY>
        >
        >
        ]>

        """
}
