/** A line of Prometheus' text format. */
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
  /** Help and type of each metric. */
  readonly help: ReadonlyMap<string, string>;
  readonly type: ReadonlyMap<string, string>;
  /** Sum of the samples with this name and these labels. */
  readonly sum: (name: string, labels?: Readonly<Record<string, string>>) => number;
}

/** Parses Prometheus' text format. Throws for invalid lines. */
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
