/** Cyrillic letters in Latin, as they are read. */
const latinByLetter: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'ch', ш: 'sh', щ: 'sch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
};

/** Cyrillic letters in Latin, as they look. Somebody types `ВМW` with two Russian letters. */
const lookAlikeByLetter: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x' },
};

/** Keys of brands whose Russian name is not read letter by letter, or that have a short name. */
const keyByName: Readonly<Record<string, string>> = {
  ...{ тойота: 'toyota', хендай: 'hyundai', хундай: 'hyundai', хендэ: 'hyundai', хёндэ: 'hyundai', хендэй: 'hyundai' },
  ...{ фольксваген: 'volkswagen', vw: 'volkswagen', шкода: 'skoda', рено: 'renault', шевроле: 'chevrolet' },
  ...{ мицубиси: 'mitsubishi', митсубиси: 'mitsubishi', бмв: 'bmw', пежо: 'peugeot', ситроен: 'citroen' },
  ...{ мерседес: 'mercedesbenz', мерседесбенц: 'mercedesbenz', mercedes: 'mercedesbenz', лексус: 'lexus' },
  ...{ чери: 'chery', хавал: 'haval', хавейл: 'haval', джили: 'geely', порше: 'porsche', джип: 'jeep', дэу: 'daewoo' },
  ...{ лендровер: 'landrover', лэндровер: 'landrover', ссангйонг: 'ssangyong', кадиллак: 'cadillac', эксид: 'exeed' },
};

const translate = (text: string, letters: Readonly<Record<string, string>>): string =>
  [...text].map(letter => letters[letter] ?? letter).join('');

/** Returns the keys of a brand. Spellings of one brand share a key: `LADA (ВАЗ)` has those of `Лада` and of `ваз`. */
const brandKeys = (name: string): readonly string[] =>
  name.split(/[()/]/).flatMap(part => {
    const letters = part
      .toLowerCase()
      .normalize('NFD')
      // Accents of Latin letters go. The breve of a Russian й stays, because it is another letter than и.
      .replace(/([a-z])\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]/gu, '');
    return letters === ''
      ? []
      : (keyByName[letters] ?? [translate(letters, latinByLetter), translate(letters, lookAlikeByLetter)]);
  });

/**
 * Returns a function that finds the brand of a dictionary of which a name is another spelling: in another case or
 * script. Undefined: the name is in the dictionary, or it may be none or several of its brands.
 */
export const brandFinder = (dictionary: readonly string[]): ((name: string) => string | undefined) => {
  const known = new Set(dictionary);
  const brandsByKey = new Map<string, Set<string>>();
  for (const brand of dictionary)
    for (const key of brandKeys(brand)) brandsByKey.set(key, (brandsByKey.get(key) ?? new Set<string>()).add(brand));
  return name => {
    if (known.has(name)) return undefined;
    const brands = new Set(brandKeys(name).flatMap(key => [...(brandsByKey.get(key) ?? [])]));
    const [brand] = brands;
    return brands.size === 1 ? brand : undefined;
  };
};
