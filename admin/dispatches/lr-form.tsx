import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { labelOf } from '../../resources/define/label.ts'
import { dayText, rupees } from '../../resources/define/show.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { expectedFreight } from '../../resources/dispatches/lane.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import type { LrProposal, SavedLr } from '../../resources/dispatches/lr-proposal.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { FormRow } from '../derive/form/form-row.tsx'
import { isRefusal, type Refusal } from '../shell/api.ts'
import { createSendOnce } from '../shell/idempotency-key.ts'
import { showSuccess } from '../shell/notices.ts'
import { fetchLrProposal, saveLr } from './lr-api.ts'
import { cleanLrValues, initialLrValues, type LrField, type LrValues, lrFaults, lrFields } from './lr-values.ts'

const formId = 'lr'

/** The LR for the chosen invoices, prefilled from them. Fields not yet edited follow the proposal. */
export function LrForm(form: {
  invoiceIds: readonly number[]
  onSaved: (lr: SavedLr) => void
  /** Called when somebody else has already dispatched one of the invoices. */
  onTaken: () => void
}) {
  const { invoiceIds, onSaved, onTaken } = form
  const [edited, setEdited] = useState<LrValues>({})
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [saving, setSaving] = useState(false)
  const [sendOnce] = useState(createSendOnce)
  const idea = {
    ...(edited.transMode ? { transMode: String(edited.transMode) } : {}),
    ...(edited.lrDate ? { lrDate: String(edited.lrDate) } : {}),
  }
  const { data: proposal, error } = useQuery<LrProposal, Refusal>({
    queryKey: ['lr-proposal', invoiceIds, idea],
    queryFn: () => fetchLrProposal(invoiceIds, idea),
    placeholderData: keepPreviousData,
    retry: false,
  })
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

  const values: LrValues = { ...initialLrValues(proposal), ...edited }
  const carriers = proposal.transporters.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))
  const lane = proposal.transporters.find(({ id }) => id === values.transporterId)?.lane
  const freight = lane && typeof values.chargedWeightKg === 'number' && expectedFreight(lane, values.chargedWeightKg)
  const errorOf = (name: string) => faults.find(fault => fault.field === name)?.message

  function set(name: string, value: unknown) {
    setEdited(old => ({ ...old, [name]: value, ...(name === 'transMode' ? { transporterId: null } : {}) }))
    setFaults(old => old.filter(fault => fault.field !== name))
  }

  function refuse(wrong: Fault[]) {
    setFaults(wrong.map(fault => (lrFields.includes(fault.field as LrField) ? fault : { ...fault, field: '' })))
    setAttempt(old => old + 1)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const wrong = lrFaults(values)
    if (wrong.length > 0) return refuse(wrong)
    const body = { ...cleanLrValues(values), invoiceIds }
    setSaving(true)
    try {
      const made = await sendOnce(JSON.stringify(body), headers => saveLr(body, headers))
      showSuccess(`LR ${made.lrNo} is saved.`)
      onSaved(made)
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
      <h2>Lorry receipt for {invoiceIds.length === 1 ? 'one invoice' : `${invoiceIds.length} invoices`}</h2>
      <FaultSummary faults={faults} attempt={attempt} formId={formId} />
      {proposal.warnings.map(warning => (
        <div key={warning} className="notice-box is-warning" role="status">
          {warning}
        </div>
      ))}
      {proposal.instructions.map(instruction => (
        <div key={instruction} className="notice-box">
          <strong>To observe:</strong> {instruction}
        </div>
      ))}
      <p className="quiet form-note">
        Fields with * are required. Expected at the customer on{' '}
        <strong>{dayText(proposal.expectedDeliveryDate)}</strong>.
        {typeof freight === 'number' && (
          <>
            {' '}
            This carrier’s freight by the lane: <strong>{rupees(freight)}</strong>.
          </>
        )}
      </p>
      <div className="form-grid is-double">
        {lrFields.map(name =>
          name === 'transporterId' ? (
            <ChoiceRow
              key={name}
              id={`${formId}-${name}`}
              label={labelOf(name, lr.fields[name])}
              required
              error={errorOf(name)}
              search
              placeholder={carriers.length === 0 ? 'No carrier carries this mode' : 'Choose'}
              options={carriers}
              value={values.transporterId as number | null}
              onChange={chosen => set(name, chosen)}
            />
          ) : (
            <FormRow
              key={name}
              id={`${formId}-${name}`}
              resource={lr}
              of={{ name, field: lr.fields[name], editable: true }}
              value={values[name]}
              text={null}
              error={errorOf(name)}
              onChange={set}
              onBlur={keepAsTyped}
            />
          ),
        )}
      </div>
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={saving}>
          Save LR
        </Button>
      </div>
    </form>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
