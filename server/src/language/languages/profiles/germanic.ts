import type { LanguageProfile } from './profile.ts'

export const english: Pick<LanguageProfile, 'common'> = {
  common: `a about after again all also always am an and any anyone are aren't around as ask at away back be because been before being
    best better big both bring but buy by call called came can can't cannot come could couldn't day days did didn't do does doesn't doing
    don't done dont down each early eat else email even ever every everyone far feel few find first for found from get gets getting give
    go goes going gone gonna good got great had has have haven't having he hello help her here hers hey him his home how i i'd i'll i'm
    i've if im in into is isn't it it's its just keep kids kind know last later leave left less let let's like little live lives long
    look lot love made make many may me meet meeting met might mine month months more most moved much must my need never new next nice
    night no nobody none not nothing now of off ok okay old on once one only or other our ours out over own paid pay people please
    put really right said same saw say school see send she should since so some someone something soon sorry start still stop such sure
    take talk than thank thanks that that's the their them then there these they thing think this those three through till time to today
    tomorrow tonight too took try turn two under until up us use used very wait walk want wants was wasn't way we we'll we're we've week
    weeks well went were what when where which while who why will wish with without won't work works would wouldn't wrong year years yes
    yesterday yet you you're your mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday
    sunday ate read reading bought book cook cooking watch watching run running drink drinks sleep talk hi um uh ta haha lol btw brb sad
    happy face min due till door code number date report desk stock fan plan fine cat dog car card kitchen garden money price red blue
    black white man men woman child children baby town city street road family train bus bike milk bread water coffee tea meat fish name
    number phone photo note list log test build fix bug team mum mom dad daughter son wife husband sister brother mother father friend house job office boss doctor`,
}

export const german: LanguageProfile = {
  common: `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dabei dann das dass dein deine dem den denn
    der des deshalb die dies diese dieser dir doch dort drei du durch ein eine einem einen einer eines er erst es etwas euch für ganz gar
    geht gern gestern gibt haben habe hast hat hatte heute hier ich ihm ihn ihr ihre im immer in ins ist ja jahr jahre jeden jetzt kann
    kannst kein keine keinen können leider letzten machen man mehr mein meine meinem meinen meiner mich mir mit montags morgen muss nach
    nächste nächstes nicht nichts noch nun nur ob oder ohne schon sehr sein seine seit sich sie sind so soll über um und uns unser unsere
    unserem unter viel viele vom von vor war waren warum was wann wegen welche welcher welches wenn wer werden wie wieder will wir wird wo wohne woche wurde zu zum
    zur zwei zwischen danke guten hallo vielen bitte heiße arbeite tochter sohn mutter vater schwester bruder frau mann uhr dienstag mittwoch donnerstag freitag samstag sonntag`,
  self: `ich mein meine meinem meinen meiner meines mich mir wir uns unser unsere unserem unseren unserer unseres`,
  listener: `du dich dir dein deine deinen deinem deiner euch kannst könntest würdest ihnen bitte`,
  requests: `schreib schreibe erkläre erklär übersetze übersetz gib zeig zeige hilf mach mache such suche fasse nenne erzähl erzähle sag sage
    erinnere erinner stell stelle lies berechne finde prüf prüfe korrigiere vergleiche formuliere plane empfiehl`,
  passing: `danke, dankeschön, vielen dank, besten dank, herzlichen dank, ich danke, ich auch, mir auch, ich verstehe, ich weiß nicht, ich freue mich, ich möchte wissen, ich würde gern wissen, ich will wissen, ich brauche hilfe, ich frage mich, ich melde mich, ich hoffe`,
  refers: `er sie`,
}

export const dutch: LanguageProfile = {
  common: `aan al alle alleen als alsjeblieft altijd andere bedankt ben bent bij daar dan dat de deze die dit doe doen door dus een eens en er
    erg geen gaat gewoon gisteren goed graag had hallo heb hebben hebt heeft heel heet helaas hem hen het hier hij hoe hun iets ik in is ja
    jaar je jij jou jouw jullie kan kom komt kun kunnen kunt maar maken me meer men met mij mijn misschien moet morgen na naar niet niets nog nu
    of om omdat onder ons onze ook op over sinds te tegen ter terug thuis toch toen tot twee u uit uur uw vaak van vandaag veel vind volgend
    volgende voor vorige vroeger waar wanneer want waren was wat we week weer wel werd werk wie wij wil woon wonen word wordt zal ze zeer
    zich zij zijn zo zonder zou dochter zoon moeder vader zus broer vrouw man huis geworden deed maandag dinsdag woensdag donderdag vrijdag zaterdag zondag`,
  self: `ik mijn m'n me mij wij we ons onze`,
  listener: `jij je jou jouw jullie u uw kun kunt alsjeblieft alstublieft graag`,
  requests: `schrijf leg vertaal geef toon laat help maak zoek vat noem vertel zeg herinner stel lees bereken vind controleer verbeter vergelijk
    formuleer plan`,
  passing: `bedankt, dank, dankjewel, hartelijk dank, heel erg bedankt, ik ook, ik snap, ik begrijp, ik weet het niet, ik kijk ernaar uit, ik wil weten, ik wil graag weten, ik heb hulp nodig, ik vraag me af, ik hoop`,
  refers: `hij zij ze`,
}

