/** Makes and models as spoken in Russian, each with its spelling in the lists. */
const spoken = `лада lada, гранта granta, веста vesta, нива niva, ларгус largus, бмв bmw, чанган changan, чери chery,
чэри chery, тигго tiggo, тиго tiggo, аризо arrizo, форд ford, фокус focus, мондео mondeo, куга kuga, транзит transit,
джили geely, джилли geely, атлас atlas, кулрей coolray, монжаро monjaro, эмгранд emgrand, хавал haval, хавейл haval,
джолион jolion, дарго dargo, хендай hyundai, хендэ hyundai, хундай hyundai, хюндай hyundai, хенде hyundai,
солярис solaris, крета creta, туксон tucson, тусан tucson, санта santa, элантра elantra, киа kia, кия kia, рио rio,
сид ceed, спортейдж sportage, спортаж sportage, соренто sorento, оптима optima, мазда mazda, мерседес mercedes,
мерс mercedes, бенц benz, мицубиси mitsubishi, митсубиси mitsubishi, мицубиши mitsubishi, митсубиши mitsubishi,
аутлендер outlander, аутлэндер outlander, паджеро pajero, спорт sport, ниссан nissan, нисан nissan, альмера almera,
кашкай qashqai, террано terrano, икстрейл xtrail, иксрей xray, икс-рей xray, омода omoda, рено renault, логан logan,
сандеро sandero, дастер duster, каптур kaptur, аркана arkana, шкода skoda, рапид rapid, октавия octavia,
суперб superb, карок karoq, кодиак kodiaq, тойота toyota, королла corolla, камри camry, рав rav4, ленд land,
лэнд land, крузер cruiser, прадо prado, фольксваген volkswagen, поло polo, джетта jetta, пассат passat, пасат passat,
тигуан tiguan, туарег touareg, вольво volvo, uaz уаз, vaz ваз, patriot патриот, hunter хантер, profi профи,
порше porsche, лексус lexus, ауди audi, субару subaru, сузуки suzuki, хонда honda, пежо peugeot, ситроен citroen,
опель opel, шевроле chevrolet, инфинити infiniti, эксид exeed, джетур jetour, джак jac, газель газель`;

export const carNames: readonly (readonly [spoken: string, written: string])[] = spoken
  .split(/,\s+/)
  .map(pair => pair.split(/\s+/) as [string, string]);
