import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { CheckedPayment, cancelPayments, checkPayments } from '../../../resources/payments/commands/results.ts'
import { MOST_CHECKED } from '../../../resources/payments/most-checked.ts'
import { isUnpaid, undecided } from '../../../resources/payments/payment-states.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { useMay } from '../../account/person.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { ask, at } from '../../derive/command/ask.ts'
import { Cell } from '../../derive/grid/cell.tsx'
import { PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { isRefusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'

type Row = Pick<CheckedPayment, 'id' | 'status'>
type Command = 'check' | 'cancel'

const check = at<typeof checkPayments>('POST payments/check')
const cancel = at<typeof cancelPayments>('POST payments/cancel')
const words = { check: 'Check status now', cancel: 'Cancel payment' } as const
const canCheck = (row: Row) => undecided.includes(row.status) || isUnpaid(row)
const canCancel = ({ status }: Row) => undecided.includes(status)

/** Asks the gateway what became of payments, or cancels those that were not started; each answers in its own words. */
export function CheckPayments({ rows, small = false }: { rows: readonly Row[]; small?: boolean }) {
  const may = useMay()
  const invalidate = useInvalidate()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<Command>()
  const [results, setResults] = useState<readonly CheckedPayment[]>()

  async function take(command: Command) {
    setBusy(command)
    try {
      const ids = rows.map(({ id }) => id)
      const { results } = await (command === 'check' ? ask(check, { ids }) : ask(cancel, { ids }))
      setResults(results)
    } catch (error) {
      if (!isRefusal(error)) throw error
      showFailure('The gateway was not asked.', error.message)
    } finally {
      setBusy(undefined)
    }
  }

  /** The rows are read again when the answer has been read: they may leave the list. */
  function close() {
    setResults(undefined)
    void invalidate({ resource: paymentTransaction.path, invalidates: ['list', 'detail'] })
    void queries.invalidateQueries({ queryKey: ['payment-part'] })
  }

  if (!may('approve', paymentTransaction.path) || rows.length === 0) return null
  if (rows.length > MOST_CHECKED) return <span>Select at most {MOST_CHECKED} payments to check their status.</span>
  const open = [rows.every(canCheck) && 'check', rows.every(canCancel) && 'cancel'] as const
  return (
    <>
      {open.map(
        command =>
          command && (
            <Button
              key={command}
              size={small ? 'small' : 'middle'}
              danger={command === 'cancel'}
              loading={busy === command}
              onClick={() => void take(command)}
            >
              {words[command]}
            </Button>
          ),
      )}
      {results && (
        <Dialog
          open
          width={720}
          title="What the gateway says"
          onCancel={close}
          footer={
            <Button type="primary" onClick={close}>
              Close
            </Button>
          }
        >
          <PlainGrid
            label="What the gateway says"
            rows={results}
            columns={[
              { head: 'Payment', value: row => row.txnNo },
              { head: 'Status', value: row => <Cell field={paymentTransaction.fields.status} value={row.status} /> },
              { head: 'Details', value: row => row.message },
            ]}
          />
        </Dialog>
      )}
    </>
  )
}
