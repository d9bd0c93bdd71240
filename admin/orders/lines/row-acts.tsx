import { MenuButton } from '../../derive/menu-button.tsx'
import { usePad } from '../pad/pad.ts'
import { type PadLine, padLine } from './line-store.ts'

/** The acts on one row, in a menu that shows with the row. */
export function RowActs({
  line: { key, product },
  no,
  isQuoted,
  onRemove,
}: {
  line: PadLine
  no: number
  isQuoted: boolean
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
    <MenuButton
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
      <button type="button" className="row-more" aria-haspopup="menu" aria-label={`More for row ${no}`}>
        ⋯
      </button>
    </MenuButton>
  )
}
