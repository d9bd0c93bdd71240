import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { type PwcStep, pwcProcess } from '../../../resources/dispatches/collections/pwc-process.ts'
import { invoice as invoices } from '../../../resources/dispatches/invoice.ts'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { FormRow } from '../../derive/form/form-row.tsx'
import { RemarkRow } from '../../derive/form/remark-row.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { useSending } from '../../shell/use-sending.ts'
import { type InvoiceRow, takeStep } from './collections-api.ts'

/** The steps that ask for something, besides the gate. */
export type AskingStep = Exclude<PwcStep, 'collect' | 'sendCode'>

const asks: Record<AskingStep, { fields: Readonly<Record<string, Field>>; reason?: string; done: string }> = {
  ready: {
    fields: {
      vehicleNo: pwcCollection.fields.vehicleNo,
      ewayBillNo: invoices.fields.ewayBillNo,
      ewayValidTo: invoices.fields.ewayValidTo,
    },
    done: 'The goods are ready; the code is on its way to the collector.',
  },
  correctFreight: {
    fields: { freightPaidByCustomer: pwcCollection.fields.freightPaidByCustomer },
    reason: 'Reason for the correction',
    done: 'The freight is corrected.',
  },
  cancel: {
    fields: {},
    reason: 'Reason for the cancellation',
    done: 'The collection is cancelled; the goods wait for dispatch or collection again.',
  },
}

/** Asks what a step needs, and takes it. */
export function StepForm(of: { step: AskingStep; collection: PwcCollection; invoice: InvoiceRow; onDone: () => void }) {
  const { step, collection, invoice, onDone } = of
  const { fields, reason: reasonLabel, done } = asks[step]
  const currentValues: Record<string, unknown> = { ...invoice, ...collection }
  const [values, setValues] = useState<Record<string, unknown>>(
    Object.fromEntries(Object.keys(fields).map(name => [name, currentValues[name] ?? null])),
  )
  const [reason, setReason] = useState<string | null>(null)
  const form = useSending(onDone)
  const formId = `${step}-${collection.id}`
  const { label } = pwcProcess.steps[step]

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.send(async () => {
      await takeStep(collection, step, { ...values, ...(reasonLabel && { reason }) })
      showSuccess(done)
    })
  }

  return (
    <form onSubmit={submit} noValidate aria-label={`${label}: gate pass ${collection.gatepassNo}`} className="pwc-form">
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      <div className="form-grid is-double">
        {Object.entries(fields).map(([name, field]) => (
          <FormRow
            key={name}
            id={`${formId}-${name}`}
            resource={pwcCollection as unknown as Resource}
            of={{ name, field: { ...field, label: labelOf(name, field) }, editable: true }}
            value={values[name]}
            text={null}
            error={form.errorOf(name)}
            onChange={(_, value) => {
              setValues(old => ({ ...old, [name]: value }))
              form.forget(name)
            }}
            onBlur={keepAsTyped}
          />
        ))}
        {reasonLabel && (
          <RemarkRow
            id={`${formId}-reason`}
            label={reasonLabel}
            required
            wide
            error={form.errorOf('reason')}
            value={reason}
            onChange={setReason}
          />
        )}
      </div>
      <div className="form-buttons">
        <Button type="primary" danger={step === 'cancel'} htmlType="submit" loading={form.busy}>
          {label}
        </Button>
        <Button onClick={onDone}>Back</Button>
      </div>
    </form>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
