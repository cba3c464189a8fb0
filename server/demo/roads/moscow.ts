/**
 * Arterial roads of Moscow, laid out by hand from general knowledge: accurate to a hundred metres or two, enough to
 * look like the city on a map. Nodes: `id latitude longitude`.
 */
export const moscowNodes = `
m1 55.774558 37.842762; m3 55.755723 37.842627; m5 55.739103 37.841217; m7 55.721939 37.83916; m8 55.712203 37.837121
m9 55.703048 37.83262; m10 55.694287 37.829512; m11 55.68529 37.831353; m12 55.675945 37.834605; m13 55.667752 37.837597
m14 55.658667 37.839348; m15 55.650053 37.833842; m16 55.643713 37.824787; m18 55.62913 37.802473; m20 55.617713 37.781928
m22 55.604956 37.758725; m24 55.594143 37.734785; m26 55.583983 37.709425; m28 55.574019 37.683167; m29 55.571999 37.668911
m30 55.573093 37.647765; m32 55.574732 37.616719; m33 55.575816 37.60107; m34 55.5778 37.586536; m35 55.581271 37.571938
m37 55.587509 37.545132; m39 55.594728 37.516108; m40 55.60249 37.502274; m42 55.617424 37.484846; m43 55.625801 37.474668
m45 55.641041 37.456864; m46 55.648794 37.448195; m48 55.660424 37.434424; m49 55.670701 37.42598; m50 55.67994 37.418712
m51 55.686873 37.414868; m52 55.695697 37.407528; m53 55.702805 37.397952; m54 55.709657 37.388969; m55 55.718273 37.383283
m56 55.728581 37.378369; m58 55.744789 37.370248; m59 55.75435 37.369188; m61 55.771444 37.369619; m62 55.779722 37.369853
m63 55.789542 37.372943; m64 55.79723 37.379824; m65 55.805796 37.386876; m66 55.814629 37.390397; m67 55.823606 37.393236
m68 55.83251 37.395275; m69 55.840376 37.394709; m70 55.850141 37.393056; m71 55.858801 37.397314; m72 55.867051 37.405588
m73 55.872703 37.416601; m74 55.877041 37.429429; m75 55.881091 37.443596; m76 55.882828 37.459065; m77 55.884625 37.473096
m78 55.888897 37.48861; m79 55.894232 37.5016; m80 55.899578 37.513206; m81 55.90526 37.527597; m82 55.907687 37.543443
m84 55.910907 37.575531; m85 55.909257 37.590344; m87 55.901637 37.619603; m89 55.896973 37.647648; m90 55.895449 37.667878
m92 55.893884 37.698807; m93 55.889094 37.712363; m94 55.883555 37.723636; m96 55.874698 37.741261; m98 55.861979 37.765992
m99 55.850257 37.788216; m101 55.844167 37.800586; m102 55.832707 37.822819; m103 55.828789 37.829754; m104 55.821072 37.837148
m105 55.811599 37.838926; m106 55.802781 37.840004; m107 55.793991 37.840965; m108 55.785017 37.841576

zub 55.7362 37.5935; smolsen 55.7424 37.5862; smol 55.7474 37.5836; novarb 55.7527 37.5841; kudr 55.7606 37.5818
sadkud 55.7663 37.5872; triumf 55.7698 37.5957; karet 55.7737 37.6066; samot 55.7747 37.6162; suhar 55.7728 37.6325
krasvor 55.7685 37.649; kursk 55.7583 37.6595; zemval 55.7502 37.6577; tagan 55.7414 37.654; krholm 55.7345 37.6487
pavel 55.7309 37.6375; dobryn 55.7292 37.6235; oktyab 55.7295 37.6117; krymval 55.7318 37.6045; krymsky 55.7345 37.5985

tkut 55.741 37.5335; tcity 55.7475 37.5352; tshm 55.7568 37.538; tzven 55.7648 37.5468; tbeg 55.7735 37.5482
thod 55.7802 37.5512; tlen 55.7868 37.5608; tnij 55.7905 37.5735; tsav 55.7932 37.5872; tsus 55.7938 37.602; tmar 55.7936 37.6165
triz 55.7925 37.6355; tsok1 55.7908 37.6572; tsok 55.7868 37.6758; tleft1 55.7796 37.6868; tleft2 55.7685 37.6905
tsold 55.7585 37.6882; tent 55.7503 37.6928; tnig 55.7365 37.6962; tvolg 55.7245 37.6875; tvelo 55.7148 37.6715
tavt 55.7078 37.6572; tavb 55.7045 37.6425; tvar 55.7048 37.6242; tshab 55.7062 37.6075; tgag 55.7068 37.5858
tand 55.7122 37.5712; tluz 55.7178 37.5572; tber 55.7282 37.5468; tkie 55.7355 37.5402

manezh 55.757 37.615; teatr 55.759 37.6205; lub 55.7598 37.6275; kitay 55.7535 37.6352; mosk 55.7488 37.6302
kremn 55.7492 37.6205; kamen 55.7487 37.6122; moh 55.7525 37.6092; polyan 55.744 37.6128; yakim 55.7375 37.613
push 55.765 37.605; arbgate 55.7521 37.6005; prech 55.7448 37.6032; ostozh 55.7405 37.5982; trubn 55.7672 37.6217
sret 55.7662 37.6312; ilin 55.7475 37.6452; yauz 55.7455 37.651; nikit 55.7573 37.5992; chist 55.765 37.6385

beloru 55.7768 37.583; dinamo 55.7897 37.558; aero 55.8 37.5332; sokol 55.8055 37.515; voykov 55.819 37.4975
vodny 55.8395 37.4865; rechn 55.855 37.476; hovrino 55.8708 37.4568; svobody 55.812 37.494; tush1 55.8172 37.4622
tush 55.8262 37.438; svob2 55.8285 37.4135
novosl 55.7822 37.6002; butyr 55.8032 37.583; timir 55.8182 37.5762; petrraz 55.8365 37.5735; dmitr1 55.8515 37.5652
dmitr2 55.8705 37.5538; dmitr3 55.8905 37.5462; vlad 55.8485 37.585; otrad 55.8642 37.5912; bibir 55.8805 37.588; altuf 55.8965 37.5868
mira1 55.7805 37.633; alex 55.8078 37.6385; vdnh 55.8215 37.6415; sever 55.8412 37.6582; yar1 55.8552 37.6842; yar2 55.8698 37.7018
komsom 55.776 37.656; krsel 55.7802 37.6672; strom 55.7918 37.6985; preob 55.7965 37.7155; cherk 55.803 37.744
schel1 55.8068 37.7728; schel 55.8102 37.7985; schel2 55.8112 37.8205
rog 55.7465 37.6815; aviam 55.7518 37.7165; ent1 55.7582 37.7512; ent2 55.7655 37.7795; ent3 55.7692 37.8005; ent4 55.7735 37.8232
ryaz1 55.7318 37.7272; ryaz2 55.7248 37.7598; ryaz3 55.7165 37.7928; vyhino 55.7102 37.8172
volg0 55.7338 37.6688; volg1 55.7168 37.7088; tekst 55.7088 37.731; kuzm 55.7055 37.7658; volg2 55.6998 37.7952; volg3 55.6912 37.8195
tulsk 55.7102 37.6228; nagat 55.6825 37.6215; nagor 55.6728 37.6118; var1 55.6632 37.6182; var2 55.6535 37.6192
chert 55.6405 37.6135; yuzh 55.6222 37.6088; prazh 55.6115 37.605; annino 55.5835 37.598
kash0 55.6662 37.6322; kash1 55.655 37.6488; kash2 55.6352 37.6718; kash3 55.6215 37.6968; domod 55.6105 37.7165
kolom 55.6785 37.6638; nagz 55.6925 37.6645
lomleo 55.6858 37.5465; leno1 55.6962 37.5638; leno2 55.6742 37.5235; leno3 55.662 37.5045; leno4 55.6512 37.4812
akad 55.6872 37.573; prof 55.677 37.5622; ncher 55.6702 37.5548; kaluzh 55.6565 37.5405; belya 55.6425 37.5265
konk 55.633 37.5195; tepl 55.619 37.507
frun 55.727 37.58; sport 55.7205 37.5668; luzb 55.7125 37.5578; vorob 55.7042 37.5478; univ 55.6925 37.5342; prver 55.6765 37.506
yugo 55.6635 37.483; trop 55.6565 37.4668
kalb 55.752 37.5738; ukr 55.7502 37.5655; kiev 55.7452 37.5472; pobeda 55.7365 37.516; fili 55.7325 37.4928; slav 55.7292 37.471
moj1 55.7235 37.4412; moj2 55.7188 37.4105
god1905 55.764 37.5595; zven1 55.7685 37.5262; zhuk1 55.7762 37.4985; zhuk2 55.7808 37.4712; zhuk3 55.7835 37.4412; krylat 55.7825 37.4052
amin1 55.7172 37.4662; amin2 55.7028 37.4722; lob1 55.6905 37.4852
mosf 55.7148 37.5142; lom1 55.7052 37.5215; sev1 55.6685 37.5862; nah1 55.6632 37.6052
lyub1 55.6925 37.7342; lyub2 55.6768 37.7615; brat 55.6592 37.7512; marino 55.6502 37.7438; polya1 55.6535 37.7758; polya2 55.6528 37.8082
botan 55.8472 37.6288; chord1 55.8352 37.6888; chord2 55.8265 37.7285; izm1 55.7902 37.7922
`;

