import { Button } from 'antd'
import { rupees } from '../../../resources/define/show.ts'
import { paymentTask } from '../../../resources/payments/payment-task.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { momentText, optionText } from '../../derive/value-text.ts'
import { type TaskRow, useTasks } from './payment-api.ts'

const columns: readonly PlainColumn<TaskRow>[] = [
  { head: 'What happened', value: row => optionText(row.kind) },
  { head: 'Since', value: row => momentText(row.createdAt) },
  { head: 'Amount', right: true, value: row => rupees(row.amount) },
  { head: 'Details', value: row => row.details },
  { head: 'Done', value: row => (row.doneAt ? `${momentText(row.doneAt)}: ${row.reason}` : 'Open') },
]

/** What Finance has to settle about a payment; nothing where there is nothing. */
export default function PaymentTasks({ transactionId }: { transactionId: number }) {
  const { data, refetch } = useTasks(transactionId)
  if (!data || data.length === 0) return null
  return (
    <section className="panel" aria-labelledby="payment-tasks">
      <h2 id="payment-tasks">To settle by Finance</h2>
      <PlainGrid
        label="Tasks of Finance"
        rows={data}
        columns={columns}
        actions={row => <CloseTask task={row} onDone={() => void refetch()} />}
      />
    </section>
  )
}

function CloseTask({ task, onDone }: { task: TaskRow; onDone: () => void }) {
  const { actions, dialog } = useActions(paymentTask, [task], onDone)
  return (
    <>
      {actions.map(({ name, action, take }) => (
        <Button key={name} onClick={take}>
          {action.label}
          <span className="for-readers"> {optionText(task.kind)}</span>
        </Button>
      ))}
      {dialog}
    </>
  )
}
