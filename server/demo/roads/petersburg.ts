/** Arterial roads of Saint Petersburg, laid out by hand like those of Moscow. Nodes: `id latitude longitude`. */
export const petersburgNodes = `
k1 60.0562 30.2405; k2 60.0672 30.2655; k3 60.0752 30.2952; k4 60.0785 30.3182; k5 60.0782 30.3462; k6 60.0745 30.3755
k7 60.0652 30.4032; k8 60.0528 30.4322; k9 60.0432 30.4535; k10 60.0288 30.4725; k11 60.0148 30.4892; k12 60.0022 30.5062
k13 59.9902 30.5192; k14 59.9762 30.5322; k15 59.9602 30.5408; k16 59.9442 30.5422; k17 59.9282 30.5382; k18 59.9142 30.5302
k19 59.9002 30.5232; k20 59.8862 30.5192; k21 59.8722 30.5142; k22 59.8612 30.5042; k23 59.8532 30.4932; k24 59.8432 30.4762
k25 59.8332 30.4572; k26 59.8252 30.4302; k27 59.8192 30.4002; k28 59.8152 30.3722; k29 59.8118 30.3482; k30 59.8098 30.3242
k31 59.8078 30.2922; k32 59.8092 30.2572; k33 59.8118 30.2202; k34 59.8152 30.1822

z1 59.8262 30.2182; z2 59.8452 30.2142; z3 59.8692 30.2152; z4 59.8882 30.2192; z5 59.9062 30.2262; z6 59.9192 30.2222; z7 59.9322 30.2122
z8 59.9462 30.2042; z9 59.9602 30.2082; z10 59.9722 30.2122; z11 59.9852 30.2102; z12 59.9962 30.2132; z13 60.0122 30.2222; z14 60.0302 30.2322; z15 60.0432 30.2372

adm 59.9371 30.3132; kazan 59.9346 30.3252; gost 59.9335 30.3342; lit 59.9327 30.3482; vosst 59.9308 30.3612
nev2 59.9275 30.3735; alnev 59.9246 30.3852; alb 59.9252 30.3962; zan 59.9288 30.4098; novoch 59.9295 30.4182; ladoz 59.9325 30.4392
kosyg 59.9428 30.4652; kosyg2 59.9462 30.4952; kosyg3 59.9455 30.5202

senn 59.927 30.3182; teh 59.9165 30.3188; frunz 59.9078 30.3182; mvor 59.8918 30.3182; elektr 59.8792 30.3188; park 59.8665 30.3215
mosk 59.8522 30.3222; pobed 59.8425 30.3228; pulk1 59.8312 30.3242; pulk2 59.8202 30.3248
ligm 59.9205 30.3552; ligob 59.9112 30.3492; lig2 59.9012 30.3422; lig3 59.8952 30.3312
litn 59.9432 30.3488; litb 59.9512 30.3498; finl 59.9562 30.3572
mars 59.9425 30.3302; dvnab 59.9448 30.3262; troic 59.9502 30.3272; gork 59.9562 30.3192; petrog 59.9665 30.3112; kamost 59.9742 30.3052; ushak 59.9812 30.3012
chrech 59.9855 30.3005; sav1 59.9865 30.2752; stder 59.9882 30.2502
dvor 59.9412 30.3082; strelka 59.9442 30.3048; birzh 59.9478 30.3012; dobr 59.9512 30.2938; sport 59.9512 30.2888; bpr1 59.9575 30.2985; bpr2 59.9625 30.3062
univ 59.9395 30.2998; blagv 59.9372 30.2892; blag 59.9342 30.2902; angl 59.9348 30.2992
sredn 59.9452 30.2922; vasil 59.9428 30.2782; sred2 59.9382 30.2582; sred3 59.9352 30.2402; bvo1 59.9402 30.2752
sadk 59.9202 30.2982; balt 59.9078 30.2988; bal2 59.9082 30.2842; narv 59.9012 30.2742; kirz 59.8795 30.2622; avtovo 59.8672 30.2612; lst 59.8522 30.2482; stach 59.8492 30.2242
peter1 59.8432 30.2002; peter2 59.8352 30.1822; peter3 59.8242 30.1752
lpr1 59.8512 30.2682; lpr2 59.8518 30.2982
obv1 59.9148 30.3682; obv2 59.9192 30.3852; oo0 59.9182 30.3952; eliz 59.8965 30.4222; lomon 59.8778 30.4422; prolet 59.8655 30.4702
volob 59.8785 30.4552; narod1 59.8842 30.4752; narod2 59.8912 30.5002
volk 59.8962 30.3582; bukh 59.8835 30.3702; buslav 59.8572 30.3742; kupch 59.8392 30.3942
slav1 59.8548 30.3482; slav2 59.8612 30.4052; slav3 59.8702 30.4302
vyb 59.9708 30.3472; lesn 59.985 30.3448; muzh 59.9998 30.3665; polit 60.009 30.3712; nauk 60.0128 30.3962; grazh1 60.0232 30.4062; grazh2 60.0382 30.4182; grazhp 60.0492 30.4262
svetl 59.9992 30.3292; udel 60.0165 30.3155; ozer 60.0372 30.3215; prosv 60.0515 30.3325; eng1 60.0662 30.3252
prosv2 60.0502 30.3692; prosv3 60.0422 30.3962
suv 59.9382 30.3742; smoln 59.9452 30.3922; bob 59.9432 30.4012; sver 59.9562 30.3812; sver2 59.9568 30.4002; pisk1 59.9682 30.4112; pisk2 59.9832 30.4162; nepok 59.9962 30.4132
kolom 60.0025 30.2965; ispyt 60.0072 30.2772; komend 60.0085 30.2585; bogat 60.0112 30.2372
shaum 59.9362 30.4152; bob2 59.9432 30.4132
kantem 59.9832 30.3242; apt 59.9752 30.3282; sampson 59.9612 30.3382
`;

