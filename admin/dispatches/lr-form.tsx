import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { labelOf } from '../../resources/define/label.ts'
import { dayText, rupees } from '../../resources/define/show.ts'
import type { Fault } from '../../resources/define/validate.ts'
import type { LrProposal } from '../../resources/dispatches/commands/booking.ts'
import { ewayVehicleNote } from '../../resources/dispatches/eway-vehicle.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import type { SavedLr } from '../../resources/dispatches/saved-lr.ts'
import { ask, keyOf } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import type { FormField } from '../derive/form/fields-of.ts'
import { FormRow } from '../derive/form/form-row.tsx'
import { LaneRecord } from '../orders/show/lane-record.tsx'
import { isRefusal, type Refusal } from '../shell/api.ts'
import { createSendOnce } from '../shell/idempotency-key.ts'
import { showSuccess } from '../shell/notices/notices.ts'
import { lrProposal, saveLr } from './lr-api.ts'
import { LrLines } from './lr-lines.tsx'
import {
  cleanLrValues,
  initialLine,
  keptFields,
  type LineValues,
  type LrField,
  type LrValues,
  laneFreight,
  lrFaults,
  lrValuesOf,
  sentLines,
  shownFields,
} from './lr-values.ts'
import { type NamedGoods, namedBy, waitingKey } from './waiting-key.ts'

const formId = 'lr'

