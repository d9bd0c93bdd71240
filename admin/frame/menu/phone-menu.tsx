import { Drawer } from '../../shell/drawer.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { Menu } from './menu.tsx'

/** The menu on a phone, in a drawer. */
export default function PhoneMenu({ onClose, onAllScreens }: { onClose: () => void; onAllScreens: () => void }) {
  return (
    <Drawer
      rootClassName="menu-drawer"
      placement="left"
      width={288}
      open
      onClose={onClose}
      title="Menu"
      closeIcon={<Icon name="close" />}
    >
      <Menu onLeave={onClose} onAllScreens={onAllScreens} />
    </Drawer>
  )
}
