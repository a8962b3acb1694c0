/// Small files from the archives of accounts.
extension FuzzSeed {
    static let accounts: [String: [FuzzSeed]] = [
        "garmin": [
            FuzzSeed(
                "days",
                """
                [{"hydration": {"goalInML": 2000, "valueInML": 900}},
                {"userProfilePK": 1, "calendarDate": "2026-01-05", "uuid": "x", "wellnessStartTimeGmt": "2026-01-04T23:00:00.0", "wellnessEndTimeGmt": "2026-01-05T23:00:00.0", "totalSteps": 9000, "totalDistanceMeters": 7000.5, "activeKilocalories": 400.0, "bmrKilocalories": 1700.0, "restingHeartRate": 52, "floorsAscended": 12},
                {"calendarDate": "2026-01-06", "totalSteps": 1234}]
                """),
            FuzzSeed(
                "activities",
                """
                [{"summarizedActivitiesExport":[
                {"activityId":1,"activityType":"running","beginTimestamp":1777793399000,"duration":540000.0,"elapsedDuration":602000.0,"distance":66700.0,"avgHr":140.0,"calories":838.0,"splits":[{"startTimeGMT":1,"measurements":[{"fieldEnum":"SUM_DISTANCE","value":5.0}]}]}]}]
                """),
        ],
        "polar": [
            FuzzSeed(
                "session",
                #"{"exportVersion":"1.6","startTime":"2026-01-05T16:00:00.000","exercises":[{"samples":{"heartRate":[{"dateTime":"2026-01-05T16:00:00.000","value":120},{"dateTime":"2026-01-05T16:00:01.000"}],"recordedRoute":[{"dateTime":"2026-01-05T16:00:00.000","longitude":6.5,"latitude":54.2}]},"startTime":"2026-01-05T16:00:00.000","timezoneOffset":60,"duration":"PT1800S","sport":"RUNNING","heartRate":{"avg":130}}]}"#
            ),
            FuzzSeed(
                "night",
                #"[{"sleepResult":{"hypnogram":{"sleepStart":"2026-01-05T23:00:00.000+01:00","sleepEnd":"2026-01-06T06:00:00.000+01:00","sleepStateChanges":[{"offsetFromStart":"PT0S","state":"NONREM12"},{"offsetFromStart":"PT1H","state":"REM"}]}}}]"#
            ),
            FuzzSeed(
                "day",
                #"{"exportVersion":"1.3","date":"2026-01-05","summary":{"stepCount":9000},"samples":{"steps":[{"localTime":"07:00:00","value":12}]}}"#
            ),
        ],
        "huawei": [
            FuzzSeed(
                "activity",
                #"[{"recordDay":20260105,"motionPathData":[{"sportType":4,"startTime":1767600000000,"endTime":1767600120000,"totalTime":120000,"totalDistance":400,"attribute":"HW_EXT_TRACK_DETAIL@istp=lbs;k=0;lat=54.2;lon=6.5;alt=0.0;t=1.7676E12;\ntp=h-r;k=1767600000000;v=120;\n&&HW_EXT_TRACK_SIMPLIFY@is{\"avgHeartRate\": 121}"}]}]"#
            )
        ],
        "fhir": [
            FuzzSeed(
                "bundle",
                #"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Observation","code":{"coding":[{"code":"29463-7"}],"text":"Weight"},"effectiveDateTime":"2026-01-05T08:00:00Z","valueQuantity":{"value":80,"unit":"kg"},"component":[{"code":{"text":"Systolic"},"valueQuantity":{"value":128,"code":"mm[Hg]"}}]}}]}"#
            )
        ],
        "oura": [
            FuzzSeed(
                "activity",
                """
                id;active_calories;average_met_minutes;contributors;day;equivalent_walking_distance;met;score;steps;timestamp;total_calories
                a1;520;1.5;{"meet_daily_targets":78};2026-01-05;6200;{"interval":60.0,"items":[0.9,1.1],"timestamp":"2026-01-05T04:00:00.000+01:00"};88;8421;2026-01-05T04:00:00+01:00;2450
                a2;310;1.3;"{""meet_daily_targets"":60}";2026-01-06;3100;;70;4000;2026-01-06T04:00:00+01:00;2200

                """)
        ],
        "google-health": [
            FuzzSeed(
                "steps",
                """
                timestamp,steps,data source
                2026-09-10T04:00:00.000Z,100,MobileTrack
                2026-09-10T04:01:00Z,30,Google Fitbit Air

                """)
        ],
        "apple-ecg": [
            FuzzSeed(
                "recording",
                """
                Name,Jo Quimby
                Date of Birth,"Jan 1, 1980"
                Recorded Date,2026-03-02 14:33:22 +0100
                Classification,Sinus Rhythm
                Symptoms,
                Software Version,1.90
                Device,"Watch6,2"
                Sample Rate,512 hertz


                Lead,Lead I
                Unit,µV

                -12.5
                3.25
                40

                """)
        ],
        "google-fit-3": [
            FuzzSeed(
                "list",
                """
                {
                  "Data Source": "derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas",
                  "Data Points": [{
                    "fitValue": [{ "value": { "intVal": 12 } }],
                    "originDataSourceId": "raw:com.google.step_count.cumulative:Maker:Phone:1:Step Counter",
                    "endTimeNanos": 1767604560000000000,
                    "dataTypeName": "com.google.step_count.delta",
                    "startTimeNanos": 1767604500000000000,
                    "modifiedTimeMillis": 1767604600000,
                    "rawTimestampNanos": 0
                  }]
                }

                """)
        ],
        "google-fit-4": [
            FuzzSeed(
                "session",
                """
                {
                  "fitnessActivity": "walking",
                  "startTime": "2026-01-05T09:15:00.418Z",
                  "endTime": "2026-01-05T09:31:15Z",
                  "duration": "974.582s",
                  "segment": [{ "fitnessActivity": "walking", "startTime": "2026-01-05T09:15:00.418Z", "endTime": "2026-01-05T09:31:15Z" }],
                  "aggregate": [{ "metricName": "com.google.step_count.delta", "intValue": 1200 }]
                }

                """)
        ],
        "chart-columns": [
            FuzzSeed(
                "charts",
                """
                [{"columns":[["x",1542412800000,1542499200000],["y0",37,20],["y1",22,12]],\
                "types":{"y0":"line","y1":"line","x":"x"},"names":{"y0":"#0","y1":"#1"},\
                "colors":{"y0":"#3DC23F","y1":"#F34C44"}}]
                """)
        ],
        "kml": [
            FuzzSeed(
                "track",
                """
                <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
                <Document><Placemark><name>Lake</name><gx:MultiTrack><gx:Track>
                <when>2026-01-05T09:00:00Z</when><when>2026-01-05T09:00:05Z</when>
                <gx:coord>8.5 47 400</gx:coord><gx:coord>8.5001 47 401.5</gx:coord>
                <ExtendedData><SchemaData><gx:SimpleArrayData name="heartrate"><gx:value>120</gx:value><gx:value>121</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData>
                </gx:Track></gx:MultiTrack></Placemark>
                <Placemark><TimeStamp><when>2026-01-06T09:00:00Z</when></TimeStamp><Point><coordinates>8.5,47,400</coordinates></Point></Placemark>
                <Placemark><LineString><coordinates>8,47 8,47.1,3</coordinates></LineString></Placemark></Document></kml>
                """)
        ],
        "sml": [
            FuzzSeed(
                "move",
                """
                <?xml version="1.0"?><sml xmlns="http://www.suunto.com/schemas/sml"><DeviceLog><Header><DateTime>2026-01-05T10:00:00</DateTime>
                <Activity>Running</Activity><Duration>10</Duration><Distance>33</Distance><Energy>41840</Energy><HR><Avg>2</Avg><Max>2.5</Max></HR></Header>
                <Device><Name>Ambit</Name></Device><Samples>
                <Sample><Latitude>0.82</Latitude><Longitude>0.148</Longitude><UTC>2026-01-05T09:00:00Z</UTC><Time>0</Time></Sample>
                <Sample><HR>2</HR><Altitude>400</Altitude><Speed>3.3</Speed><Time>1</Time><SampleType>periodic</SampleType></Sample>
                </Samples></DeviceLog></sml>
                """)
        ],
        "sleep-as-android": [
            FuzzSeed(
                "night",
                """
                Id,Tz,From,To,Sched,Hours,Rating,Comment,Framerate,Snore,Noise,Cycles,DeepSleep,LenAdjust,Geo,"23:05","Event","Event","Event"
                "1610291100000","Australia/Perth","10. 01. 2021 23:05","11. 01. 2021 6:35","11. 01. 2021 6:35","7.500","4.0","#home","10000","-1","-1.0","5","0.42","0","","0.12","DEEP_START-1610294700000","DEEP_END-1610298300000","HR-1610298300000-62.0"

                """)
        ],
    ]
}
