import type { LanguageProfile } from './profile.ts'

export const polish: LanguageProfile = {
  common: `a albo ale ani bardzo będę będzie bez bo brat był była było byłem byłam byli być ci co córka czy czego dla dlaczego do dom dwa dziś dzień dzięki
    dziękuję gdy gdzie go i ich ile im inny ja jak jaki jako jego jej jest jestem jeszcze jeść już kiedy kiedyś każdy która które który kto lat
    lub ma mam mają mi mieszkam miesiącu mnie moi moja moje mogę może mój mąż mu my na nad nam nas nasz nasza nasze nic nie niestety nigdy niż no o od
    on ona oni po pod ponieważ pracuję przed przez przy przyszłym rano roku się siostra sobie są syn ta tak także tam te tego tej ten teraz też to
    tu tutaj tych tydzień tygodniu tylko tym ty u w we wczoraj więc właśnie wszyscy wszystko z za zawsze ze zeszłym znowu że żeby żona cześć czy`,
  self: `ja mój moja moje moi mojego mojej moim moimi moich mnie mi mną my nas nam nami nasz nasza nasze nasi naszego naszej jestem mam mieszkam pracuję
    mogę chcę lubię wolę uczę muszę idę jadę jem piję gram czytam piszę jeżdżę nazywam pochodzę studiuję szukam śpię biegam gotuję wiem potrzebuję
    lecimy mamy jesteśmy mieszkamy pracujemy żebym żebyśmy byłbym byłabym`,
  selfEndings: /^\p{L}{2,}(?:łem|łam|liśmy|łyśmy)$/u,
  listener: `ty ci cię ciebie tobie twój twoja twoje pan pani możesz mógłbyś mogłabyś proszę`,
  requests: `napisz wyjaśnij przetłumacz podaj daj pokaż pomóż zrób znajdź szukaj streść wymień opowiedz powiedz przypomnij postaw przeczytaj oblicz sprawdź popraw
    porównaj zaplanuj poleć`,
  passing: `dziękuję, dzięki, bardzo dziękuję, wielkie dzięki, ja też, rozumiem, nie wiem, chcę wiedzieć, chciałbym wiedzieć, chciałabym wiedzieć, potrzebuję pomocy, zastanawiam się, mam nadzieję`,
  refers: `on ona`,
  refersVerbs: `ma jest pracuje mieszka`,
}

export const czech: LanguageProfile = {
  common: `a aby ahoj ale ani asi až bez bohužel bratr bude budu by byl byla bylo být bydlím co dcera děkuji den do dobrý dům dva dvě hodin i jak jako je
    jeho jejich její jen jenom ještě jsem jsi jsme jsou k kde kdo kdy když která které který let má mám máme mě mi minulý mít mně moc moje
    moji mohu můj můžu můžeš my na nad náš naše ne nebo nic nikdy o od on ona oni po pod podle pořád pracuji pracuju pro proč proto protože před při
    příští rok s se si sestra syn ta tady tak také taky takže tam tato te ten teď tento to toho tu ty týden u už v ve včera však více vlak všechno z
    za zase ze že žena manžel manželka matka otec jmenuji žijí velmi`,
  self: `já můj moje má mí moji mého mé mém mým mě mne mně mi mnou my nás nám námi náš naše naši našeho jsem jsme mám máme bydlím pracuji pracuju můžu mohu chci
    chceme musím rád ráda dělám jím piju piji nejím nepiju nepiji nesnáším studuji studuju jmenuji jmenuju učím jedu jdu jezdím čtu píšu hraju
    hraji hledám vím potřebuji potřebuju žiju žiji bychom bych`,
  notSelf: `má`,
  listener: `ty ti tě tebe tobě tvůj tvoje vy vám vás váš můžeš můžete mohl prosím`,
  requests: `napiš vysvětli přelož dej ukaž pomoz udělej najdi hledej shrň vyjmenuj řekni připomeň přečti spočítej zkontroluj oprav porovnej naplánuj doporuč`,
  passing: `děkuji, děkuju, díky, moc děkuji, moc díky, já taky, já také, rozumím, nevím, chci vědět, chtěl bych vědět, potřebuji pomoc, potřebuju pomoc, doufám`,
  refers: `on ona`,
  refersVerbs: `má je pracuje bydlí`,
}

export const russian: LanguageProfile = {
  common: `а без бы был была было были в вам вас весь во вот все всё всю вы вчера где да даже для до его ее её если есть еще ещё ж же за и из или им их к
    как когда который кто ли лет меня мне много мой моя мои мы на нас наш не него нее ни но ну о об он она они от очень по потому почему поэтому
    при про раньше с сейчас сегодня себя снова со так также там теперь то тоже только тот ты у уже хочу чем что чтобы эта эти это этот этом я
    спасибо привет дочь сын муж жена мать отец сестра брат живу работаю опять`,
  self: `я мой моя моё мое мои моего моей моему моим моих мою мне меня мной мы нас нам нами наш наша наше наши нашего нашей живу работаю учу учусь хочу могу
    люблю пью ем еду иду вожу езжу пишу читаю играю ищу сплю бегаю готовлю знаю должен летим едем живём живем работаем купили переехали`,
  selfEndings: /^\p{L}{2,}(?:аю|яю|аюсь|яюсь)$/u,
  notSelf: `стаю чаю краю раю случаю урожаю`,
  listener: `ты тебя тебе тобой твой твоя вы вас вам вами ваш ваша можешь можете могли пожалуйста`,
  requests: `напиши объясни переведи дай покажи помоги сделай найди поищи перечисли расскажи скажи напомни прочитай посчитай проверь исправь сравни
    спланируй посоветуй напишите объясните переведите дайте покажите помогите`,
  passing: `спасибо, благодарю, большое спасибо, я тоже, я понимаю, понимаю, я не знаю, не знаю, я хочу знать, хочу узнать, мне нужна помощь, надеюсь, я надеюсь`,
  refers: `он она ему ей`,
}

export const ukrainian: LanguageProfile = {
  common: `а або але без був була було були в вам вас весь від він вона вони все ви вже вчора да де для до дуже є з за зараз знову і із його її їх й коли
    ли мене мені мій моя мої ми на нас наш не ні о один по про раніше сьогодні та так також там те теж тепер ти тільки то тому у хто це цей цю ця
    чи чому що щоб як який якщо я років дякую привіт донька син чоловік дружина мати батько сестра брат живу працюю`,
  self: `я мій моя моє мої мого моєї моєму моїм моїх мою мене мені мною ми нас нам нами наш наша наше наші нашого нашої живу працюю вчу хочу можу люблю п'ю
    їм їду йду пишу граю шукаю знаю маю маємо купили переїхали`,
  selfEndings: /^\p{L}{2,}(?:аю|яю|юю|аємо)$/u,
  listener: `ти тебе тобі твій твоя вас вам ваш ваша можеш можете міг будь`,
  requests: `напиши поясни переклади дай покажи допоможи зроби знайди пошукай перелічи розкажи скажи нагадай прочитай порахуй перевір виправ порівняй сплануй порадь`,
  passing: `дякую, спасибі, дуже дякую, щиро дякую, я теж, я також, розумію, не знаю, хочу знати, мені потрібна допомога, сподіваюся`,
  refers: `він вона йому їй`,
}
