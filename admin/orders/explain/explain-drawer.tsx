import { Drawer } from '../../shell/drawer.tsx'
import { Icon } from '../../shell/menu/icons.tsx'

/** The drawer for explanations. */
export function ExplainDrawer({
  title,
  open,
  begin,
  onClose,
  children,
}: {
  title: string
  open: boolean
  /** Selects where the focus begins. */
  begin?: string | undefined
  onClose: () => void
  children: React.ReactNode
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      width={Math.min(560, window.innerWidth)}
      {...(begin && { begin })}
      closeIcon={<Icon name="close" />}
      destroyOnHidden
    >
      {children}
    </Drawer>
  )
}