/** `class limit | street: nodes | next street of the same line: nodes`. `^` marks a carriageway without lights. */
export const moscowRoads = `
motorway 100 ^ | МКАД: m1 m3 m5 m7 m8 m9 m10 m11 m12 m13 m14 m15 m16 m18 m20 m22 m24 m26 m28 m29 m30 m32 m33 m34 m35 m37 m39 m40 m42 m43 m45 m46 m48 m49 m50 m51 m52 m53 m54 m55 m56 m58 m59 m61 m62 m63 m64 m65 m66 m67 m68 m69 m70 m71 m72 m73 m74 m75 m76 m77 m78 m79 m80 m81 m82 m84 m85 m87 m89 m90 m92 m93 m94 m96 m98 m99 m101 m102 m103 m104 m105 m106 m107 m108 m1
trunk 80 ^ | Третье транспортное кольцо: tkut tcity tshm tzven tbeg thod tlen tnij tsav tsus tmar triz tsok1 tsok tleft1 tleft2 tsold tent tnig tvolg tvelo tavt tavb tvar tshab tgag tand tluz tber tkie tkut
trunk 60 | Зубовский бульвар: krymsky zub | Смоленский бульвар: zub smolsen | Смоленская площадь: smolsen smol | Новинский бульвар: smol novarb kudr | Садовая-Кудринская улица: kudr sadkud triumf | Садовая-Триумфальная улица: triumf karet | Садовая-Самотёчная улица: karet samot | Садовая-Сухаревская улица: samot suhar | Садовая-Спасская улица: suhar krasvor | Садовая-Черногрязская улица: krasvor kursk | улица Земляной Вал: kursk zemval tagan | Краснохолмский мост: tagan krholm | улица Зацепский Вал: krholm pavel | улица Коровий Вал: pavel dobryn oktyab | улица Крымский Вал: oktyab krymval | Крымский мост: krymval krymsky
street 60 | улица Охотный Ряд: moh manezh teatr | Театральный проезд: teatr lub | Лубянский проезд: lub kitay | Москворецкая набережная: kitay mosk | Кремлёвская набережная: mosk kremn kamen | улица Моховая: kamen moh
trunk 60 | Тверская улица: manezh push triumf | 1-я Тверская-Ямская улица: triumf beloru | Ленинградский проспект: beloru tlen dinamo aero sokol | Ленинградское шоссе: sokol voykov vodny rechn hovrino m75
trunk 60 | Волоколамское шоссе: sokol svobody tush1 tush svob2 m68
street 60 | улица Новослободская: karet novosl tsav | Бутырская улица: tsav butyr timir | Дмитровское шоссе: timir petrraz dmitr1 dmitr2 dmitr3 m82
street 60 | Алтуфьевское шоссе: vlad otrad bibir altuf m85
street 60 | Сигнальный проезд: petrraz vlad
street 50 | улица Большая Лубянка: lub sret | Сретенка: sret suhar
trunk 60 | Проспект Мира: suhar mira1 triz alex vdnh sever | Ярославское шоссе: sever yar1 yar2 m94
street 60 | Каланчёвская улица: krasvor komsom | Краснопрудная улица: komsom krsel tsok | улица Стромынка: tsok strom preob | Щёлковское шоссе: preob cherk schel1 schel schel2 m105
street 60 | Таганская улица: tagan rog | Шоссе Энтузиастов: rog tent aviam ent1 ent2 ent3 ent4 m1
trunk 80 | Рязанский проспект: tnig ryaz1 ryaz2 ryaz3 vyhino m8
trunk 60 | Марксистская улица: tagan volg0 | Волгоградский проспект: volg0 tvolg volg1 tekst kuzm volg2 volg3 m11
street 60 | улица Люсиновская: dobryn tulsk | Варшавское шоссе: tulsk tvar nagat nagor var1 var2 chert yuzh prazh annino m33
street 60 | Каширское шоссе: nagat kash0 kash1 kash2 kash3 domod m24
street 60 | проспект Андропова: tavt nagz kolom kash1
trunk 60 | Ленинский проспект: oktyab tgag leno1 lomleo leno2 leno3 leno4 m45
street 60 | Профсоюзная улица: tgag akad prof ncher kaluzh belya konk tepl m40
street 60 | Комсомольский проспект: zub frun sport tluz | Лужнецкий мост: tluz luzb vorob | проспект Вернадского: vorob univ prver yugo trop m46
trunk 60 | улица Новый Арбат: arbgate novarb kalb ukr | Кутузовский проспект: ukr kiev tkut pobeda fili slav | Можайское шоссе: slav moj1 moj2 m55
street 60 | Баррикадная улица: kudr god1905 | Звенигородское шоссе: god1905 tzven zven1 | проспект Маршала Жукова: zven1 zhuk1 zhuk2 zhuk3 krylat m62
street 60 | Аминьевское шоссе: slav amin1 amin2 | улица Лобачевского: amin2 lob1 prver
street 60 | Мосфильмовская улица: tkut mosf lom1 | Ломоносовский проспект: lom1 univ lomleo prof
street 60 | Нахимовский проспект: prof sev1 nah1 var1
street 60 | Люблинская улица: tekst lyub1 lyub2 brat marino | улица Верхние Поля: marino polya1 polya2 m15
trunk 80 ^ | Северо-Восточная хорда: vlad botan sever chord1 chord2 schel1 izm1 ent3
street 50 | улица Большая Полянка: kamen polyan yakim oktyab
street 50 | улица Воздвиженка: moh arbgate
street 50 | улица Остоженка: kamen prech ostozh zub
street 50 | Москворецкая набережная: mosk ilin yauz tagan
street 50 | Тверской бульвар: push nikit arbgate | Гоголевский бульвар: arbgate prech
street 50 | Страстной бульвар: push trubn sret | Чистопрудный бульвар: sret chist | улица Покровка: chist kursk
street 60 | Беговая улица: tbeg god1905
street 60 | улица Сущёвский Вал: novosl samot
`;
