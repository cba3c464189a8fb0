import AddBoxOutlined from '@mui/icons-material/AddBoxOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import CarCrashOutlined from '@mui/icons-material/CarCrashOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import SpeedOutlined from '@mui/icons-material/SpeedOutlined';
import TaskAltOutlined from '@mui/icons-material/TaskAltOutlined';
import TroubleshootOutlined from '@mui/icons-material/TroubleshootOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import WavesOutlined from '@mui/icons-material/WavesOutlined';
import type { IconName } from '../routes/entry.ts';

/** The route table names icons; this is what they look like. */
export const icons: { readonly [Name in IconName]: typeof GridViewOutlined } = {
  desk: GridViewOutlined,
  voucher: AssignmentOutlined,
  add: AddBoxOutlined,
  accident: CarCrashOutlined,
  done: TaskAltOutlined,
  mini: WavesOutlined,
  scoring: SpeedOutlined,
  users: GroupOutlined,
  addUser: PersonAddAltOutlined,
  client: PersonOutlined,
  screener: TroubleshootOutlined,
  export: FileDownloadOutlined,
  settings: TuneOutlined,
};
