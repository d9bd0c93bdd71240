import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { text } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { LrProposal } from '../../../resources/dispatches/commands/booking.ts'
import { ewayVehicleNote } from '../../../resources/dispatches/eway-vehicle.ts'
import { SIZES_HINT } from '../../../resources/dispatches/freight/size-text.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { SavedLr } from '../../../resources/dispatches/saved-lr.ts'
import { ask, keyOf } from '../../derive/command/ask.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import type { FormField } from '../../derive/form/fields-of.ts'
import { FormRow } from '../../derive/form/form-row.tsx'
import { LaneRecord } from '../../orders/show/lane-record.tsx'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { lrProposal, saveLr } from '../lr-api.ts'
import { waitingKey } from '../waiting-key.ts'
import { type Chosen, keyOfWaiting } from './chosen.ts'
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
  sentSizes,
  shownFields,
} from './lr-values.ts'
import { type BookingActs, repeating, type Typed } from './use-booking.ts'

const formId = 'lr'
/** The id of the first field, to which the keys lead. */
export const LR_NO = `${formId}-lrNo`

/** The LR for what is chosen, prefilled from it. What nobody has typed follows the proposal. */
export function LrForm(form: {
  typed: Typed
  acts: BookingActs
  onSaved: (lr: SavedLr) => void
  /** Called when others took some of it meanwhile. */
  onTaken: (taken: readonly Chosen[], message: string) => void
  /** Called once the first field is there. */
  onReady: () => void
}) {
  const { typed, acts, onSaved, onTaken, onReady } = form
  const { chosen, edited } = typed
  const client = useQueryClient()
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [saving, setSaving] = useState(false)
  const [sendOnce] = useState(createSendOnce)
  const idea = {
    invoiceIds: chosen.flatMap(({ id }) => id ?? []),
    deliveryIds: chosen.flatMap(({ deliveryId }) => deliveryId ?? []),
    transMode: (edited.transMode as LrProposal['transMode'] | '') || null,
    lrDate: (edited.lrDate as string | undefined) || null,
  }
  const query = {
    queryKey: keyOf(lrProposal, idea, 'invoices'),
    queryFn: () => ask(lrProposal, idea),
    retry: false,
  }
  const { data, error, isPlaceholderData } = useQuery<LrProposal, Refusal>({
    ...query,
    placeholderData: keepPreviousData,
  })
  // What was proposed last stays while what is chosen cannot go together.
  const last = useRef(data)
  last.current = data ?? last.current
  const proposal = last.current && ofChosen(last.current, chosen)
  const isReady = proposal !== undefined
  useEffect(() => {
    if (isReady) onReady()
  }, [isReady, onReady])
  const taken = error && takenIn(error, chosen)
  useEffect(() => {
    if (taken && error) onTaken(taken, error.message)
  })
  // The lines of others have these places now.
  const lineKeys = chosen.map(keyOfWaiting).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each choice
  useEffect(() => setFaults(old => old.filter(({ field }) => !field.startsWith('lines'))), [lineKeys])

  const refusal = error && !taken && (
    <div className="notice-box is-bad lr-refused" role="alert">
      {(error.faults.length > 0 ? error.faults : [error]).map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  )
  if (!proposal) return refusal || null

  const { lines, values } = enteredOf(proposal, typed)
  const shown = shownFields(proposal, values, lines)
  const transporterRows = proposal.transporters.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))
  const freight = laneFreight(proposal, values)
  const errorOf = (name: string) => faults.find(fault => fault.field === name)?.message

  function set(name: string, value: unknown) {
    acts.setValues({ [name]: value, ...(name === 'transMode' ? { transporterId: null } : {}) })
    setFaults(old => old.filter(fault => fault.field !== name))
  }

  function setLine(index: number, changes: Partial<LineValues>) {
    acts.setLine(waitingKey(proposal!.lines[index]!), changes)
    const names = Object.keys(changes).map(name => `lines[${index}].${name}`)
    setFaults(old => old.filter(({ field }) => !names.some(name => field.startsWith(name))))
  }

  function refuse(wrong: Fault[], asked: readonly LrField[]) {
    const isShown = (field: string) =>
      field === 'sizes' || asked.some(name => name === field) || field.startsWith('lines[')
    setFaults(wrong.map(fault => (isShown(fault.field) ? fault : { ...fault, field: '' })))
    setAttempt(old => old + 1)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    let asked: readonly LrField[] = shown
    try {
      // Whoever is quicker than the proposal for the last choice saves that one, too.
      const now = isPlaceholderData || error ? await client.fetchQuery(query) : proposal!
      const entered = enteredOf(now, typed)
      asked = shownFields(now, entered.values, entered.lines)
      const wrong = lrFaults(entered.values)
      if (wrong.length > 0) return refuse(wrong, asked)
      const body = {
        ...cleanLrValues(entered.values),
        lines: sentLines(now, entered.lines),
        sizes: sentSizes(entered.values),
      }
      const made = await sendOnce(JSON.stringify(body), headers => saveLr(body, headers))
      showSuccess(`LR ${made.lrNo} is saved.`)
      acts.change(repeating(Object.fromEntries(keptFields.map(name => [name, entered.values[name]]))))
      onSaved(made)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      const gone = takenIn(failure, acts.chosenNow())
      if (gone) onTaken(gone, failure.message)
      else
        refuse(
          failure.faults.length > 0 ? failure.faults : [{ field: '', code: failure.code, message: failure.message }],
          asked,
        )
    } finally {
      setSaving(false)
    }
  }

  return (
    <form
      className="lr-form"
      onSubmit={event => void save(event)}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
      noValidate
      aria-label="Lorry receipt"
    >
      {refusal}
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
        <FormRow
          id={`${formId}-sizes`}
          resource={lr}
          of={sizesField}
          value={values.sizes ?? null}
          text={null}
          error={errorOf('sizes')}
          onChange={set}
          onBlur={keepAsTyped}
        />
      </div>
      <LrLines formId={formId} proposal={proposal} lines={lines} errorOf={errorOf} onChange={setLine} />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={saving} aria-keyshortcuts="Control+Enter">
          Save LR
        </Button>
      </div>
    </form>
  )
}