export const petersburgRoads = `
motorway 110 ^ | КАД: k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k20 k21 k22 k23 k24 k25 k26 k27 k28 k29 k30 k31 k32 k33 k34
motorway 100 ^ | Западный скоростной диаметр: k33 z1 z2 z3 z4 z5 z6 z7 z8 z9 z10 z11 z12 z13 z14 z15 k1
trunk 60 | Невский проспект: adm kazan gost lit vosst nev2 alnev | мост Александра Невского: alnev alb | Заневский проспект: alb zan novoch ladoz | проспект Косыгина: ladoz kosyg kosyg2 kosyg3 k16
trunk 60 | Московский проспект: senn teh frunz mvor elektr park mosk pobed | Пулковское шоссе: pobed pulk1 pulk2 k30
street 60 | Лиговский проспект: vosst ligm ligob lig2 lig3 mvor
street 60 | Литейный проспект: lit litn | Литейный мост: litn litb | улица Академика Лебедева: litb finl
street 50 | Садовая улица: sadk senn gost mars dvnab | Троицкий мост: dvnab troic | Каменноостровский проспект: troic gork petrog kamost | Ушаковский мост: kamost ushak chrech
street 50 | Дворцовая набережная: adm dvnab litn
street 60 | улица Савушкина: chrech sav1 stder | Приморский проспект: stder z11
street 50 | Дворцовый мост: adm dvor strelka | Биржевой мост: strelka birzh dobr | Большой проспект П. С.: dobr sport bpr1 bpr2 petrog
street 50 | Университетская набережная: strelka univ blagv | Благовещенский мост: blagv blag | Английская набережная: blag angl adm
street 60 | Средний проспект В. О.: dobr sredn vasil sred2 sred3 z7
street 50 | Большой проспект В. О.: blagv bvo1 sred2
street 60 | набережная Обводного канала: bal2 balt frunz ligob obv1 obv2 oo0
street 60 | проспект Стачек: bal2 narv kirz avtovo lst stach | Петергофское шоссе: stach peter1 peter2 peter3 k34
street 60 | Ленинский проспект: lst lpr1 lpr2 mosk | проспект Славы: mosk slav1 buslav slav2 slav3 | Ивановская улица: slav3 lomon | Володарский мост: lomon volob | Народная улица: volob narod1 narod2 k19
street 60 | проспект Обуховской Обороны: alnev oo0 eliz lomon prolet k23
street 60 | Бухарестская улица: ligob volk bukh buslav kupch k27
street 60 | Лесной проспект: finl vyb lesn | Политехническая улица: lesn muzh polit | проспект Науки: polit nauk grazh1 | Гражданский проспект: grazh1 grazh2 grazhp k8
street 60 | проспект Энгельса: lesn svetl udel ozer prosv eng1 k4
street 60 | проспект Просвещения: prosv prosv2 prosv3 grazh2
street 60 | Суворовский проспект: vosst suv smoln | Большеохтинский мост: smoln bob bob2 | проспект Шаумяна: bob2 shaum novoch
street 60 | Арсенальная набережная: finl sver sver2 | Пискарёвский проспект: sver2 pisk1 pisk2 nepok | проспект Непокорённых: nepok muzh
street 60 | Свердловская набережная: sver2 bob2
street 60 | Коломяжский проспект: chrech kolom ispyt | проспект Испытателей: ispyt komend bogat z13
street 60 | Кантемировская улица: lesn kantem apt petrog
street 60 | Большой Сампсониевский проспект: litb sampson apt
street 60 | улица Пестеля: kolom udel
street 60 | Лермонтовский проспект: sadk balt
street 50 | Вознесенский проспект: adm senn
`;
