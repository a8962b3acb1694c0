/// Small text files.
extension FuzzSeed {
    static let texts: [String: [FuzzSeed]] = [
        "apple-health": [
            FuzzSeed(
                "records",
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE HealthData [
                <!ELEMENT HealthData (ExportDate,Me,Record*)>
                ]>
                <HealthData locale="de_DE">
                 <ExportDate value="2026-03-02 10:00:00 +0100"/>
                 <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01"/>
                 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Anna&#8217;s iPhone" unit="count" startDate="2026-03-02 09:00:00 +0100" endDate="2026-03-02 09:10:00 +0100" value="600"/>
                 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" device="&lt;HKDevice: 0x1, name:Apple Watch&gt;" unit="count" startDate="2026-03-02 09:05:00 +0100" endDate="2026-03-02 09:15:00 +0100" value="500">
                  <MetadataEntry key="HKWasUserEntered" value="1"/>
                 </Record>
                 <!-- <Record type="x"/> -->
                 <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="lb" startDate="2026-03-02 07:00:00 +0100" endDate="2026-03-02 07:00:00 +0100" value="158.5"/>
                </HealthData>

                """),
            FuzzSeed(
                "sleep",
                """
                <HealthData>
                 <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" startDate="2026-03-01 23:00:00 +0000" endDate="2026-03-02 01:00:00 +0000" value="HKCategoryValueSleepAnalysisAsleepCore"/>
                 <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="P" startDate="2026-03-01 22:30:00 +0000" endDate="2026-03-02 06:00:00 +0000" value="HKCategoryValueSleepAnalysisInBed"/>
                 <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" startDate="2026-03-02 07:00:00 +0000" endDate="2026-03-02 07:00:00 +0000">
                  <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" startDate="2026-03-02 07:00:00 +0000" endDate="2026-03-02 07:00:00 +0000" value="121"/>
                  <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Cuff" unit="mmHg" startDate="2026-03-02 07:00:00 +0000" endDate="2026-03-02 07:00:00 +0000" value="79"/>
                 </Correlation>
                 <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="W" startDate="2026-03-02 08:00:00 +0000" endDate="2026-03-02 08:30:00 +0000">
                  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5" unit="km"/>
                 </Workout>
                </HealthData>
                """),
        ],
        "gpx": [
            FuzzSeed(
                "run",
                """
                <?xml version="1.0"?>
                <gpx version="1.1" creator="Watch" xmlns:n="http://example.org/ext">
                <wpt lat="47" lon="8"><name>hut</name></wpt><rte><rtept lat="1" lon="1"/></rte>
                <trk><name>Evening</name><type>running</type><trkseg>
                <trkpt lat="47.1" lon="8.5"><ele>400</ele><time>2026-05-03T07:30:00Z</time><extensions><n:hr>121</n:hr><n:cad>80</n:cad></extensions></trkpt>
                <trkpt lat="47.2" lon="8.5"><time>2026-05-03T09:30:10.5+02:00</time><hdop>1.2</hdop><power>200</power><speed>3.1</speed></trkpt>
                </trkseg><trkseg><trkpt lat="0" lon="0"/></trkseg></trk></gpx>
                """)
        ],
        "tcx": [
            FuzzSeed(
                "ride",
                """
                <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>2026-05-03T07:30:00Z</Id>
                <Lap StartTime="2026-05-03T07:30:00Z"><Calories>90</Calories><Track>
                <Trackpoint><Time>2026-05-03T07:30:00Z</Time><Position><LatitudeDegrees>47.1</LatitudeDegrees><LongitudeDegrees>8.5</LongitudeDegrees></Position><AltitudeMeters>400</AltitudeMeters><DistanceMeters>0</DistanceMeters><HeartRateBpm><Value>121</Value></HeartRateBpm><Cadence>80</Cadence></Trackpoint>
                <Trackpoint><Time>2026-05-03T07:30:09Z</Time><DistanceMeters>50.5</DistanceMeters><Extensions><TPX><Watts>210</Watts></TPX></Extensions></Trackpoint>
                </Track></Lap><Creator><Name>Watch</Name></Creator></Activity></Activities></TrainingCenterDatabase>
                """)
        ],
        "samsung-health": [
            FuzzSeed(
                "days",
                """
                com.samsung.shealth.step_daily_trend,6312001,1
                source_type,count,distance,calorie,pkg_name,day_time
                -2,9000,6400.5,310.2,app,1767571200000,
                0,9000,-1,310.2,app,1767571200000,

                """),
            FuzzSeed(
                "cuff",
                """
                com.samsung.shealth.blood_pressure,6312001,1
                com.samsung.health.blood_pressure.start_time,com.samsung.health.blood_pressure.systolic,com.samsung.health.blood_pressure.diastolic,com.samsung.health.blood_pressure.pulse,comment
                2026-01-05 22:30:00.000,121.0,79.0,61,it hurt

                """),
            FuzzSeed(
                "night",
                """
                com.samsung.health.sleep_stage,6312001,3
                start_time,stage,end_time,time_offset
                2026-01-05 14:00:00.000,40002,2026-01-05 14:30:00.000,UTC+0900
                2026-01-05 14:30:00.000,40009,2026-01-05 15:00:00.000,UTC+0900

                """),
        ],
        "withings": [
            FuzzSeed(
                "weights",
                """
                name: weight.csv
                Date,"Weight (lb)","Fat mass (lb)","Bone mass (kg)","Muscle mass (kg)","Hydration (kg)",Comments
                "2025-10-26 02:12:45",160.0,16.0,3.1,60.8,44.0,
                "2025-03-02 07:58:01",82.0,,,,,"after ""it"" all"

                """),
            FuzzSeed(
                "pressures",
                """
                name: bp.csv
                Päivä,Syke,Yläpaine,Alapaine,Huomautukset
                "2026-01-05 08:00:00",61,121,79,

                """),
            FuzzSeed(
                "steps",
                """
                name: raw_tracker_steps.csv
                start,duration,value
                2026-01-05T08:00:00+01:00,"[60, 60,120]","[6,5,30]"
                2026-01-05T09:00:00+01:00,"[60]","[]"

                """),
            FuzzSeed(
                "states",
                """
                name: raw_bed_sleep-state.csv
                start,duration,value
                2026-01-06T23:00:00+01:00,"[600,1200,60]","[1,2,0]"

                """),
            FuzzSeed(
                "nights",
                """
                name: sleep.csv
                from,to,"light (s)","deep (s)","rem (s)","awake (s)"
                2026-01-06T23:00:00+01:00,2026-01-07T06:00:00+01:00,12000,6000,5000,2200

                """),
            FuzzSeed(
                "activities",
                """
                name: activities.csv
                from,to,Timezone,Activity type,Data
                2026-01-06T10:00:00+01:00,2026-01-06T11:00:00+01:00,Europe/Berlin,Walking,{}

                """),
            FuzzSeed("days", "name: aggregates_steps.csv\ndate,value\n2026-01-05,9000\n"),
        ],
        "fitbit": [
            FuzzSeed(
                "steps",
                """
                name: steps-2019-12-15.json
                [{"dateTime" : "12/15/19 13:00:00", "value" : "12"},{"dateTime":"12/15/19 25:01:00","value":"0"}]
                """),
            FuzzSeed(
                "heart",
                #"[{"dateTime":"12/15/19 13:00:05","value":{"bpm":61,"confidence":3}},"#
                    + #"{"dateTime":"12/15/19 13:00:09","value":{"bpm":60,"confidence":0}}]"#),
            FuzzSeed(
                "resting",
                #"[{"dateTime":"12/15/19 00:00:00","value":{"date":"12/15/19","value":58.5,"error":6.8}}]"#
            ),
            FuzzSeed(
                "weight",
                #"[{"logId":1,"weight":176.4,"bmi":24.1,"fat":18.5,"date":"01/05/20","time":"23:59:59"}]"#
            ),
            FuzzSeed(
                "sleep",
                #"[{"dateOfSleep":"2020-01-06","levels":{"data":[{"dateTime":"2020-01-05T23:00:00.000","level":"light","seconds":1800}],"#
                    + #""shortData":[{"dateTime":"2020-01-05T23:10:00.000","level":"wake","seconds":60}]}}]"#
            ),
            FuzzSeed(
                "exercise",
                #"[{"logId":1,"activityName":"Run","startTime":"12/15/19 20:00:00","duration":1800000}]"#
            ),
        ],
        "google-fit": [
            FuzzSeed(
                "days",
                """
                Date,Move Minutes count,Calories (kcal),Distance (m),Average heart rate (bpm),Step count,Average systolic blood pressure (mmHg),Average diastolic blood pressure (mmHg)
                2026-01-05,30,2100.5,4200.25,71.5,6000,,
                2026-01-06,,2000.5,,,,121,79

                """)
        ],
        "google-fit-2": [
            FuzzSeed(
                "quarters",
                """
                name: 2026-01-05.csv
                Start time,End time,Calories (kcal),Distance (m),Step count
                08:00:00.000+05:30,08:15:00.000+05:30,30.1,900.5,1200
                23:45:00.000+05:30,00:00:00.000+05:30,19.0,20.5,30

                """)
        ],
        "omron": [
            FuzzSeed(
                "europe",
                """
                "Date","Time","Systolic (mmHg)","Diastolic (mmHg)","Pulse (bpm)","Symptoms","Consumed","TruRead","Notes"
                "Jul 6 2023","10:43 pm","128","84","66","-","-","-","-"
                "Jan 12 2025","08:15","121","-","-","-","-","-","after, coffee"

                """),
            FuzzSeed(
                "asia",
                """
                Measurement Date,Time Zone,SYS(mmHg),DIA(mmHg),Pulse(bpm),Device
                2025/01/12 08:15,Asia/Tokyo,121,79,61,HEM

                """),
        ],
        "blood-pressure-monitor": [
            FuzzSeed(
                "first",
                """
                timestampUnixMs,systolic,diastolic,pulse,notes,needlePin
                1736668800000,121,79,61,,
                1736755200000,125,null,64,"tired",

                """),
            FuzzSeed(
                "second",
                "\u{feff}timestampUnixMs;systolic;diastolic;pulse;notes;color;intakes;bodyweight\n"
                    + "1736668800000;121;79;61;;;;80.5\n"),
        ],
        "openscale": [
            FuzzSeed(
                "third",
                """
                DATE,TIME,BMI,BODY_FAT,BONE,COMMENT,HEART_RATE,MUSCLE,VISCERAL_FAT,WAIST,WATER,WEIGHT
                2026-01-05,08:00:00,24.1,18.5,3.2,,0.0,42.0,7.0,88.0,55.1,78.5
                2026-01-06,8:30:00 AM,24.0,0.0,0.0,"soup; salad",61,0.0,0.0,0.0,0.0,78.1

                """),
            FuzzSeed(
                "second",
                "comment,dateTime,fat,muscle,waist,water,weight\n,2019-10-13 06:29,18.5,0.0,0.0,55.0,79.0\n"
            ),
        ],
        "libreview": [
            FuzzSeed(
                "american",
                """
                Glucose Data,Created on,01-02-2026 10:00 UTC
                Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL,Scan Glucose mg/dL
                Libre,abc,01-05-2026 11:45 PM,0,105,
                Libre,abc,01-13-2026 12:01 AM,4,,

                """),
            FuzzSeed(
                "german",
                """
                Gerät,Gerätezeitstempel,Aufzeichnungstyp,Glukosewert-Verlauf mmol/L
                Libre,05-01-2026 23:45,0,"5,8"

                """),
        ],
        "clarity": [
            FuzzSeed(
                "readings",
                """
                Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Source Device ID,Glucose Value (mg/dL)
                1,,FirstName,,
                11,2026-01-05T00:04:21,EGV,abc,112
                12,2026-01-05T00:09:21,EGV,abc,High

                """)
        ],
        "json": [
            FuzzSeed(
                "objects",
                #"[{"date":"2026-01-05","weight":{"kg":72.5},"note":"a\nb"},{"weight":{"kg":71},"date":"2026-01-06","tags":[1]}]"#
            ),
            FuzzSeed(
                "member",
                #"{"version":2,"data":[{"date":"2026-01-05","weight kg":72.5},{"date":"2026-01-06","weight kg":71}]}"#
            ),
            FuzzSeed(
                "lines",
                "{\"date\":\"2026-01-05\",\"steps\":725}\n{\"date\":\"2026-01-06\",\"steps\":71}\n"
            ),
            FuzzSeed(
                "days", #"{"2026-01-05T08:00:00Z":5,"2026-01-06T08:00:00Z":7.5,"total":"12,5"}"#),
            FuzzSeed("rows", "[[1767600000000,5,null],[1767686400000,7.5,true]]"),
            FuzzSeed(
                "nested",
                #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[{"date":"2026-01-05 8:00:00 am +0100","Avg":61.5,"Max":66}]},{"data":[{"date":"2026-01-05 08:00:00 +0100","qty":180}],"units":"lb","name":"weight_body_mass"}]}}"#
            ),
            FuzzSeed(
                "dated",
                #"{"log":{"2026-01-05":[{"time":"08:00","pulse":61}],"2026-01-06":{"pulse":62},"2026-01-07":63}}"#
            ),
        ],
        "csv": [
            FuzzSeed("plain", "date,weight\n2026-01-05,72.5\n2026-01-06,72.1\n"),
            FuzzSeed(
                "german", "Datum;Gewicht (kg);Notiz\r\n05.01.2026;72,5;a\r\n31.12.2026;1.072,1 kg;b"
            ),
            FuzzSeed(
                "quotes",
                "# mine\n\n\"date\",\"weight\",\"note\"\n\"2026-01-05\",\"72.5\",\"a, \"\"b\"\"\nc\"\n"
            ),
            FuzzSeed(
                "instants",
                "time,value\n2026-01-05T08:15:30Z,72.5\n2026-01-05T08:16:30.25+01:00,-7\n"
                    + "2026-01-05T08:17:30Z,1e3\n"),
            FuzzSeed("spans", "start,end,steps\n2026-01-05 08:00,2026-01-05 09:00,100\n"),
            FuzzSeed(
                "pairs", "date,BP,pulse\n2026-01-05 08:00,120/80,61\n2026-01-06 08:00,125 / 82,\n"),
            FuzzSeed("orders", "date,steps\n1/2/2026,1\n2/1/2026,2\n13/1/2026,3\n"),
            FuzzSeed("numbers", "timestamp\tvalue\n1767571200\t1\n1767571260500\t2\n"),
            FuzzSeed("serial", "date|value\n46027|1\n46027.5|2\n"),
            FuzzSeed(
                "words", "Date,Time,Pulse (bpm)\nJan 5 2026,10:43 am,61\n5 Jan 26,1:05 pm,62\n"),
            FuzzSeed("names", "Food,2025,Weight (g)\nRice,5,120\nMilk,,80.5\n"),
            FuzzSeed("compact", "20260105 139\n202601060815 140\n20260107T081500Z 141\n"),
            FuzzSeed("old", "date,weight\r2026-01-05,72.5\r2026-01-06,72.1\r"),
            FuzzSeed(
                "moods", "date,mood,steps\n2026-01-05,good,3\n2026-01-05,good,3\n2026-01-06,bad,4\n"
            ),
            FuzzSeed("utf-16", utf16("date,weight\n2026-01-05,72.5\n2026-01-06,72.1\n")),
            FuzzSeed(
                "latin-1",
                Array("Datum;K".utf8) + [0xf6] + Array("rpergewicht (kg)\n05.01.2026;72,5\n".utf8)),
        ],
        "number": [
            FuzzSeed("point", "\u{4}72.5"), FuzzSeed("exponent", "\u{5}-1.25e-3 "),
            FuzzSeed("long", "\u{4}9007199254740993.000000000000001"),
            FuzzSeed("groups", "\u{4}1,234.5 kg"), FuzzSeed("none", "\u{4}-inf"),
        ],
        "timestamp": [
            FuzzSeed("zulu", "2026-10-31T08:00:00Z\n2026-10-31"),
            FuzzSeed("offset", "2026-02-29 24:00:00.25 +0130\n2024-02-29T23:59:60-01:00"),
            FuzzSeed("words", "Jul 6 2023, 10:43 pm\n6.7.23 8.15\n12-Jan-2025\n46027.5"),
            FuzzSeed("digits", "20261031T081500Z\n1767571260500\n10/31/26 8:15 UTC+0530"),
        ],
    ]

    private static func utf16(_ text: String) -> [UInt8] {
        [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    }
}
