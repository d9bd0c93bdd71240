import { useCallback, useMemo, useState } from 'react'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import type { CartFault } from '../../../resources/payments/cart-rules.ts'
import type { CartItem } from '../../../resources/payments/commands/cart.ts'
import { canSelect, type Entered, type EnteredLines, enteredInFull } from './cart-lines.ts'
import { CartRow } from './cart-row.tsx'

/** From this number of items on there is a search. */
const SEARCH_FROM = 12

/** The open items of a customer, those in the cart with their amounts. A keystroke renders its own row only. */
export function CartTable(table: {
  items: readonly CartItem[]
  entered: EnteredLines
  faults: readonly CartFault[]
  allowPartial: boolean
  readOnly: boolean
  onChange: (make: (old: EnteredLines) => EnteredLines) => void
}) {
  const { items, entered, faults, allowPartial, readOnly, onChange } = table
  const [words, setWords] = useState('')
  const shown = items.filter(({ documentNo }) => documentNo.toUpperCase().includes(plainText(words).toUpperCase()))
  const faultOf = useMemo(() => new Map(faults.map(fault => [fault.itemId, fault])), [faults])
  const open = shown.filter(canSelect)
  const isAll = open.length > 0 && open.every(({ id }) => entered.has(id))
  const set = useCallback(
    (id: number, line: Entered | null) =>
      onChange(old => {
        const next = new Map(old)
        if (line) next.set(id, line)
        else next.delete(id)
        return next
      }),
    [onChange],
  )

  function toggleAll() {
    onChange(old => {
      const next = new Map(old)
      for (const item of open) {
        if (isAll) next.delete(item.id)
        else if (!next.has(item.id)) next.set(item.id, enteredInFull(item))
      }
      return next
    })
  }

  return (
    <>
      {items.length >= SEARCH_FROM && (
        <input
          type="search"
          className="cart-search"
          aria-label="Find a document"
          placeholder="Find a document"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <table className="cart-table" aria-label="Open items">
        <thead>
          <tr>
            <th scope="col" className="cart-mark">
              <input
                type="checkbox"
                aria-label="Select all that can be paid"
                checked={isAll}
                disabled={readOnly || open.length === 0}
                onChange={toggleAll}
              />
            </th>
            <th scope="col">Document</th>
            <th scope="col">Due</th>
            <th scope="col" className="is-number">
              Balance
            </th>
            <th scope="col" className="is-number">
              Payable
            </th>
            <th scope="col" className="is-number cart-entry">
              Pay ₹
            </th>
            <th scope="col" className="is-number cart-entry">
              TDS ₹
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(item => (
            <CartRow
              key={item.id}
              item={item}
              entered={entered.get(item.id)}
              fault={faultOf.get(item.id)?.message}
              faultAt={faultOf.get(item.id)?.field}
              allowPartial={allowPartial}
              readOnly={readOnly}
              onChange={set}
            />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="quiet">No open item has this number.</p>}
    </>
  )
}
