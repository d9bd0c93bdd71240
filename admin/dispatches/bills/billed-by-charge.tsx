import { chargeKinds, chargeWords, sumsOf } from '../../../resources/dispatches/freight/agreed-charges.ts'
import { type BilledKinds, kindsOf } from '../../../resources/dispatches/freight/billed-kinds.ts'
import { NumberInput } from '../../derive/form/number-input.tsx'
import type { LrRow } from '../lr-api.ts'
import { AmountBox, plain } from './amount-box.tsx'

/** What is billed for an LR: paise and grams. */
export interface Billed {
  billedFreight: number | null
  billedOther: number | null
  billedWeightKg?: number | null
  billedKinds?: BilledKinds | null
}

/** The weight that is billed for an LR, and its charges one by one where the bill says them: they make up its amounts. */
export function BilledByCharge({
  lr,
  values,
  onChange,
}: {
  lr: LrRow
  values: Billed
  onChange: (values: Billed) => void
}) {
  const kinds = values.billedKinds ?? {}
  const weightId = `bill-weight-${lr.id}`
  function set(kind: (typeof chargeKinds)[number], amount: number | null) {
    const next = chargeKinds.flatMap(one => {
      const paise = one === kind ? amount : (kinds[one] ?? null)
      return paise === null ? [] : [{ kind: one, amount: paise }]
    })
    if (next.length === 0) return onChange({ ...values, billedKinds: null })
    const { expectedFreight, expectedOther } = sumsOf(next)
    onChange({ ...values, billedFreight: expectedFreight, billedOther: expectedOther, billedKinds: kindsOf(next) })
  }
  return (
    <details>
      <summary>
        Weight and charges<span className="for-readers"> of {lr.lrNo}</span>
      </summary>
      <span className="field">
        <label htmlFor={weightId}>Billed weight</label>
        <NumberInput
          {...plain}
          id={weightId}
          scale={3}
          unit="kg"
          value={values.billedWeightKg ?? null}
          onChange={weight => onChange({ ...values, billedWeightKg: weight as number | null })}
        />
      </span>
      {chargeKinds.map(kind => (
        <span key={kind} className="field">
          <label htmlFor={`bill-${kind}-${lr.id}`}>{chargeWords.staff[kind]}</label>
          <AmountBox id={`bill-${kind}-${lr.id}`} value={kinds[kind] ?? null} onChange={amount => set(kind, amount)} />
        </span>
      ))}
    </details>
  )
}
