import { columnWidthMaxCh, columnWidthMinCh } from '../../contract/states.ts';
import { useDraft } from '../../fields/draft.ts';

interface Props {
  readonly label: string;
  readonly widthCh: number;
  readonly onChange: (widthCh: number) => void;
}

/** Input for the width of a column in characters, as an alternative to dragging. */
export const WidthBox = ({ label, widthCh, onChange }: Props) => {
  const { draft, change, flush } = useDraft(String(Math.round(widthCh)), text => {
    const chosen = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isFinite(chosen)) onChange(Math.min(columnWidthMaxCh, Math.max(columnWidthMinCh, Math.round(chosen))));
  });
  return (
    <input
      inputMode="numeric"
      className="width-box"
      aria-label={label}
      title={label}
      value={draft}
      onChange={({ target }) => change(target.value)}
      onBlur={flush}
    />
  );
};
