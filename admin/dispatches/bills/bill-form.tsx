import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { clean, type Fault } from '../../../resources/define/validate.ts'
import { agrees, reverseCharge } from '../../../resources/dispatches/bills/bill-rules.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { taxModeOf } from '../../../resources/masters/gta-tax-choice.ts'
import { RemarkRow } from '../../derive/form/remark-row.tsx'
import { isRefusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import type { LrRow } from '../lr-api.ts'
import {
  type BillLine,
  type BillRow,
  useBillableLrs,
  useOwnTransporter,
  useTaxChoices,
  useTransporter,
} from './bill-api.ts'
import type { Billed } from './billed-by-charge.tsx'
import { BilledLrs } from './billed-lrs.tsx'
import { faultsOfValue, HeadFields } from './head-fields.tsx'
import '../../derive/form/form.css'
import './bills.css'

const formId = 'bill'
const names = ['transporterId', 'billNo', 'billDate', 'baseAmount', 'gstAmount', 'attachmentId'] as const
type Name = (typeof names)[number]

/** A bill as it is printed, and why it is corrected; with the transporter where the person chose it. */
export type BillBody = Record<string, unknown>

/** The form of a transporter's bill over LRs. `kept` is the bill that it corrects, with its LRs. */
export function BillForm({
  kept,
  onSave,
}: {
  kept?: { bill: BillRow; lines: readonly BillLine[] }
  onSave: (body: BillBody, isDraft: boolean) => Promise<void>
}) {
  const own = useOwnTransporter()
  const [values, setValues] = useState<Partial<Record<Name, unknown>>>(kept?.bill ?? { gstAmount: 0 })
  const [billed, setBilled] = useState<ReadonlyMap<number, Billed>>(
    new Map(kept?.lines.map(({ line }) => [line.lrId, line])),
  )
  const [reason, setReason] = useState<string | null>(null)
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [saving, setSaving] = useState<'draft' | 'bill' | null>(null)
  const transporterId = own ?? (values.transporterId as number | null | undefined) ?? null
  const billDate = (values.billDate as string | null) ?? null
  const { data: transporter } = useTransporter(kept ? null : transporterId)
  const choices = useTaxChoices(kept ? null : transporterId)
  const taxMode =
    kept?.bill.gtaTaxMode ??
    (transporter && taxModeOf(choices.data ?? [], transporter.gtaTaxMode, billDate ?? '9999-12-31'))
  const waiting = useBillableLrs(transporterId, billDate)
  const lrs = waiting.data && withKept(kept?.lines ?? [], waiting.data)
  const shown = names.filter(
    name => (name !== 'transporterId' || (own === null && !kept)) && (name !== 'gstAmount' || taxMode !== 'RCM'),
  )
  const selected = (lrs ?? []).filter(({ id }) => billed.has(id))
  const amountOf = (id: number) => (billed.get(id)!.billedFreight ?? 0) + (billed.get(id)!.billedOther ?? 0)
  const total = sum(selected.map(({ id }) => amountOf(id)))
  const base = typeof values.baseAmount === 'number' ? values.baseAmount : null

  function set(name: string, value: unknown) {
    setValues(old => ({ ...old, [name]: value }))
    setFaults(old => old.filter(fault => fault.field !== name))
    if (name === 'transporterId') setBilled(new Map())
  }

  function refuse(wrong: Fault[]) {
    setFaults(wrong)
    setAttempt(old => old + 1)
  }

  async function save(isDraft: boolean) {
    const entered: Partial<Record<Name, unknown>> = { ...values, transporterId }
    const sent = names.filter(name => name !== 'transporterId' || !kept)
    const given = clean(transporterBill, Object.fromEntries(sent.map(name => [name, entered[name] ?? null])))
    const wrong = shown.flatMap(name => faultsOfValue(transporterBill, name, given[name]))
    if (wrong.length === 0 && selected.length === 0)
      wrong.push({ field: '', code: 'REQUIRED', message: 'LRs are required: choose those on the bill' })
    if (kept && !reason?.trim())
      wrong.push({ field: 'reason', code: 'REQUIRED', message: 'Reason is required: say why the bill is corrected' })
    if (wrong.length > 0) return refuse(wrong)
    const lines = selected.map(({ id }) => {
      const { billedFreight, billedOther, billedWeightKg, billedKinds } = billed.get(id)!
      const kinds = Object.entries(billedKinds ?? {}).map(([kind, amount]) => ({ kind, amount }))
      const sums = { billedFreight: billedFreight ?? 0, billedOther: billedOther ?? 0 }
      return { lrId: id, ...sums, billedWeightKg: billedWeightKg ?? null, kinds: kinds.length > 0 ? kinds : null }
    })
    const gstAmount = taxMode === 'RCM' ? 0 : given.gstAmount
    setSaving(isDraft ? 'draft' : 'bill')
    try {
      await onSave({ ...given, gstAmount, lines, ...(kept && { reason }) }, isDraft)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.statusCode === 409) void waiting.refetch()
      refuse(
        error.faults.length > 0 ? error.faults.map(atLr) : [{ field: '', code: error.code, message: error.message }],
      )
    } finally {
      setSaving(null)
    }
  }

  /** A fault of a line stands at its LR. */
  function atLr(fault: Fault): Fault {
    const line = /^lines\[(\d+)\]/.exec(fault.field)
    const lr = line && selected[Number(line[1])]
    return lr ? { ...fault, field: `lr-${lr.id}` } : fault
  }
  const lrFaults = new Map(
    faults.flatMap(fault => (fault.field.startsWith('lr-') ? [[Number(fault.field.slice(3)), fault] as const] : [])),
  )

  return (
    <form
      noValidate
      aria-label="Transporter bill"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save(false)
      }}
    >
      <HeadFields
        {...{ formId, values, faults, attempt }}
        title="Bill"
        resource={transporterBill}
        names={shown}
        mayBeEmpty={['gstAmount']}
        texts={kept?.bill.texts}
        onChange={set}
      >
        {taxMode === 'RCM' && base !== null && (
          <p className="notice-box bill-note">
            Reverse charge: {rupees(reverseCharge('RCM', base))} GST is payable by the company to the state, not part of
            this bill.
          </p>
        )}
      </HeadFields>
      <section className="panel" aria-labelledby="bill-lrs">
        <h2 id="bill-lrs">LRs on the bill</h2>
        {waiting.error && <Failure error={waiting.error} onRetry={() => void waiting.refetch()} />}
        {(transporterId === null || billDate === null) && (
          <p className="quiet">
            {transporterId === null ? 'Choose the transporter and enter' : 'Enter'} the bill date to see the LRs that
            can be billed.
          </p>
        )}
        {lrs?.length === 0 && (
          <p className="quiet">
            No LR of this transporter waits to be billed on this day. LRs are billed within 180 days.
          </p>
        )}
        {lrs && lrs.length > 0 && <BilledLrs lrs={lrs} billed={billed} faults={lrFaults} onChange={setBilled} />}
        {selected.length > 0 && (
          <p className="bill-sum" role="status">
            {selected.length === 1 ? 'One LR' : `${selected.length} LRs`}: <strong>{rupees(total)}</strong>
            {base !== null &&
              !agrees(base, total) &&
              `, the base amount is ${rupees(Math.abs(base - total))} ${base > total ? 'more' : 'less'}`}
          </p>
        )}
        {kept && (
          <RemarkRow
            id={`${formId}-reason`}
            label="Reason"
            required
            error={faults.find(({ field }) => field === 'reason')?.message}
            value={reason}
            onChange={setReason}
          />
        )}
        <div className="form-buttons">
          <Button type="primary" htmlType="submit" loading={saving === 'bill'}>
            {kept ? 'Save correction' : 'Submit bill'}
          </Button>
          {!kept && (
            <Button loading={saving === 'draft'} onClick={() => void save(true)}>
              Save draft
            </Button>
          )}
        </div>
      </section>
    </form>
  )
}

/** The LRs of the bill that is corrected, and the others that wait to be billed. */
function withKept(kept: readonly BillLine[], waiting: readonly LrRow[]): LrRow[] {
  const theirs = kept.flatMap(({ lr }) => lr ?? [])
  return [...theirs, ...waiting.filter(({ id }) => !theirs.some(own => own.id === id))]
}
