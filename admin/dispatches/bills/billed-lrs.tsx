import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { agreedOn } from '../../../resources/dispatches/bills/bill-rules.ts'
import type { LrRow } from '../lr-api.ts'
import { AmountBox } from './amount-box.tsx'
import { type Billed, BilledByCharge } from './billed-by-charge.tsx'

/** What was agreed for an LR, in paise. */
export const agreedFor = (lr: LrRow): { freight: number; other: number } => {
  const { expectedFreight, expectedOther } = agreedOn(lr)
  return { freight: expectedFreight, other: expectedOther }
}

/** The LRs that can be billed: each is selected and gets its amount, at first what was agreed. */
export function BilledLrs(list: {
  lrs: readonly LrRow[]
  billed: ReadonlyMap<number, Billed>
  faults: ReadonlyMap<number, Fault>
  onChange: (billed: ReadonlyMap<number, Billed>) => void
}) {
  const { lrs, billed, onChange } = list
  const [words, setWords] = useState('')
  const shown = lrs.filter(({ id, lrNo }) => billed.has(id) || lrNo.includes(plainText(words).toUpperCase()))
  const set = (id: number, values: Billed | null) => {
    const next = new Map(billed)
    if (values) next.set(id, values)
    else next.delete(id)
    onChange(next)
  }
  return (
    <>
      {lrs.length > 10 && (
        <p className="bill-search">
          <label htmlFor="bill-search">Find an LR</label>
          <Input id="bill-search" allowClear value={words} onChange={event => setWords(event.target.value)} />
        </p>
      )}
      <ul className="bill-lrs">
        {shown.map(lr => {
          const agreed = agreedFor(lr)
          const values = billed.get(lr.id)
          const fault = list.faults.get(lr.id)
          return (
            <li key={lr.id} id={`bill-lr-${lr.id}`} tabIndex={-1}>
              <Checkbox
                checked={values !== undefined}
                onChange={({ target }) =>
                  set(lr.id, target.checked ? { billedFreight: agreed.freight, billedOther: agreed.other } : null)
                }
              >
                <strong>{lr.lrNo}</strong>{' '}
                <span className="quiet">
                  {dayText(lr.lrDate)} to {lr.texts.toCityId}, agreed {rupees(agreed.freight + agreed.other)}
                </span>
              </Checkbox>
              {values && (
                <div className="bill-amounts">
                  <Amount of={lr} name="billedFreight" label="Freight" values={values} onChange={set} />
                  <Amount of={lr} name="billedOther" label="Other charges" values={values} onChange={set} />
                  <BilledByCharge lr={lr} values={values} onChange={next => set(lr.id, next)} />
                </div>
              )}
              {fault && <p className="field-error">{fault.message}</p>}
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && <p className="quiet">No LR is found by this number.</p>}
    </>
  )
}

function Amount(amount: {
  of: LrRow
  name: 'billedFreight' | 'billedOther'
  label: string
  values: Billed
  onChange: (id: number, values: Billed) => void
}) {
  const { of: lr, name, label, values, onChange } = amount
  const id = `bill-${name}-${lr.id}`
  return (
    <span className="field">
      <label htmlFor={id}>
        {label}
        <span className="for-readers"> billed for {lr.lrNo}</span>
      </label>
      <AmountBox
        id={id}
        value={values[name]}
        onChange={value => onChange(lr.id, { ...values, [name]: value, billedKinds: null })}
      />
    </span>
  )
}
