import { type ComponentType, lazy, Suspense, useState } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import type { OfferedStep, StepTaken } from '../../../resources/orders/commands/steps.ts'
import type { PricesChanged } from '../../../resources/orders/quote/seen-prices.ts'
import type { SamePo, SamePoAnswer } from '../../../resources/orders/terms/same-po.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { isRefusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import type { OrderLineRow } from '../order-rows.ts'
import { pricesChangedOf, samePoOf, takeStep } from '../save-order.ts'
import { PricesChangedDialog } from './prices-changed.tsx'
import { SamePoDialog } from './same-po.tsx'
import type { StepFormProps, StepOrder } from './step-form.ts'
import { StepReason } from './step-reason.tsx'

const ChangeLines = lazy(() => import('./change-lines.tsx'))
const AcceptChanges = lazy(() => import('./accept-changes.tsx'))
const CancelLines = lazy(() => import('../cancel/cancel-lines.tsx'))
const PickLines = lazy(() => import('./pick-lines.tsx'))
const StepFields = lazy(() => import('./step-fields.tsx'))

const forms: Record<string, ComponentType<StepFormProps>> = {
  accept: AcceptChanges,
  changeLine: ChangeLines,
  cancelOpen: CancelLines,
  deleteLines: PickLines,
  markCreated: StepFields,
  changeDate: StepFields,
  decline: StepFields,
}
const WIDE = ['changeLine', 'cancelOpen', 'deleteLines']
/** Steps that cannot be undone. */
export const DANGEROUS = ['reject', 'decline', 'cancel', 'cancelStuck', 'cancelOpen', 'deleteLines', 'delete']
/** «Cancel» beside «Back» would be read as closing the dialog. */
const words: Record<string, string> = { cancel: 'Cancel the order', cancelStuck: 'Cancel the order' }

/** What becomes of an order by a step whose name alone does not say it. */
const follows: Record<string, string> = {
  reject: 'The order ends. What it held of credit, stock, contract and promotion is free again.',
  approveInCompany: 'It is sent to us as the order of the colleague who wrote it.',
  returnInCompany: 'Your colleague can change it and ask again.',
  sendBack: 'The person who placed it can correct it and submit it again.',
}

/** What the person said to what the server asked. */
type Accepted = Partial<Pick<PricesChanged, 'seenLines'> & { samePo: SamePoAnswer }>

/** Confirms a step, with its reason and its other fields; a refusal is shown here. */
export function StepConfirm(confirm: {
  action: OfferedStep
  order: StepOrder
  lines?: readonly OrderLineRow[]
  onClose: () => void
  onTaken: (taken: StepTaken) => void
}) {
  const { action, order, lines = [], onClose, onTaken } = confirm
  const [why, setWhy] = useState<{ remark: string | null; reasonCodeId: number | null }>({
    remark: null,
    reasonCodeId: null,
  })
  const [fields, setFields] = useState<Record<string, unknown>>({})
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<string[]>([])
  const [sendOnce] = useState(createSendOnce)
  const [prices, setPrices] = useState<PricesChanged | null>(null)
  const [samePo, setSamePo] = useState<SamePo | null>(null)
  const [toExplain, setToExplain] = useState<readonly string[]>([])
  const [agreed, setAgreed] = useState<Accepted>({})
  const needed = action.remark === 'required' || toExplain.length > 0
  const Form = forms[action.step]

  async function take(answer: Accepted = {}) {
    const accepted = { ...agreed, ...answer }
    setAgreed(accepted)
    if (needed && !why.remark?.trim() && why.reasonCodeId === null) {
      setMissing(true)
      document.getElementById(action.reasons?.length ? 'step-reason' : 'step-remark')?.focus()
      return
    }
    setBusy(true)
    try {
      const { id: orderId, rowVersion } = order
      const reason = why.reasonCodeId === null ? {} : { reasonCodeId: why.reasonCodeId }
      const remark = why.remark?.trim() || null
      const said = { remark, ...reason, ...fields, ...accepted }
      onTaken(await takeStep({ orderId, step: action.step, rowVersion, ...said }, sendOnce))
    } catch (error) {
      if (!isRefusal(error)) throw error
      const changed = pricesChangedOf(error)
      setPrices(changed)
      const asked = samePoOf(error)
      setSamePo(asked)
      if (changed || asked) return
      const sentences = error.faults.length > 0 ? error.faults.map(({ message }) => message) : [error.message]
      setRefusals(sentences)
    } finally {
      setBusy(false)
    }
  }

  if (samePo)
    return <SamePoDialog asked={samePo} busy={busy} onAnswer={said => void take({ samePo: said })} onClose={onClose} />
  if (prices) {
    return (
      <PricesChangedDialog
        prices={prices}
        busy={busy}
        onAccept={() => void take({ seenLines: prices.seenLines })}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      open
      width={WIDE.includes(action.step) ? 860 : 416}
      title={`${action.label} ${order.orderNo}?`}
      okText={words[action.step] ?? action.label}
      okButtonProps={{ danger: DANGEROUS.includes(action.step) }}
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <p className="step-what">
        {order.texts?.customerId}
        {order.grossValue !== undefined && ` · ${rupees(order.grossValue)}`}
      </p>
      {follows[action.step] && <p className="field-hint">{follows[action.step]}</p>}
      {Form && (
        <Suspense fallback={<p role="status">Loading...</p>}>
          <Form order={order} lines={lines} step={action.step} onSay={setFields} onNeedRemark={setToExplain} />
        </Suspense>
      )}
      {toExplain.map(sentence => (
        <p key={sentence} role="status">
          {sentence}
        </p>
      ))}
      <StepReason action={action} needed={needed} missing={missing} value={why} onChange={setWhy} />
      <Refusals sentences={refusals} />
    </Dialog>
  )
}
