import type { LanguageProfile } from './profile.ts'

export const french: LanguageProfile = {
  common: `ai alors après as au aucun aussi autre aux avait avant avec avez avoir avons beaucoup bien bonjour c ça car ce cela ces cet cette chez
    comme d dans de déjà depuis des deux dire dit donc du elle elles en encore entre es est et étais était été être eu fait faire fille fils font
    hier heures ici il ils j jamais je jour jours l la le les leur leurs lui là m ma mais maintenant malheureusement me merci mes moi moins mois
    mon même n ne nos notre nous on ont ou où par parce pas peu peut peux plus pour pourquoi prochain prochaine qu quand que quel quelle qui quoi
    rien s sa sans se ses si soeur sœur son sont souvent sous suis sur t ta te tes toi ton toujours tous tout toute toutes très trop tu un une
    va vais vers veut veux vie viens vient voici voilà vos votre vous vite y ans année mari femme mère père frère maison semaine travaille lundi mardi mercredi jeudi vendredi samedi dimanche`,
  self: `je j mon ma mes me m moi nous notre nos`,
  fixed: /rendez-vous/giu,
  listener: `tu te t toi ton ta tes vous votre vos peux pouvez pourrais pourriez svp`,
  requests: `écris ecris explique traduis donne montre aide fais cherche résume cite raconte dis rappelle pose lis calcule trouve vérifie corrige
    compare planifie écrivez expliquez traduisez donnez montrez aidez faites`,
  passing: `merci, moi aussi, je comprends, je ne sais pas, je sais pas, j'ai hâte, je voudrais savoir, j'aimerais savoir, je veux savoir, j'ai besoin d'aide, je me demande, j'espère`,
  refers: `il elle`,
}

export const spanish: LanguageProfile = {
  common: `a ahora al algo alguna antes aquí año años así aunque ayer bien buenos cada casa como con cuando cual de del desde después día días
    donde dos el él ella ellos en entre era eres es esa ese eso esta está están estaba estamos este esto estoy fue fui gracias ha había hace hacer
    hago han has hasta hay he hemos hija hijo hola hoy la las le les lo los luego mañana marido mas más me mejor menos mes mi mis mucho muchas
    muy nada ni no nos nosotros nuestra nuestro nunca o otra otro para pero poco por porque pues que qué quien quiero se sea ser si sí siempre
    sin sobre sólo solo son soy su sus también tan tanto te tengo tiene tienen todavía todo todos trabajo tu tú un una uno unos usted va vamos
    vez viene vivo voy y ya yo hermana hermano madre padre semana jefe hora horas llamo bebo noche lunes martes miércoles jueves viernes sábado domingo`,
  self: `yo mi mis mí mío mía míos mías me conmigo nos nosotros nosotras nuestro nuestra nuestros nuestras soy estoy tengo vivo trabajo hago voy he
    hemos fui quiero puedo prefiero necesito como bebo estudio juego leo escribo conduzco tolero odio uso llevo sufro padezco compro viajo
    practico toco hablo salgo vengo sé debo suelo busco cocino corro nado duermo somos estamos vamos tenemos vivimos trabajamos hacemos volamos`,
  selfEndings: /^\p{L}{3,}(?:[aei]mos|[^u\P{L}]é|guí|ábamos|íamos)$/u,
  notSelf: `ramos extremos café porqué olé bebé josé cómo últimos próximos máximos mínimos pésimos mismos francés inglés`,
  listener: `tú te ti tu tus contigo usted ustedes vosotros os puedes podrías puede podría favor`,
  requests: `escribe escríbeme explica explícame traduce tradúceme dame da muestra muéstrame ayúdame ayuda haz hazme busca búscame resume nombra cuenta
    cuéntame di dime recuérdame recuerda pon lee calcula encuentra revisa corrige compara planea recomiéndame`,
  passing: `gracias, muchas gracias, mil gracias, yo también, entiendo, no lo sé, no sé, quiero saber, quisiera saber, me gustaría saber, necesito ayuda, me pregunto, espero`,
  refers: `él ella`,
  refersVerbs: `tiene es está trabaja vive estudia va cumple se`,
}

export const catalan: LanguageProfile = {
  common: `a això així al als amb anys aquest aquesta avui bé bon cada casa com d dels des després dia dos el ella ells els em en encara entre era és
    està estic et ets fa fan fer fill filla fins ha han he hem hi ho jo l la les li llavors m més meu meva meves meus mi molt moltes n ni no nosaltres
    nostra nostre o on per però perquè pot pots que qui quan s se sempre sense ser seu seva si sobre soc sóc són també té tenim tinc tot tots tu un una
    va vam vaig viuen visc vull ja gràcies germana germà mare pare marit dona setmana treballo hola`,
  self: `jo meu meva meus meves em m nosaltres nostre nostra nostres soc sóc estic tinc visc treballo faig vaig he hem vull puc vam som bec menjo`,
  listener: `tu et teu teva vostè pots podries sisplau`,
  requests: `escriu explica tradueix dona mostra ajuda fes busca resumeix digues recorda llegeix calcula troba revisa compara`,
  passing: `gràcies, moltes gràcies, mercès, jo també, entenc, no ho sé, vull saber, m'agradaria saber, necessito ajuda, espero`,
  refers: `ell ella`,
  refersVerbs: `té és viu treballa`,
}

