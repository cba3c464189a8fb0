import Avatar from '@mui/material/Avatar';
import { useImageBlob } from '../api/pictures.ts';

interface Props {
  readonly name: string;
  readonly pictureUrl: string | null;
  /** Side length in units of the theme's spacing. */
  readonly side: number;
}

const pictureIdOf = (pictureUrl: string | null): number | undefined =>
  pictureUrl ? Number(pictureUrl.split('/').at(-1)) : undefined;

/** The person's picture, or the first letter of the name. The letter is drawn, because it is no part of any text. */
export const Portrait = ({ name, pictureUrl, side }: Props) => {
  const { url } = useImageBlob('avatar', pictureIdOf(pictureUrl));
  return (
    <Avatar
      variant="rounded"
      src={url}
      alt=""
      sx={theme => ({
        width: theme.spacing(side),
        height: theme.spacing(side),
        typography: side > 5 ? 'h1' : 'subtitle1',
        bgcolor: 'text.primary',
        color: 'background.paper',
        '& > i::before': { content: 'attr(data-letter)', fontStyle: 'normal' },
      })}
    >
      <i data-letter={name.trim().charAt(0).toUpperCase()} />
    </Avatar>
  );
};
