import { Dropdown, type MenuProps } from 'antd'
import { type ReactElement, useEffect, useRef, useState } from 'react'

/** A button with its menu, which is open at first: the button was pressed before this was loaded. */
export default function OpenMenu({
  menu,
  placement = 'bottomLeft',
  children,
}: {
  menu: MenuProps
  placement?: 'bottomLeft' | 'bottomRight'
  children: ReactElement
}) {
  const [open, setOpen] = useState(true)
  const frame = useRef<HTMLSpanElement>(null)
  // It takes the place of the pressed button, which had the focus.
  useEffect(() => frame.current?.querySelector('button')?.focus(), [])
  return (
    <span ref={frame}>
      <Dropdown trigger={['click']} placement={placement} menu={menu} open={open} onOpenChange={setOpen}>
        {children}
      </Dropdown>
    </span>
  )
}