export const portuguese: LanguageProfile = {
  common: `a ainda agora algum alguma anos antes ao aos aqui as até às bem bom cada casa com como da das de dele dela depois desde dia do dois dos e é
    ela ele eles em então era és essa esse esta está estão estava este estou eu faço faz fez ficou filha filho foi fui há hoje horas infelizmente
    irmã irmão isso isto já lhe mais mas mãe marido me meu meus mês mesmo minha minhas moro muito muita na não nas nem no noite nos nós nosso nossa
    num numa nunca o obrigada obrigado olá ontem os ou outra outro para pai pela pelo pode por porque pra próxima quando que quem quer quero são
    se sem semana sempre ser seu sua só sobre sou também te tem temos tenho ter todos todo trabalho tudo um uma uns vai vamos vem vez você vocês
    vou chamo chefe fico bebo segunda terça quarta quinta sexta sábado domingo feira`,
  self: `eu meu minha meus minhas mim me comigo nós nos nosso nossa nossos nossas sou estou tenho moro trabalho faço vou fui quero posso prefiro
    preciso como bebo estudo jogo leio escrevo dirijo conduzo tolero odeio uso levo sofro compro viajo pratico toco falo saio venho sei devo
    costumo cozinho corro nado durmo fico somos estamos vamos temos vivo moramos`,
  selfEndings: /^\p{L}{3,}(?:[aei]mos|[^s\P{L}]ei|ávamos|íamos)$/u,
  notSelf: `ramos extremos últimos próximos máximos mínimos mesmos`,
  listener: `você vocês tu te ti teu tua teus tuas contigo pode podes poderia podia favor dê`,
  requests: `escreva escreve explique explica traduza traduz dê dá mostre mostra ajude ajuda faça faz procure procura resuma diga diz lembre lembra ponha
    leia calcule encontre verifique corrija compare planeje recomende`,
  passing: `obrigado, obrigada, muito obrigado, muito obrigada, eu também, entendi, entendo, não sei, quero saber, gostaria de saber, preciso de ajuda, espero`,
  refers: `ele ela`,
  refersVerbs: `tem é está trabalha mora vive estuda faz`,
}

export const italian: LanguageProfile = {
  common: `a abbiamo adesso al alla alle allora altra altro anche ancora anni anno appena bene buongiorno c casa che chi ci ciao come con così cosa
    cui d da dal dalla degli dei del della delle di di dopo dove due e è ed era essere fa faccio facevo fare figlia figlio fino fra già gli grazie
    ha hai hanno ho i ieri il in io l la lavoro le lei lo loro lui ma madre mai marito me meno mese mi mia mie miei mio moglie molto ne nel nella
    niente no noi non nostra nostro nuovo o ogni oggi ora ore padre per perché più piu po poi prima proprio prossima prossimo può purtroppo qualche
    quando quella quello questa questo qui quindi scorso se sei sempre senza si sia siamo solo sono sorella sta stato sto su sua subito suo sul
    tra troppo tu tutta tutti tutto un un' una uno va vengo vi voglio vuole abito settimana notte chiamo bevo fratello lunedì martedì mercoledì giovedì venerdì sabato domenica`,
  self: `io mio mia miei mie me mi noi ci nostro nostra nostri nostre sono ho sto faccio vado vivo abito lavoro voglio posso preferisco devo mangio bevo
    studio gioco leggo scrivo guido tollero odio uso porto soffro compro viaggio pratico suono parlo esco vengo so cerco cucino corro nuoto dormo
    facevo avevo ero`,
  selfEndings: /^\p{L}{2,}(?:iamo|[aei]rò)$/u,
  notSelf: `richiamo però`,
  listener: `tu ti te tuo tua tuoi tue voi vi vostro puoi potresti può potrebbe favore`,
  requests: `scrivi scrivimi spiega spiegami traduci traducimi dammi mostra mostrami aiutami aiuta fai fammi cerca cercami riassumi elenca racconta
    raccontami dì dimmi ricordami ricorda metti leggi calcola trova controlla correggi confronta pianifica consigliami`,
  passing: `grazie, mille grazie, anch'io, anche io, capisco, ho capito, non lo so, non so, voglio sapere, vorrei sapere, ho bisogno di aiuto, mi chiedo, spero`,
  refers: `lui lei`,
  refersVerbs: `ha è sta lavora vive abita studia fa`,
}

export const romanian: LanguageProfile = {
  common: `a acasă acum ai al ale am an ani anul apoi ar are aș așa asta au azi bine bună că când care casă câte câți ce cel cine cu cum dacă dar de deci despre
    din după e ea ei el este eu eram face fi fiica fiul foarte fost îi îmi în încă între își la le lor lucrez lui lună luna mă mai mea mei mele meu
    mi mult mulți mulțumesc ne nimic noi noastră nostru nu o opt pe pentru poate prin sa să sau se și soțul soția sora sunt său te toate tot tu
    un una unde va vă viitor voi vreau locuiesc trecută nou frate mamă tată`,
  self: `eu meu mea mei mele mă mi îmi mine noi nostru noastră noștri noastre ne sunt am lucrez locuiesc vreau pot prefer merg fac mănânc beau
    studiez citesc conduc stau`,
  listener: `tu te ți îți tău ta voi vă poți puteți rog`,
  requests: `scrie explică tradu dă arată ajută fă caută rezumă spune amintește citește calculează găsește verifică compară`,
  passing: `mulțumesc, mersi, și eu, înțeleg, nu știu, vreau să știu, aș vrea să știu, am nevoie de ajutor, sper`,
  refers: `el ea`,
  refersVerbs: `are este lucrează locuiește`,
}
