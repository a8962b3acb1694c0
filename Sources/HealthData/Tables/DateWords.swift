// The words in dates and times, in the languages that exports use.
//
// Sources: Unicode CLDR 45, `dayPeriods`, `months` and `eras` of each language. Keys are in lower
// case without points and blanks, so `a. m.`, `a.m.` and `am` are one word.

/// What a word in a date or a time means.
enum DateWord: Sendable, Hashable {
    /// Before noon, behind or before the clock.
    case morning
    case afternoon
    /// The number of a month.
    case month(Int)
    /// A sign in the place of the word: `年` and `月` separate numbers.
    case sign(String)
    /// An era: what its years lack to those of the common era.
    case era(Int)
    /// What follows is a number of hours or minutes before it: `時`, `分`.
    case unit(behindLast: String)
    /// A word without meaning for the date: a weekday, "de", "at".
    case filler

    /// The longest key, in characters.
    static let longest = words.keys.reduce(0) { max($0, $1.unicodeScalars.count) }

    /// The first two characters of all words that have more.
    static let beginnings = Set(
        words.keys.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(2))) })

    /// The words of all languages.
    static let words: [String: DateWord] = {
        var words: [String: DateWord] = [:]
        func add(_ meaning: DateWord, _ keys: String) {
            for key in keys.split(separator: " ") { words[String(key)] = meaning }
        }
        // English, Japanese, Chinese, Korean, Arabic, Persian, Greek, Hindi, Turkish, Vietnamese,
        // Thai, Bulgarian, Hebrew, Albanian, Malay, Afrikaans, Swedish.
        add(
            .morning,
            "am 午前 上午 凌晨 早上 清晨 오전 ص صباحا صباحًا قظ قبلازظهر πμ पूर्वाह्न öö sa ก่อนเที่ยง проб "
                + "לפנהצ paradite eparadites pg vm fm")
        add(
            .afternoon,
            "pm 午後 下午 中午 晚上 傍晚 오후 م مساء مساءً بظ بعدازظهر μμ अपराह्न ös ch หลังเที่ยง слоб "
                + "אחהצ pasdite epasdites ptg nm em")
        add(.sign("T"), "t")
        add(.sign("Z"), "z")
        add(.sign(" UTC"), "utc gmt wet")
        // Abbreviations that mean one offset only.
        for (offset, keys) in [
            ("+01:00", "cet mez"), ("+02:00", "cest mesz eet"), ("+03:00", "eest msk"),
            ("+09:00", "jst kst"), ("+10:00", "aest"), ("+11:00", "aedt"), ("-03:30", "nst"),
            ("-05:00", "est"), ("-04:00", "edt"), ("-07:00", "pdt"), ("-08:00", "pst"),
            ("-06:00", "mdt"), ("-07:00", "mst"), ("-05:00", "cdt"),
        ] {
            add(.sign(" " + offset), keys)
        }
        add(.sign("/"), "年 月 년 월")
        add(.filler, "日 日星期 일 号 號")
        add(.unit(behindLast: ":00"), "時 时 點 点 시 h")
        add(.unit(behindLast: ""), "分 분")
        add(.filler, "秒 초")
        add(.era(2018), "令和 ㋿")
        add(.era(1988), "平成 ㍻")
        add(.era(1925), "昭和 ㍼")
        add(.era(1911), "大正 民國 民国 ㍽")
        add(.era(1867), "明治 ㍾")
        add(.filler, "西暦 公元 พศ คศ")
        for names in monthNames {
            for (index, name) in names.split(separator: " ").enumerated() where name != "-" {
                words[String(name)] = .month(index % 12 + 1)
            }
        }
        add(
            .filler,
            "of the at on de del den der el las la le les um uhr kl klo à às alle ore года г в"
        )
        add(.filler, "mo di mi do fr so mon die mit don fre son lun mer jeu ven sam dim jue vie")
        add(
            .filler,
            "sáb dom mié gio seg ter qua qui sex ma wo vr za zo mån tis ons tors tor lör sön")
        add(
            .filler,
            "pn pon wt śr czw pt sob nd niedz пн вт ср чт пт сб вс hétfő kedd szerda csütörtök")
        add(.filler, "понедельник вторник среда четверг пятница суббота воскресенье péntek szombat")
        add(
            .filler,
            "mandag tirsdag onsdag torsdag fredag lørdag søndag måndag tisdag lördag söndag")
        add(.filler, "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vasárnap sabato")
        add(
            .filler, "lunedì martedì mercoledì giovedì venerdì domenica segunda terça quarta quinta"
        )
        add(.filler, "sexta feira poniedziałek wtorek środa czwartek piątek sobota niedziela")
        add(
            .filler,
            "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun")
        add(.filler, "montag dienstag mittwoch donnerstag freitag samstag sonntag")
        add(.filler, "lundi mardi mercredi jeudi vendredi samedi dimanche")
        add(.filler, "lunes martes miércoles jueves viernes sábado domingo")
        add(.filler, "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天")
        add(.filler, "월요일 화요일 수요일 목요일 금요일 토요일 일요일")
        return words
    }()

    /// The months of each language, in order; several forms of a language follow one another.
    private static let monthNames = [
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "january february march april may june july august september october november december",
        "- - - - - - - - sept - - -",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "jän - mär - mai - - - - okt - dez",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "janv févr - avr - - juil aoû - - - déc",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "ene - - abr - - - ago - - - dic",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "gen - - - mag giu lug - set ott - -",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "- fev - - - - - - - out - -",
        "januari februari maart april mei juni juli augustus september oktober november december",
        "- - mrt - - - - - - - - -",
        "januari februari mars april maj juni juli augusti september oktober november december",
        "- - - - - - - - - - - des",
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
        "sty lut - kwi - cze lip sie wrz paź lis gru",
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
        "янв фев мар апр май июн июл авг сен окт ноя дек",
        "- февр - - - - - - сент - нояб -",
        "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
        "oca şub - nis - haz tem ağu eyl eki kas ara",
        "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
        "มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค",
        "január február március április május június július augusztus szeptember október november december",
        "- febr márc ápr máj jún júl - szept - - -",
        "ledna února března dubna května června července srpna září října listopadu prosince",
        "led úno bře dub kvě čvn čvc srp zář říj - pro",
        "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
        "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
        "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
        "ian - - - - iun iul - - - noi -",
        "januari februari maret april mei juni juli agustus september oktober november desember",
        "- - - - - - - agu - - - -", "- - - - - - - agt - - nop -",
        "januar februar marts april maj juni juli august september oktober november december",
        "- - березня квітня травня червня липня серпня вересня жовтня листопада грудня",
        "січня лютого - - - - - - - - - -", "січ лют бер кві тра чер лип сер вер жов лис гру",
        "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
        "जन॰ फ़र॰ - अप्रै॰ - - जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰",
        "ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
        "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου",
        "جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر",
        "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    ]
}
