import { Checkbox } from 'antd'
import { useState } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import { clean, type Fault } from '../../../resources/define/validate.ts'
import { lr as lrs } from '../../../resources/dispatches/lr.ts'
import { type CorrectedField, correctable } from '../../../resources/dispatches/lr-corrections.ts'
import type { LrLineRow } from '../../../resources/dispatches/lr-line.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { useAsk } from '../../derive/command/ask.ts'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import type { FormField } from '../../derive/form/fields-of.ts'
import { FormRow } from '../../derive/form/form-row.tsx'
import { RemarkRow } from '../../derive/form/remark-row.tsx'
import { isRefusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { correctLr, type LrRow, waitingInvoices } from '../lr-api.ts'
import { namedBy, waitingKey, waitingText } from '../waiting-key.ts'
import { CorrectedFields } from './corrected-fields.tsx'

const formId = 'correct'
type Bill = Pick<LrLineRow, 'ewayBillNo' | 'ewayValidTo'>

/**
 * Corrects what is still open on an LR, with a reason: its fields in groups, its e-way bills, and while it is booked its
 * invoices.
 */
export default function CorrectLr(form: {
  lr: LrRow
  lines: readonly LrLineRow[]
  onClose: () => void
  onCorrected: () => void
}) {
  const { lr, lines } = form
  const open = correctable(lr)
  const [edited, setEdited] = useState<Partial<Record<CorrectedField, unknown>>>({})
  const [bills, setBills] = useState<Readonly<Record<string, Bill>>>({})
  const [staying, setStaying] = useState<readonly string[]>(keysOf(lines))
  const [reason, setReason] = useState<string | null>(null)
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const rebooks = open.includes('lines') && lr.businessLine === 'CORE'
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message
  const billed = open.includes('ewayBills')
    ? lines.filter(
        (line, index) =>
          staying.includes(keyOf(line)) && keysOf(lines.slice(0, index)).every(key => key !== keyOf(line)),
      )
    : []

  async function send() {
    const onIt = keysOf(lines)
    const isOther = staying.length !== onIt.length || staying.some(key => !onIt.includes(key))
    const changedBills = Object.entries(bills).filter(([key]) => staying.includes(key) && onIt.includes(key))
    const body = {
      rowVersion: lr.rowVersion,
      reason,
      ...clean(lrs, edited),
      ...(isOther && {
        lines: staying.map(key => ({ ...namedBy(key), ...kept(lines, key), ...bills[key] })),
      }),
      ...(!isOther &&
        changedBills.length > 0 && {
          ewayBills: changedBills.map(([key, bill]) => ({ ...namedBy(key), ...clean(lrLine, bill) })),
        }),
    }
    setBusy(true)
    try {
      await correctLr(lr.id, body)
      showSuccess(`LR ${lr.lrNo} is corrected.`)
      form.onCorrected()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
      setAttempt(old => old + 1)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={720}
      title={`Correct LR ${lr.lrNo}`}
      okText="Save correction"
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={form.onClose}
    >
      <FaultSummary faults={faults} attempt={attempt} formId={formId} />
      <CorrectedFields
        formId={formId}
        lr={lr}
        open={open}
        edited={edited}
        errorOf={errorOf}
        onChange={(name, value) => setEdited(old => ({ ...old, [name]: value }))}
      />
      {rebooks && <Invoices lr={lr} lines={lines} staying={staying} error={errorOf('lines')} onChange={setStaying} />}
      {billed.map(line => (
        <div key={line.id} className="form-grid is-double">
          {(['ewayBillNo', 'ewayValidTo'] as const).map(name => (
            <FormRow
              key={name}
              id={`${formId}-${line.id}-${name}`}
              resource={lrLine}
              of={{ name, field: billField(name, line), editable: true } as FormField}
              value={bills[keyOf(line)]?.[name] ?? line[name]}
              text={null}
              error={undefined}
              onChange={(_, value) =>
                setBills(old => ({
                  ...old,
                  [keyOf(line)]: {
                    ewayBillNo: line.ewayBillNo,
                    ewayValidTo: line.ewayValidTo,
                    ...old[keyOf(line)],
                    [name]: value,
                  },
                }))
              }
              onBlur={keepAsTyped}
            />
          ))}
        </div>
      ))}
      <RemarkRow
        id={`${formId}-reason`}
        label="Reason"
        required
        error={errorOf('reason')}
        hint="Shown in the history of the LR"
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  )
}

const billField = (name: 'ewayBillNo' | 'ewayValidTo', line: LrLineRow) => {
  const what = name === 'ewayBillNo' ? 'E-way bill' : 'Its end'
  return { ...lrLine.fields[name], label: `${what} of ${nameOf(line)}` }
}

/** Lines of ours; the sister business has other numbers. */
const keysOf = (lines: readonly LrLineRow[]): string[] => [
  ...new Set(lines.filter(line => line.invoiceId !== null || line.deliveryId !== null).map(keyOf)),
]
const keyOf = ({ invoiceId, deliveryId }: LrLineRow) => waitingKey({ invoiceId, deliveryId })
const nameOf = ({ invoiceId, texts }: LrLineRow) =>
  invoiceId === null ? waitingText({ invoiceNo: texts.deliveryId ?? '', deliveryId: 0 }) : (texts.invoiceId ?? '')

const kept = (lines: readonly LrLineRow[], key: string) => {
  const line = lines.find(one => keyOf(one) === key)
  return line ? { challanNo: line.challanNo, ewayBillNo: line.ewayBillNo, ewayValidTo: line.ewayValidTo } : {}
}

/** The invoices of an LR that has not left: those on it, and those that wait for the same place. */
function Invoices(choice: {
  lr: LrRow
  lines: readonly LrLineRow[]
  staying: readonly string[]
  error: string | undefined
  onChange: (keys: readonly string[]) => void
}) {
  const { lr, lines, staying, onChange } = choice
  const { data } = useAsk(waitingInvoices, { plantId: lr.plantId, q: lr.texts.toCityId ?? null })
  const onIt = keysOf(lines).map(key => ({ key, text: nameOf(lines.find(line => keyOf(line) === key)!) }))
  const inCity = data?.groups.filter(({ city }) => city === lr.texts.toCityId) ?? []
  const others = inCity.flatMap(({ shipTo, invoices }) =>
    invoices.map(({ id, deliveryId, invoiceNo, value }) => ({
      key: waitingKey({ invoiceId: id, deliveryId }),
      text: `${waitingText({ invoiceNo, deliveryId })} · ${rupees(value)} · ${shipTo}`,
    })),
  )
  return (
    <fieldset className="lr-choice" id={`${formId}-lines`} tabIndex={-1}>
      <legend>Invoices on this LR</legend>
      {[...onIt, ...others].map(({ key, text }) => (
        <Checkbox
          key={key}
          checked={staying.includes(key)}
          onChange={event => onChange(event.target.checked ? [...staying, key] : staying.filter(one => one !== key))}
        >
          {text}
        </Checkbox>
      ))}
      {choice.error && <p className="field-error">{choice.error}</p>}
    </fieldset>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
