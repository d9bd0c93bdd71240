import { Button, Select } from 'antd'
import { useState } from 'react'
import type { changeMyAbsence, MyAbsence } from '../../resources/access-control/commands/absence.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { Refusals } from '../derive/action/refusals.tsx'
import { at } from '../derive/command/ask.ts'
import { useCommand } from '../derive/command/use-command.ts'
import DayInput from '../derive/form/day-input.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { showSuccess } from '../shell/notices/notices.ts'

/** Names who decides in the place of the person, and in which days; or ends that. */
export default function AwayDialog({
  absence,
  today,
  onClose,
}: {
  absence: MyAbsence
  today: string
  onClose: () => void
}) {
  const { colleagues, delegateEmployeeId, delegateFrom, delegateTo } = absence
  // An absence that is over tells nothing of the next one.
  const isOver = delegateTo !== null && delegateTo < today
  const [delegate, setDelegate] = useState(isOver ? null : delegateEmployeeId)
  const [from, setFrom] = useState<string | null>((isOver ? null : delegateFrom) ?? today)
  const [to, setTo] = useState(isOver ? null : delegateTo)
  const change = useCommand(at<typeof changeMyAbsence>('POST my-absence'), {
    changes: ['my-absence', 'access-control/employee'],
    onDone: ({ delegateEmployeeId }) => {
      const name = colleagues.find(({ id }) => id === delegateEmployeeId)?.name
      showSuccess(name ? `${name} decides for you in these days.` : 'You decide yourself again.')
      onClose()
    },
  })
  const send = (delegateEmployeeId: number | null) =>
    change.send({ delegateEmployeeId, delegateFrom: from, delegateTo: to })
  return (
    <Dialog
      open
      width={520}
      title="Who decides while you are away?"
      okText="Name the delegate"
      okButtonProps={{ disabled: delegate === null }}
      cancelText="Back"
      confirmLoading={change.busy}
      onOk={() => send(delegate)}
      onCancel={onClose}
    >
      <p>
        Orders that wait for you can be decided by your delegate in these days; both names are recorded. Orders that
        wait for your role are not affected.
      </p>
      <div className="form-grid">
        <FieldRow
          id="away-delegate"
          label="Delegate"
          required
          wide
          error={change.errorOf('delegateEmployeeId')}
          hint="Colleagues who hold one of the roles with which you decide"
        >
          {control => (
            <Select
              {...control}
              showSearch
              optionFilterProp="label"
              value={delegate}
              options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
              notFoundContent="No colleague holds one of your roles"
              onChange={setDelegate}
            />
          )}
        </FieldRow>
        <FieldRow id="away-from" label="From" required error={change.errorOf('delegateFrom')}>
          {control => <DayInput {...control} value={from} onChange={setFrom} />}
        </FieldRow>
        <FieldRow id="away-to" label="Until" required error={change.errorOf('delegateTo')}>
          {control => <DayInput {...control} value={to} onChange={setTo} />}
        </FieldRow>
      </div>
      <Refusals sentences={change.faults.filter(({ field }) => field === '').map(({ message }) => message)} />
      {delegateEmployeeId !== null && !isOver && (
        <p>
          <Button onClick={() => send(null)}>I am back: end the delegation</Button>
        </p>
      )}
    </Dialog>
  )
}
