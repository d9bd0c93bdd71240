import { Drawer } from '../../shell/drawer.tsx'
import { Icon } from '../../shell/menu/icons.tsx'

/** The drawer for explanations. */
export function ExplainDrawer({
  title,
  open,
  onClose,
  children,
}: {
  title: string
  open: boolean
  onClose: () => void
  children: React.ReactNode
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      width={Math.min(560, window.innerWidth)}
      closeIcon={<Icon name="close" />}
      destroyOnHidden
    >
      {children}
    </Drawer>
  )
}
