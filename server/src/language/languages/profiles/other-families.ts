import type { LanguageProfile } from './profile.ts'

export const turkish: LanguageProfile = {
  common: `ama artık ay bana beri ben beni benim bir biz bize bizim bu bugün bütün çok çünkü da daha de değil dün eğer en ev evet eşim geçen gelecek gibi gün
    günü günleri hafta hâlâ hangi hava hem her hiç için ile ise iki kadar kaç ki kim kimdir kızım mı mi mu mü misin nasıl ne neden nerede o olan olarak oldu olduğu on
    onlar onu saat sana sen sonra şey şimdi şu tüm ve veya ya yani yeni yıl yıldır yine yok yüzden var vardı teşekkürler merhaba maalesef anda
    annem babam oğlum ablam abim yarın`,
  self: `ben beni bana benim bende benden biz bizi bize bizim bizde kızım oğlum oğlumuz kızımız eşim eşimin karım kocam annem babam ablam abim kardeşim annemle
    babamla evim evimiz işim adım arkadaşım patronum kedim köpeğim randevum dairemiz`,
  selfEndings:
    /^\p{L}{2,}(?:[ıiuü]?yorum|[ıiuü]?yoruz|[dt][ıiuü]m|[dt][ıiuü]k|aca[ğg]ım|ece[ğg]im|aca[ğg]ız|ece[ğg]iz|mıyım|miyim|y[ıiuü]m|[^aeıioöuü\P{L}]l[ıiuü]y[ıiuü]m)$/u,
  notSelf: `artık sadık kadim giyim yayım aydım tatlım`,
  listener: `sen seni sana senin siz sizi size sizin misin mısın musun müsün misiniz lütfen`,
  requests: `yaz açıkla çevir ver göster anlat söyle bul ara hatırlat oku hesapla düzelt özetle karşılaştır planla öner`,
  passing: `teşekkürler, teşekkür, çok teşekkürler, sağol, sağolun, ben de, anlıyorum, anladım, bilmiyorum, bilmek istiyorum, yardıma ihtiyacım, merak ediyorum, umarım`,
  refers: `o`,
}

export const finnish: LanguageProfile = {
  common: `aina asun asuu asuvat ei eilen ellei en ensi eri että hän he hyvin hyvää ja jo joka jos joten jotka juuri kahdeksan kaikki kaksi kanssa kello
    kiitos kirjoita koko koska kotoa koulu kuin kun kuussa lähtien liian lihaa me mikä mikään minä minulla minulle minun minua missä mitä mukaan mutta
    muutin myös ne niin noin nyt ole olen olet oli olin olla olemme on ostimme ovat paljon pitää sekä se sen siellä sillä siinä sinä sitten syönyt
    taas tai tämä tänään te teen tein tulen tulee työ töitä vain vielä viime viikon vuonna vuotta voi voitko vuosi yhä hei valitettavasti`,
  self: `minä minun minua minulla minulle minulta minusta mä mun mulla me meidän meillä meille meitä olen olin asun en teen tein tulen työskentelen muutin
    haluan voin tykkään pidän syön juon opiskelen luen kirjoitan pelaan ajan käyn aion olemme asumme emme ostimme muutimme`,
  selfEndings: /^\p{L}{4,}(?:ni|mme|lläni|llani|ltani|ltäni|lleni|ssani|ssäni|stani|stäni)$/u,
  notSelf: `pieni moni meni uusimme alumiini kaani kasiini medisiini museoni`,
  listener: `sinä sinun sinua sinulla sinulle sä sun te teidän voitko voisitko voitteko`,
  requests: `kirjoita selitä käännä anna näytä auta tee etsi tiivistä luettele kerro sano muistuta lue laske tarkista korjaa vertaa suunnittele suosittele`,
  passing: `kiitos, kiitti, minä myös, minäkin, ymmärrän, en tiedä, haluan tietää, haluaisin tietää, tarvitsen apua, toivon`,
  refers: `hän`,
}

