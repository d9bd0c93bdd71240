import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { paymentCallback } from '../../../resources/payments/payment-callback.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { momentText, optionText } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import { type CallbackRow, useCallbacks } from './payment-api.ts'
import './payment.css'

const columns: readonly PlainColumn<CallbackRow>[] = [
  { head: 'Received', value: row => momentText(row.createdAt) },
  { head: 'Received by', value: row => optionText(row.kind) },
  { head: 'Signature', value: row => (row.signatureOk ? 'Valid' : 'Not valid') },
  { head: 'Result', value: row => (row.result ? optionText(row.result) : 'Not processed yet') },
  { head: 'From', value: row => row.remoteIp },
]

/** Gateway messages or answered about a payment, as it came but for what is masked. */
export default function Callbacks({ txnNo }: { txnNo: string }) {
  const { data } = useCallbacks(txnNo)
  const [open, setOpen] = useState<number>()
  if (!data) return null
  return (
    <section className="panel" aria-labelledby="payment-callbacks">
      <h2 id="payment-callbacks">Gateway messages</h2>
      {data.length === 0 ? (
        <p className="quiet">The gateway has sent nothing yet.</p>
      ) : (
        <PlainGrid
          label="Posts of the gateway"
          rows={data}
          columns={columns}
          actions={row => (
            <Button
              aria-expanded={open === row.id}
              onClick={() => setOpen(old => (old === row.id ? undefined : row.id))}
            >
              {open === row.id ? 'Hide' : 'Read'}
              <span className="for-readers"> what came {momentText(row.createdAt)}</span>
            </Button>
          )}
        />
      )}
      {open !== undefined && <Payload id={open} />}
    </section>
  )
}

function Payload({ id }: { id: number }) {
  const { data, error } = useQuery<CallbackRow, Refusal>({
    queryKey: [paymentCallback.path, 'one', id, 'row'],
    queryFn: () => rowsOf(paymentCallback).at<CallbackRow>(id),
  })
  if (error) return <p role="alert">{error.message}</p>
  return data ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section className="callback-text" tabIndex={0} aria-label="As it came">
      <pre>{JSON.stringify(data.payload, null, 2)}</pre>
    </section>
  ) : null
}
