import type { WorkItem } from '../../resources/home/commands.ts'
import { Drawer } from '../shell/drawer.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import WorkPane from './work-pane.tsx'

/** A piece of work over its list, on a phone. */
export default function PaneDrawer({ item, onClose }: { item: WorkItem; onClose: () => void }) {
  return (
    <Drawer
      open
      onClose={onClose}
      width="100vw"
      title={item.who}
      closeIcon={<Icon name="close" />}
      rootClassName="work-drawer"
    >
      <WorkPane item={item} hasHead={false} />
    </Drawer>
  )
}
