import { Radio } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import type { refundCapture } from '../../../resources/payments/commands/money.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { at } from '../../derive/command/ask.ts'
import { useCommand } from '../../derive/command/use-command.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import type { Free } from '../payment/capture-money.ts'
import { amountIn, type CaptureRow, moneyPaths } from '../payment/payment-api.ts'

const FIELDS = ['amount', 'how', 'reason']

/** Proposes that money of a capture goes back to its payer; another person of Finance confirms it. */
export default function RefundDialog(dialog: { capture: CaptureRow; free: Free; onClose: () => void }) {
  const { capture, free, onClose } = dialog
  const [amount, setAmount] = useState<number | string | null>(free.unresolved || free.refundable)
  const [how, setHow] = useState<'API' | 'HAND'>('API')
  const [reason, setReason] = useState('')
  const refund = useCommand(at<typeof refundCapture>('POST payments/captures/{id}/refund'), {
    changes: moneyPaths,
    onDone: ({ message }) => {
      showSuccess(message)
      onClose()
    },
  })
  return (
    <Dialog
      open
      width={520}
      title="Refund"
      okText={typeof amount === 'number' ? `Propose ${amountIn(capture.currency, amount)}` : 'Propose refund'}
      cancelText="Back"
      confirmLoading={refund.busy}
      onOk={() => refund.send({ id: capture.id, amount: amount as number, how, reason })}
      onCancel={onClose}
    >
      <p>
        At most {amountIn(capture.currency, free.refundable)} can go back: first what is to decide, then what is on
        account, then what the newest item has. Another person of Finance confirms it before money goes out.
      </p>
      <div className="form-grid">
        <FieldRow id="refund-amount" label="Amount" required wide error={refund.errorOf('amount')}>
          {control => (
            <NumberInput
              {...control}
              scale={2}
              unit={capture.currency === 'INR' ? '₹' : capture.currency}
              value={amount}
              onChange={setAmount}
            />
          )}
        </FieldRow>
        <FieldRow id="refund-how" label="Sent by" required wide error={refund.errorOf('how')}>
          {control => (
            <Radio.Group
              {...control}
              value={how}
              onChange={({ target }) => setHow(target.value)}
              options={[
                { value: 'API', label: 'Ask the gateway' },
                { value: 'HAND', label: 'Bank transfer by hand' },
              ]}
            />
          )}
        </FieldRow>
        <FieldRow id="refund-reason" label="Why" required wide error={refund.errorOf('reason')}>
          {control => (
            <TextArea
              {...control}
              rows={2}
              maxLength={255}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </FieldRow>
      </div>
      <p className="quiet">
        Once it has gone back, SAP posts it from the customer’s account to the gateway’s, under the number of the
        refund. The payer is told at both moments.
      </p>
      <Refusals
        sentences={refund.faults.filter(({ field }) => !FIELDS.includes(field)).map(({ message }) => message)}
      />
    </Dialog>
  )
}
