import { useState } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import type { keepOnAccount } from '../../../resources/payments/commands/money.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { at } from '../../derive/command/ask.ts'
import { useCommand } from '../../derive/command/use-command.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import type { Free } from '../payment/capture-money.ts'
import { type CaptureRow, moneyPaths } from '../payment/payment-api.ts'

/** Keeps what is to decide of a capture on account of its customer, wholly or partly. */
export default function KeepDialog(dialog: { capture: CaptureRow; free: Free; onClose: () => void }) {
  const { capture, free, onClose } = dialog
  const [amount, setAmount] = useState<number | string | null>(free.unresolved)
  const keep = useCommand(at<typeof keepOnAccount>('POST payments/captures/{id}/keep'), {
    changes: moneyPaths,
    onDone: ({ message }) => {
      showSuccess(message)
      onClose()
    },
  })
  return (
    <Dialog
      open
      width={416}
      title="Keep on account"
      okText={typeof amount === 'number' ? `Keep ${rupees(amount)}` : 'Keep on account'}
      cancelText="Back"
      confirmLoading={keep.busy}
      onOk={() => keep.send({ id: capture.id, amount: amount as number })}
      onCancel={onClose}
    >
      <p>
        {rupees(free.unresolved)} wait for a decision. What is kept on account may be put on open items later, by the
        customer too; they get a receipt. Nothing changes in SAP, which has it on the customer’s account.
      </p>
      <FieldRow id="keep-amount" label="Amount" required error={keep.errorOf('amount')}>
        {control => <NumberInput {...control} scale={2} unit="₹" value={amount} onChange={setAmount} />}
      </FieldRow>
      <Refusals sentences={keep.faults.filter(({ field }) => field !== 'amount').map(({ message }) => message)} />
    </Dialog>
  )
}