export const swedish: LanguageProfile = {
  common: `alla allt alltid andra att av bara bli blir blev blivit bor bott bra de dem den denna det detta dig din ditt du där då efter eftersom
    eller en ett fem finns fick flyttade fram från för förra ge gick går ha hade han hans har hej henne hennes hon hos hur här i igen igår
    in ingen inte ja jag jobbar just kan klockan kommer kvar man med mellan men mer mig min mina mitt mot mycket måste ni nu nån någon något
    när nästa och också om oss på redan sedan ser sig sin sina sitt ska skulle som så sen tack till tid två tyvärr under upp ut utan vad var
    varför vara varit varje vem vi vid vill vår våra vårt är år än över dotter son mamma pappa syster bror fru man veckan heter bodde måndag tisdag onsdag torsdag fredag lördag söndag`,
  self: `jag min mitt mina mig vi oss vår våra vårt`,
  listener: `du dig din ditt dina ni er snälla`,
  requests: `skriv förklara översätt ge visa hjälp gör sök sammanfatta nämn berätta säg påminn ställ läs räkna hitta kolla rätta jämför planera`,
  passing: `tack, tusen tack, stort tack, jag med, jag också, jag förstår, jag vet inte, jag ser fram emot, jag vill veta, jag undrar, jag behöver hjälp, jag hoppas`,
  refers: `han hon`,
}

export const danish: LanguageProfile = {
  common: `af alle alt altid at begynder blev blevet bliver bo boet bor bruge da de deres det dig din du efter eller en er et far fik for fordi
    fra før gav give går god ham han hans har havde hedder hej hende hendes her hjem hos hun hvad hvem hvor hvordan hvorfor hvornår i igen ikke
    ind ingen jeg jer kan kom kommer kun kunne købte lige man mange med meget men mere mig min mine mit mod må nej noget nogen nu næste når og
    også om op os over på sammen sidste sig siden skal skulle som stadig så tak til to ud uden uge ugen under var ved vi vil ville vores være
    været år arbejder desværre datter søn mor søster bror kone mand lejlighed måned otte engelsk lukket tid mandag tirsdag onsdag torsdag fredag lørdag søndag`,
  self: `jeg min mit mine mig vi os vores`,
  listener: `du dig din dit dine jer venligst`,
  requests: `skriv forklar oversæt giv vis hjælp lav søg opsummer nævn fortæl sig mind læs beregn find tjek ret sammenlign planlæg`,
  passing: `tak, mange tak, tusind tak, jeg også, også mig, jeg forstår, jeg ved ikke, jeg glæder mig, jeg vil gerne vide, jeg har brug for hjælp, jeg håber`,
  refers: `han hun`,
}

export const norwegian: LanguageProfile = {
  common: `alle alltid alt at av begynner ble blir blitt bo bodd bor bruke da de deg den deres dessverre det din du eller en er et etter fikk for
    fordi forrige fortsatt fra før gi gikk går god ham han hans har hadde hei henne hennes her heter hjem hos hun hva hvem hvor hvordan hvorfor
    i igjen ikke ingen inn jeg jobber kan kjøpte kom kommer kunne man mange med meg meget men mer min mine mitt mot mye må nei neste noe noen nå
    når og også om opp oss over på sammen seg siden skal skulle som så takk til to tusen uke uken uten var ved vi vil ville vår våre vært vårt
    være år åtte datteren sønnen moren søsteren broren kona mannen leiligheten måned engelsk stengt tid mandag tirsdag onsdag torsdag fredag lørdag søndag`,
  self: `jeg min mitt mine meg vi oss vår våre vårt`,
  listener: `du deg din ditt dine dere vennligst`,
  requests: `skriv forklar oversett gi vis hjelp lag søk oppsummer nevn fortell si minn les beregn finn sjekk rett sammenlign planlegg`,
  passing: `takk, tusen takk, mange takk, jeg også, jeg forstår, jeg vet ikke, jeg gleder meg, jeg vil vite, jeg lurer på, jeg trenger hjelp, jeg håper`,
  refers: `han hun`,
}
