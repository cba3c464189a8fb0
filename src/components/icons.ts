import AddBoxOutlined from '@mui/icons-material/AddBoxOutlined';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import CarCrashOutlined from '@mui/icons-material/CarCrashOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import DirectionsCarOutlined from '@mui/icons-material/DirectionsCarOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import MemoryOutlined from '@mui/icons-material/MemoryOutlined';
import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import SpeedOutlined from '@mui/icons-material/SpeedOutlined';
import TaskAltOutlined from '@mui/icons-material/TaskAltOutlined';
import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import TroubleshootOutlined from '@mui/icons-material/TroubleshootOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import WavesOutlined from '@mui/icons-material/WavesOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import type { IconName } from '../schema/navigation.ts';

/** Icons of pages, lists and search hits, by the names that the route table and the descriptions use. */
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
  import: FileUploadOutlined,
  settings: TuneOutlined,
  place: PlaceOutlined,
  device: MemoryOutlined,
  vehicle: DirectionsCarOutlined,
  contract: DescriptionOutlined,
  company: ApartmentOutlined,
  dictionary: SettingsOutlined,
  key: KeyOutlined,
  billing: ReceiptLongOutlined,
  texts: TranslateOutlined,
  webhook: WebhookOutlined,
  delivery: OutboxOutlined,
};