/** The LR for the chosen invoices and deliveries, prefilled from them. Fields not yet edited follow the proposal. */
export function LrForm(form: {
  /** What goes on it, by `waitingKey`. */
  chosen: readonly string[]
  /** What repeats from the LR before: its day, transporter and vehicle. */
  kept: LrValues
  onSaved: (lr: SavedLr, kept: LrValues) => void
  /** Called when somebody else has already dispatched one of the invoices. */
  onTaken: () => void
}) {
  const { chosen, kept, onSaved, onTaken } = form
  const [edited, setEdited] = useState<LrValues>(kept)
  const [editedLines, setEditedLines] = useState<Readonly<Record<string, Partial<LineValues>>>>({})
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [saving, setSaving] = useState(false)
  const [sendOnce] = useState(createSendOnce)
  const named = chosen.map(namedBy)
  const idea = {
    invoiceIds: named.flatMap(({ invoiceId }) => invoiceId ?? []),
    deliveryIds: named.flatMap(({ deliveryId }) => deliveryId ?? []),
    transMode: (edited.transMode as LrProposal['transMode'] | '') || null,
    lrDate: (edited.lrDate as string | undefined) || null,
  }
  const { data: proposal, error } = useQuery<LrProposal, Refusal>({
    queryKey: keyOf(lrProposal, idea),
    queryFn: () => ask(lrProposal, idea),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isReady = proposal !== undefined
  useEffect(() => {
    if (isReady) document.getElementById(`${formId}-lrNo`)?.focus()
  }, [isReady])
  if (error) {
    return (
      <div className="notice-box is-bad lr-refused" role="alert">
        {(error.faults.length > 0 ? error.faults : [error]).map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    )
  }
  if (!proposal) return null

  const lines = proposal.lines.map(line => ({ ...initialLine(line), ...editedLines[waitingKey(line)] }))
  const values = lrValuesOf(proposal, lines, withKnownTransporter(edited, proposal))
  const shown = shownFields(proposal, values, lines)
  const transporterRows = proposal.transporters.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))
  const freight = laneFreight(proposal, values)
  const errorOf = (name: string) => faults.find(fault => fault.field === name)?.message

  function set(name: string, value: unknown) {
    setEdited(old => ({ ...old, [name]: value, ...(name === 'transMode' ? { transporterId: null } : {}) }))
    setFaults(old => old.filter(fault => fault.field !== name))
  }

  function setLine(index: number, changes: Partial<LineValues>) {
    const key = waitingKey(proposal!.lines[index]!)
    setEditedLines(old => ({ ...old, [key]: { ...old[key], ...changes } }))
    const names = Object.keys(changes).map(name => `lines[${index}].${name}`)
    setFaults(old => old.filter(({ field }) => !names.some(name => field.startsWith(name))))
  }

  function refuse(wrong: Fault[]) {
    const isShown = (field: string) => shown.some(name => name === field) || field.startsWith('lines[')
    setFaults(wrong.map(fault => (isShown(fault.field) ? fault : { ...fault, field: '' })))
    setAttempt(old => old + 1)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const wrong = lrFaults(values)
    if (wrong.length > 0) return refuse(wrong)
    const body = { ...cleanLrValues(values), lines: sentLines(proposal!, lines) }
    setSaving(true)
    try {
      const made = await sendOnce(JSON.stringify(body), headers => saveLr(body, headers))
      showSuccess(`LR ${made.lrNo} is saved.`)
      onSaved(made, Object.fromEntries(keptFields.map(name => [name, values[name]])))
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (error.statusCode === 409) onTaken()
      refuse(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
    } finally {
      setSaving(false)
    }
  }

  return (
    <form className="panel" onSubmit={event => void save(event)} noValidate aria-label="Lorry receipt">
      <h2>Lorry receipt for {goingText(named)}</h2>
      <FaultSummary faults={faults} attempt={attempt} formId={formId} />
      {proposal.warnings.map(warning => (
        <div key={warning} className="notice-box is-warning" role="status">
          {warning}
        </div>
      ))}
      {proposal.instructions.map(instruction => (
        <div key={instruction} className="notice-box">
          <strong>Delivery instructions:</strong> {instruction}
        </div>
      ))}
      <p className="quiet form-note">
        Fields with * are required. Expected at the customer on{' '}
        <strong>{dayText(proposal.expectedDeliveryDate)}</strong>
        {proposal.deliveryWindow && (
          <>
            , receiving hours <strong>{proposal.deliveryWindow}</strong>
          </>
        )}
        .
        {freight !== null && (
          <>
            {' '}
            This transporter’s freight by the lane: <strong>{rupees(freight)}</strong>
            {values.freightAmount === freight ? ', already entered' : ''}.
          </>
        )}
      </p>
      <LaneRecord plantId={proposal.plantId!} to={{ toCityId: proposal.toCityId, transMode: proposal.transMode }} />
      <div className="form-grid is-double">
        {shown.map(name =>
          name === 'transporterId' ? (
            <ChoiceRow
              key={name}
              id={`${formId}-${name}`}
              label={labelOf(name, lr.fields[name])}
              required
              error={errorOf(name)}
              search
              placeholder={transporterRows.length === 0 ? 'No transporter carries this mode' : 'Choose'}
              options={transporterRows}
              value={values.transporterId as number | null}
              onChange={chosen => set(name, chosen)}
            />
          ) : (
            <FormRow
              key={name}
              id={`${formId}-${name}`}
              resource={lr}
              of={fieldOf(name, proposal, values)}
              value={values[name]}
              text={null}
              error={errorOf(name)}
              onChange={set}
              onBlur={keepAsTyped}
            />
          ),
        )}
      </div>
      <LrLines formId={formId} proposal={proposal} lines={lines} errorOf={errorOf} onChange={setLine} />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={saving}>
          Save LR
        </Button>
      </div>
    </form>
  )
}

/** What goes, counted: invoices, and deliveries that are never billed. */
function goingText(named: readonly NamedGoods[]): string {
  const free = named.filter(({ invoiceId }) => invoiceId === null).length
  const counts = [
    counted(named.length - free, 'one invoice', 'invoices'),
    counted(free, 'one delivery free of charge', 'deliveries free of charge'),
  ]
  return counts.filter(Boolean).join(' and ')
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? one : `${count} ${many}`

/** A transporter kept from the LR before stays only where it carries the mode. */
function withKnownTransporter(edited: LrValues, proposal: LrProposal): LrValues {
  const { transporterId, ...others } = edited
  return proposal.transporters.some(({ id }) => id === transporterId) || transporterId === null ? edited : others
}

const conditional = [
  'unNumber',
  'tremCardId',
  'driverIsTrained',
  'loggerNo',
  'backdateReason',
  'termsReason',
  'valueReason',
]

/** What the goods decide cannot be entered; what is shown only where it is asked is required. */
function fieldOf(name: LrField, proposal: LrProposal, values: LrValues): FormField {
  const { hazardous, ewayKmADay, ewayKmADayOverDimensional } = proposal
  const field = { ...lr.fields[name] }
  if (name === 'isOverDimensional')
    field.hint = `Its e-way bill is valid a day for every ${ewayKmADayOverDimensional} km instead of ${ewayKmADay}`
  const spelling = name === 'vehicleNo' && ewayVehicleNote(String(values.vehicleNo ?? ''))
  if (spelling) field.hint = spelling
  if (name === 'hasHazard' && hazardous.length > 0)
    return { name, field: { ...field, hint: `By its products: ${hazardous.join(', ')}` }, editable: false } as FormField
  // Every field is sent, so an emptied one gets no default.
  const required = conditional.includes(name) || (!field.optional && field.kind !== 'flag')
  return { name, field, editable: true, required } as FormField
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