/** What is entered: the proposal, and over it what was typed. */
function enteredOf(proposal: LrProposal, { edited, lines: typed }: Typed) {
  const lines = proposal.lines.map(line => ({ ...initialLine(line), ...typed[waitingKey(line)] }))
  return { lines, values: lrValuesOf(proposal, lines, withKnownTransporter(edited, proposal)) }
}

/** The proposal without the lines of what was left out since. */
function ofChosen(proposal: LrProposal, chosen: readonly Chosen[]): LrProposal {
  const keys = new Set(chosen.map(keyOfWaiting))
  const lines = proposal.lines.filter(line => keys.has(waitingKey(line)))
  return lines.length === proposal.lines.length ? proposal : { ...proposal, lines }
}

/** What of the choice somebody else took meanwhile, where that is why something was refused. */
function takenIn({ statusCode, data }: Refusal, chosen: readonly Chosen[]): readonly Chosen[] | undefined {
  const { invoiceIds = [], deliveryIds = [] } = data as { invoiceIds?: number[]; deliveryIds?: number[] }
  const gone = chosen.filter(({ id, deliveryId }) =>
    id === null ? deliveryIds.includes(deliveryId!) : invoiceIds.includes(id),
  )
  return statusCode === 409 && gone.length > 0 ? gone : undefined
}

/** A transporter kept from the LR before stays only where it carries the mode. */
function withKnownTransporter(edited: LrValues, proposal: LrProposal): LrValues {
  const { transporterId, ...others } = edited
  return proposal.transporters.some(({ id }) => id === transporterId) || transporterId === null ? edited : others
}

/** The sizes of packages, as one text. */
const sizesField = {
  name: 'sizes',
  field: text({ max: 2_000, optional: true, label: 'Sizes of packages', hint: SIZES_HINT }),
  editable: true,
} as FormField

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
