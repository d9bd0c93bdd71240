import { Input } from 'antd'
import { useState } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import { usePad } from '../pad/pad.ts'
import type { PadLine } from './line-store.ts'
import { RowButton } from './row-button.tsx'

/** The promo code of a row: a small link until somebody enters one. */
export function PromoBox({ line, no, discount }: { line: PadLine; no: number; discount: number | undefined }) {
  const pad = usePad()
  const [open, setOpen] = useState(false)
  const { promoCode } = line.extras
  if (!open && promoCode === null) {
    return (
      <RowButton look="is-word" onPress={() => setOpen(true)}>
        Promo<span className="for-readers"> code of row {no}</span>
      </RowButton>
    )
  }
  return (
    <>
      <Input
        size="small"
        autoFocus={open}
        maxLength={20}
        placeholder="Promo code"
        aria-label={`Promo code of row ${no}`}
        value={promoCode ?? ''}
        onChange={({ target }) => {
          const typed = target.value.trim().toUpperCase()
          pad.store.changeExtras(line.key, { promoCode: typed === '' ? null : typed })
        }}
        onBlur={() => setOpen(false)}
      />
      {discount !== undefined && discount > 0 && <span className="quiet under">{rupees(discount)} off</span>}
    </>
  )
}
