import Avatar from '@mui/material/Avatar';
import { useImageBlob } from '../api/useImageBlob.ts';

interface Props {
  readonly name: string;
  /** URL of the picture, as in the account. */
  readonly pic: string | null;
  /** Side length in units of the theme's spacing. */
  readonly side: number;
}

const idOf = (pic: string | null): number | undefined => (pic ? Number(pic.split('/').at(-1)) : undefined);

/** A person's picture, or the initial of the name. */
export const Portrait = ({ name, pic, side }: Props) => {
  const { url } = useImageBlob('avatar', idOf(pic));
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
      })}
    >
      {name.trim().charAt(0).toUpperCase()}
    </Avatar>
  );
};
