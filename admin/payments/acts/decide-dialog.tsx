import { Input, Radio } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import type { decidePayment } from '../../../resources/payments/commands/money.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { at } from '../../derive/command/ask.ts'
import { useCommand } from '../../derive/command/use-command.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { FileInput } from '../../derive/form/file-input.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { moneyPaths, type PaymentRow } from '../payment/payment-api.ts'

const FIELDS = ['gatewayTxnId', 'amount', 'currency', 'proofId', 'reason']

/** Says by hand what became of a payment that its gateway leaves open; another person of Finance confirms it. */
export default function DecideDialog({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const [paid, setPaid] = useState(true)
  const [gatewayTxnId, setGatewayTxnId] = useState('')
  const [amount, setAmount] = useState<number | string | null>(payment.amount)
  const [proofId, setProofId] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const decide = useCommand(at<typeof decidePayment>('POST payments/{id}/decide'), {
    changes: moneyPaths,
    onDone: ({ message }) => {
      showSuccess(message)
      onClose()
    },
  })
  const send = () =>
    decide.send({
      id: payment.id,
      paid,
      gatewayTxnId: paid ? gatewayTxnId : null,
      amount: paid ? (amount as number) : null,
      currency: null,
      proofId: paid ? proofId : null,
      reason: reason || null,
    })
  return (
    <Dialog
      open
      width={520}
      title={`Decide ${payment.txnNo} by hand`}
      okText="Propose decision"
      cancelText="Back"
      confirmLoading={decide.busy}
      onOk={send}
      onCancel={onClose}
    >
      <p>
        {paid
          ? 'Once another person of Finance confirms it, the amount counts as captured and SAP posts it at once.'
          : 'Once another person of Finance confirms it, the payment counts as failed and its invoices are free. SAP gets nothing.'}
      </p>
      <div className="form-grid">
        <FieldRow id="decide-paid" label="Result" required wide>
          {control => (
            <Radio.Group
              {...control}
              value={paid}
              onChange={({ target }) => setPaid(target.value)}
              options={[
                { value: true, label: 'Paid' },
                { value: false, label: 'Not paid' },
              ]}
            />
          )}
        </FieldRow>
        {paid && (
          <>
            <FieldRow
              id="decide-id"
              label="Gateway reference"
              required
              wide
              hint="As the gateway’s console or the bank says"
              error={decide.errorOf('gatewayTxnId')}
            >
              {control => (
                <Input
                  {...control}
                  maxLength={40}
                  value={gatewayTxnId}
                  onChange={({ target }) => setGatewayTxnId(target.value)}
                />
              )}
            </FieldRow>
            <FieldRow id="decide-amount" label="Amount that the bank took" required error={decide.errorOf('amount')}>
              {control => <NumberInput {...control} scale={2} unit="₹" value={amount} onChange={setAmount} />}
            </FieldRow>
            <FieldRow id="decide-proof" label="Proof" required wide error={decide.errorOf('proofId')}>
              {control => (
                <FileInput
                  {...control}
                  owner="DECISION"
                  accept=".pdf,.png,.jpg"
                  what="proof"
                  value={proofId}
                  name={undefined}
                  onChange={setProofId}
                />
              )}
            </FieldRow>
          </>
        )}
        <FieldRow id="decide-reason" label="Why" required={!paid} wide error={decide.errorOf('reason')}>
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
      <Refusals
        sentences={decide.faults.filter(({ field }) => !FIELDS.includes(field)).map(({ message }) => message)}
      />
    </Dialog>
  )
}
