import { Drawer as AntDrawer, type DrawerProps } from 'antd'
import { useQuickExit } from './use-quick-exit.ts'

interface Places {
  /** Selects where the focus begins. */
  begin?: string
  /** Gets the focus at the end where what opened it is gone. */
  instead?: () => HTMLElement | null
}

/** antd's drawer for quick people: it is gone as soon as it is closed. */
export function Drawer({ begin, instead, ...drawer }: DrawerProps & Places) {
  const { open = false, keyboard = true, mask = true, onClose } = drawer
  const panel = useQuickExit(open, {
    begin,
    instead,
    beside: mask === false,
    onEscape: keyboard && onClose ? event => onClose(event as never) : undefined,
  })
  return open ? <AntDrawer {...drawer} autoFocus={false} panelRef={panel} /> : null
}