export const greek: LanguageProfile = {
  common: ``,
  self: `εγώ μου μας με εμένα εμείς είμαι έχω μένω ζω δουλεύω κάνω θέλω μπορώ πάω τρώω πίνω μαθαίνω σπουδάζω λέγομαι είμαστε έχουμε μένουμε δικό`,
  selfEndings: /^\p{L}{3,}(?:ουμε|αμε|εύω|ίζω|άζω|αίνω|ώνω)$/u,
  listener: `εσύ σου σας εσένα μπορείς μπορείτε παρακαλώ`,
  requests: `γράψε εξήγησε μετάφρασε δώσε δείξε βοήθησε κάνε βρες πες θύμισε διάβασε υπολόγισε έλεγξε διόρθωσε σύγκρινε`,
  passing: `ευχαριστώ, κι εγώ, και εγώ, καταλαβαίνω, δεν ξέρω, θέλω να μάθω, χρειάζομαι βοήθεια, ελπίζω`,
  refers: `αυτός αυτή`,
}

export const arabic: LanguageProfile = {
  common: ``,
  self: `أنا انا نحن ابنتي ابني زوجتي زوجي أمي أبي أختي أخي والدي والدتي عائلتي بيتي عملي منزلي صديقي صديقتي مديري اسمي لدي لدينا عندي عندنا أعيش أسكن أعمل
    وأعمل أدرس أحب أريد أفضل أشرب آكل كنت وأنا اشترينا انتقلنا نعيش نسكن بيتنا ابننا ابنتنا معي لي`,
  listener: `أنت انت أنتم يمكنك هل لك فضلك رجاء`,
  requests: `اكتب اشرح ترجم أعطني أرني ساعدني ابحث لخص قل ذكرني اقرأ احسب صحح قارن`,
  passing: `شكرا, شكرًا, أنا أيضا, أنا كذلك, لا أعرف, أريد أن أعرف, أحتاج مساعدة`,
  refers: `هو هي`,
}

export const hebrew: LanguageProfile = {
  common: ``,
  self: `אני אנחנו שלי שלנו לי לנו אותי אותנו איתי בעלי אשתי אמי אבי אחי אחותי בתי בני ביתי ואני קנינו עברנו גרנו הייתי היינו עברתי התחלתי קניתי`,
  listener: `אתה את אתם לך שלך בבקשה תוכל תוכלי`,
  requests: `כתוב כתבי הסבר תרגם תן הראה עזור חפש סכם ספר אמור תזכיר קרא חשב בדוק תקן השווה`,
  passing: `תודה, גם אני, אני מבין, אני מבינה, אני לא יודע, אני לא יודעת, אני רוצה לדעת, אני צריך עזרה`,
  refers: `הוא היא`,
}

export const hindi: LanguageProfile = {
  common: ``,
  self: `मैं मैंने मेरा मेरी मेरे मुझे मुझको मुझसे हम हमने हमारा हमारी हमारे हमें`,
  listener: `तुम तुम्हें तुम्हारा आप आपका आपकी आपके आपको कृपया`,
  requests: `लिखो लिखिए समझाओ समझाइए बताओ बताइए दो दीजिए अनुवाद`,
  passing: `धन्यवाद, शुक्रिया, मैं भी, मैं समझ, मुझे नहीं पता, मुझे मदद, मैं जानना चाहता, मैं जानना चाहती`,
  refers: `वह वो उसे उसकी उसका`,
}

export const korean: LanguageProfile = {
  common: ``,
  self: `나 나는 난 나도 내 내가 나의 나를 나한테 저 저는 전 저도 제 제가 저의 저를 저한테 우리 우리는 우리가 우리도 저희 저희는 저희가`,
  listener: `너 너는 네가 당신 당신은`,
  requests: ``,
  passing: `감사합니다, 고마워요, 고마워, 감사해요, 저도요, 나도요, 모르겠어요`,
  refers: `그는 그녀는 걔는`,
}
