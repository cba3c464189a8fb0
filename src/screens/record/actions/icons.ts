import Add from '@mui/icons-material/Add';
import Block from '@mui/icons-material/Block';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ForwardToInboxOutlined from '@mui/icons-material/ForwardToInboxOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import Replay from '@mui/icons-material/Replay';
import type { ActionIcon } from '../../../schema/define.ts';

/** Icons of actions. A missing name does not compile. */
export const actionIcons: { readonly [Name in ActionIcon]: typeof Block } = {
  add: Add,
  letter: ForwardToInboxOutlined,
  block: Block,
  open: LockOpenOutlined,
  remove: DeleteOutlined,
  key: KeyOutlined,
  replay: Replay,
};
