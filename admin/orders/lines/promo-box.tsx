import { Input } from 'antd'
import { useState } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import { usePad } from '../pad/pad.ts'
import type { PadLine } from './line-store.ts'
import { RowButton } from './row-button.tsx'

/**
 * The promo code of a row: a word beside the discount, with the code once there is one; its box takes the place of
 * `under` while somebody enters it.
 */
export function PromoBox({
  line,
  no,
  under,
  discount,
}: {
  line: PadLine
  no: number
  under: string
  discount: number | undefined
}) {
  const pad = usePad()
  const [open, setOpen] = useState(false)
  const { promoCode } = line.extras
  const saved = discount !== undefined && discount > 0 ? `${rupees(discount)} off` : ''
  if (open)
    return (
      <Input
        size="small"
        autoFocus
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
    )
  return (
    <>
      <RowButton look="is-word" title={[promoCode, saved].filter(Boolean).join(': ')} onPress={() => setOpen(true)}>
        {promoCode ?? 'Promo'}
        <span className="for-readers">
          {promoCode ? `, promo code of row ${no}${saved && `: ${saved}`}` : ` code of row ${no}`}
        </span>
      </RowButton>
      {under && <span className="quiet under">{under}</span>}
    </>
  )
}
