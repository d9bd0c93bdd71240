import { type PromiseExplanation, RECORD_DAYS } from '../../../resources/orders/quote/promise.ts'
import { UsedRow } from './used-row.tsx'

/** Where a promised day comes from, and how often such promises were met lately. */
export function PromiseSource({ of: { words, row, record } }: { of: PromiseExplanation }) {
  return (
    <section>
      <h3>Promised day</h3>
      <p>{words.join(' ')}</p>
      {record && (
        <p>
          Of {record.delivered} deliveries on this lane in the last {RECORD_DAYS} days, {record.onTime} came by the day
          that was told: <strong>{Math.round((record.onTime / record.delivered) * 100)} %</strong>.
        </p>
      )}
      {row && <UsedRow row={row} now={undefined} />}
    </section>
  )
}
