import type { MenuProps } from 'antd'
import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'

const OpenMenu = lazy(() => import('./open-menu.tsx'))

/** A button with a menu. The menu is loaded when it is first opened, so that the page itself loads fast. */
export function MenuButton({ menu, children }: { menu: MenuProps; children: ReactElement<{ onClick?: () => void }> }) {
  const [opened, setOpened] = useState(false)
  const closed = <span>{cloneElement(children, { onClick: () => setOpened(true) })}</span>
  if (!opened) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu menu={menu}>{children}</OpenMenu>
    </Suspense>
  )
}
