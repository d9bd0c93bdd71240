import { Input, Modal } from 'antd'
import { useState } from 'react'
import { rupees } from '../../resources/define/show.ts'
import { FieldRow } from '../derive/field-row.tsx'
import { Refusals } from '../derive/refusals.tsx'
import { isRefusal } from '../shell/api.ts'
import { type StepTaken, takeStep } from './keep-order.ts'
import type { OrderRow } from './order-rows.ts'
import { pressing } from './press.ts'
import type { OrderAction } from './use-order.ts'

/** Asks once more before a step is taken, and for the reason where the step needs one; a refusal is told here. */
export function StepConfirm(confirm: {
  action: OrderAction
  order: OrderRow
  onClose: () => void
  onTaken: (taken: StepTaken) => void
}) {
  const { action, order, onClose, onTaken } = confirm
  const [remark, setRemark] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string[]>([])
  const [press] = useState(pressing)
  const needed = action.remark === 'required'
  const asksRemark = needed || action.step === 'approve'

  async function take() {
    const text = remark.trim() || null
    if (needed && !text) {
      setMissing(true)
      document.getElementById('step-remark')?.focus()
      return
    }
    setBusy(true)
    try {
      onTaken(
        await takeStep({ orderId: order.id, step: action.step, remark: text, rowVersion: order.rowVersion }, press),
      )
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal(error.faults.length > 0 ? error.faults.map(({ message }) => message) : [error.message])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      width={416}
      title={`${action.label} ${order.orderNo}?`}
      okText={action.step === 'cancel' ? 'Cancel the order' : action.label}
      okButtonProps={{ danger: ['reject', 'cancel', 'delete'].includes(action.step) }}
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <p className="step-what">
        {order.texts.customerId}
        {'grossValue' in order && ` · ${rupees(order.grossValue)}`}
      </p>
      {asksRemark && (
        <FieldRow
          id="step-remark"
          label={needed ? 'Why?' : 'Remark'}
          required={needed}
          error={missing && !remark.trim() ? 'Say why, in a few words' : undefined}
        >
          {({ status, ...control }) => (
            <Input.TextArea
              {...control}
              status={status ?? ''}
              autoFocus
              rows={3}
              maxLength={500}
              value={remark}
              onChange={event => setRemark(event.target.value)}
            />
          )}
        </FieldRow>
      )}
      <Refusals sentences={refusal} />
    </Modal>
  )
}
