import { appSetting } from '../../resources/settings/app-setting.ts'
import ListPage from '../derive/list/list-page.tsx'
import { ButtonLink } from '../shell/button-link.tsx'

/** The settings as a list of rows: with filters, views, import and export. */
export default function AllSettings() {
  return <ListPage resource={appSetting} more={<ButtonLink to={`/${appSetting.path}`}>Show in groups</ButtonLink>} />
}
