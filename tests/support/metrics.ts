/** One line of Prometheus' text form. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const sampleOf = (line: string): Sample => {
  const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (!name) throw new Error(`This is no line of Prometheus' text form: ${line}`);
  const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
  return { name, labels: Object.fromEntries(pairs.map(pair => [pair[1], pair[2]])), value: Number(value) };
};

export interface Exposition {
  readonly samples: readonly Sample[];
  /** Names that are explained, with their help and type. */
  readonly help: ReadonlyMap<string, string>;
  readonly type: ReadonlyMap<string, string>;
  /** Sum over the samples of this name that have these labels. */
  readonly sum: (name: string, labels?: Readonly<Record<string, string>>) => number;
}

/** Reads Prometheus' text form, refusing what its grammar does not know. */
export const parseMetrics = (text: string): Exposition => {
  const lines = text.split('\n').filter(line => line !== '');
  const textOf = (word: string) =>
    new Map(
      lines
        .filter(line => line.startsWith(`# ${word} `))
        .map(line => line.slice(word.length + 3).match(/^(\S+) (.+)$/s))
        .map(match => [match?.[1] ?? '', match?.[2] ?? '']),
    );
  const samples = lines.filter(line => !line.startsWith('#')).map(sampleOf);
  return {
    samples,
    help: textOf('HELP'),
    type: textOf('TYPE'),
    sum: (name, labels = {}) =>
      samples
        .filter(sample => sample.name === name)
        .filter(sample => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
        .reduce((sum, { value }) => sum + value, 0),
  };
};
