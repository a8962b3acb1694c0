extension HeaderNames {
    /// Names that apps and spreadsheets write in Japan, China, Korea, Thailand, and in languages
    /// with few names here.
    static let otherNames: [(role: Role, names: String)] = [
        (
            .start,
            """
            測定日, 測定日時, 計測日, 記録日, 年月日, 测量日期, 测量时间, 測量日期, 測量時間, 日期时间, 日期時間, 측정일, \
            측정일시, 일시, วันที่, วันเวลา, วันที่วัด, วันที่และเวลา
            """
        ),
        (.time, "測定時刻, 計測時刻, 测量时刻, 時間帯, 측정시간, เวลา, เวลาที่วัด"),
        (.metric(.weight), "น้ำหนัก, น้ำหนักตัว, 體重, 몸무게"),
        (.systolic, "最大血圧, 収縮期血圧, 高压, 收縮壓, 高壓, 수축기 혈압, 최고혈압, ความดันตัวบน, ความดันซิสโตลิก"),
        (
            .diastolic,
            "最小血圧, 拡張期血圧, 低压, 舒張壓, 低壓, 이완기 혈압, 최저혈압, ความดันตัวล่าง, ความดันไดแอสโตลิก"
        ),
        (.metric(.heartRate), "脈拍数, 脉搏, 脈搏, 心跳, 맥박, 맥박수, ชีพจร, อัตราการเต้นของหัวใจ"),
        (
            .start,
            """
            ημερομηνία, ημερομηνία ώρα, التاريخ, تاريخ, التاريخ والوقت, दिनांक, तारीख, tanggal, tarikh, dátum, \
            päivämäärä, datum a čas, ngày, תאריך
            """
        ),
        (.time, "ώρα, الوقت, समय, waktu, masa, idő, időpont, čas, kello, giờ, שעה, godz, godzina"),
        (
            .metric(.heartRate),
            """
            παλμοί, σφυγμός, σφύξεις, النبض, نبض, معدل ضربات القلب, नाड़ी, हृदय गति, denyut, denyut nadi, \
            denyut jantung, pulzus, pulzusszám, tep, tepová frekvence, nhịp tim, דופק
            """
        ),
        (
            .metric(.weight),
            """
            βάρος, الوزن, وزن, वजन, वज़न, berat, berat badan, testsúly, súly, testtömeg, hmotnost, váha, greutate, \
            cân nặng, משקל
            """
        ),
        (
            .metric(.glucose),
            "mbg, σάκχαρο, γλυκόζη, سكر الدم, الجلوكوز, gula darah, vércukor, glykémie"
        ),
        (.metric(.steps), "步數, 걸음수, จำนวนก้าว, ก้าว"),
    ]
}
