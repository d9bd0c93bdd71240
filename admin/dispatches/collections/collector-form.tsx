import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import {
  type CollectorId,
  collectorIdLabels,
  collectorIds,
} from '../../../resources/dispatches/collections/collector.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { FormRow } from '../../derive/form/form-row.tsx'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { useSending } from '../../shell/use-sending.ts'
import { authorise, type InvoiceRow } from './collections-api.ts'

const before = ['collectorName', 'collectorMobile'] as const
const after = ['collectorIdNo', 'authorityAttachmentId', 'vehicleNo', 'packages', 'freightPaidByCustomer'] as const
const optional: readonly string[] = ['vehicleNo', 'freightPaidByCustomer']

/** Names who collects the goods of an invoice. */
export function CollectorForm({ invoice, onDone }: { invoice: InvoiceRow; onDone: () => void }) {
  const [values, setValues] = useState<Record<string, unknown>>({
    packages: invoice.packages,
    freightPaidByCustomer: null,
  })
  const [sendOnce] = useState(createSendOnce)
  const form = useSending(onDone)
  const formId = `collector-${invoice.id}`
  const set = (name: string, value: unknown) => {
    setValues(old => ({ ...old, [name]: value }))
    form.forget(name)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const body = { ...values, freightPaidByCustomer: values.freightPaidByCustomer ?? 0, invoiceId: invoice.id }
    void form.send(async () => {
      const made: PwcCollection = await sendOnce(JSON.stringify(body), headers => authorise(body, headers))
      showSuccess(`${made.collectorName} may collect the goods with gate pass ${made.gatepassNo}.`)
    })
  }

  const row = (name: (typeof before)[number] | (typeof after)[number]) => (
    <FormRow
      key={name}
      id={`${formId}-${name}`}
      resource={pwcCollection as unknown as Resource}
      of={{ name, field: pwcCollection.fields[name], editable: true, required: !optional.includes(name) }}
      value={values[name]}
      text={null}
      error={form.errorOf(name)}
      onChange={set}
      onBlur={keepAsTyped}
    />
  )
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={`Authorisation for invoice ${invoice.invoiceNo}`}
      className="pwc-form"
    >
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      <div className="form-grid is-double">
        {before.map(row)}
        <ChoiceRow<CollectorId>
          id={`${formId}-collectorIdType`}
          label="Identity document"
          required
          error={form.errorOf('collectorIdType')}
          options={collectorIds.map(value => ({ value, label: collectorIdLabels[value] }))}
          value={values.collectorIdType as CollectorId | undefined}
          onChange={value => set('collectorIdType', value)}
        />
        {after.map(row)}
      </div>
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={form.busy}>
          Authorise collection
        </Button>
        <Button onClick={onDone}>Back</Button>
      </div>
    </form>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
