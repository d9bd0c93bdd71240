import type { ReactElement } from 'react'
import OpenMenu from '../../derive/open-menu.tsx'
import { usePad } from '../pad/pad.ts'
import { type PadLine, padLine } from './line-store.ts'

/** The menu of one row of the pad, once its button was pressed. */
export default function RowMenu({
  line: { key, product },
  isQuoted,
  button,
  onRemove,
}: {
  line: PadLine
  isQuoted: boolean
  button: ReactElement
  onRemove: () => void
}) {
  const pad = usePad()
  function again() {
    const { store } = pad
    const keys = store.keys()
    const line = padLine({ product })
    store.add([line], keys[keys.indexOf(key) + 1])
    pad.focus(line.key, 'qty')
  }
  const acts: Record<string, () => void> = {
    more: () => pad.openDetails(key),
    promo: () => pad.openDetails(key, 'line-promo'),
    explain: () => pad.explain(key),
    again,
    remove: onRemove,
  }
  return (
    <OpenMenu
      placement="bottomRight"
      menu={{
        items: [
          ...(product
            ? [
                { key: 'more', label: 'Deliveries, batch, plant' },
                { key: 'promo', label: 'Promo code' },
              ]
            : []),
          ...(isQuoted ? [{ key: 'explain', label: 'Explain' }] : []),
          ...(product ? [{ key: 'again', label: 'Another line of it' }] : []),
          { key: 'remove', label: 'Remove', danger: true },
        ],
        onClick: act => acts[act.key]?.(),
      }}
    >
      {button}
    </OpenMenu>
  )
}
