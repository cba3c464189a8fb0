import { keyOf } from './keys.ts';

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

const carNames: readonly (readonly [spoken: string, written: string])[] = spoken
  .split(/,\s+/)
  .map(pair => pair.split(/\s+/) as [string, string]);

/** Latin letters and their Russian sounds, longest first: `shch` before `sh`. */
const latinToRussian: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['yu', 'ю'],
  ['ju', 'ю'],
  ['ya', 'я'],
  ['ja', 'я'],
  ['yo', 'е'],
  ['jo', 'е'],
  ['ye', 'е'],
  ['iy', 'ий'],
  ['ij', 'ий'],
  ['ai', 'ай'],
  ['ei', 'ей'],
  ['oi', 'ой'],
  ...[...'abcdefghijklmnopqrstuvwxyz'].map(
    (letter, at) => [letter, [...'абцдефгхижклмнопкрстуввхйз'][at] ?? ''] as const,
  ),
];

const russianToLatin: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map(pair => pair.split(':')),
);

const toRussian = (word: string): string => {
  let rest = word;
  let text = '';
  while (rest) {
    const [from, to] = latinToRussian.find(([letters]) => rest.startsWith(letters)) ?? [rest.charAt(0), rest.charAt(0)];
    text += to;
    rest = rest.slice(from.length);
  }
  // A final -y is the -ий of Dmitry and the -ый of Bely. The shorter ending finds both when a word is cut.
  return text.replace(/([кгхнтрмвсл])й$/, '$1');
};

const toLatin = (word: string): string => [...word].map(letter => russianToLatin[letter] ?? letter).join('');

/** Transliterates the text into the other alphabet. */
export const bySound = (text: string): string => {
  const lower = text.toLowerCase().replaceAll('ё', 'е');
  if (/[а-я]/.test(lower)) return /[a-z]/.test(lower) ? text : toLatin(lower);
  return lower.replace(/[a-z]+/g, toRussian);
};

const shortestGuess = 3;

/** Makes and models by their Russian names. A prefix is enough for search as you type. */
const carsNamed = (word: string): string[] =>
  carNames.filter(([spoken]) => spoken.startsWith(word)).map(([, written]) => written);

/** Alternative keys of a word: its transliteration, or the car that the word names. */
export const otherSpellings = (text: string): string[] => {
  const word = text.toLowerCase().replaceAll('ё', 'е');
  if (word.length < shortestGuess || !/^\p{L}+$/u.test(word)) return [];
  const key = keyOf(word);
  return [...new Set([bySound(word), ...carsNamed(word)].map(keyOf))].filter(other => other !== '' && other !== key);
};
