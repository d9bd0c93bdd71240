import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { arDispute } from '../../../resources/complaints/ar-dispute.ts'
import { clean } from '../../../resources/define/validate.ts'
import { usePerson } from '../../account/person.ts'
import { useAsk } from '../../derive/command/ask.ts'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { FormRow } from '../../derive/form/form-row.tsx'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { useSending } from '../../shell/use-sending.ts'
import { disputableInvoices, openDispute } from '../dispute-api.ts'
import { FilesInput } from '../files-input.tsx'
import { disputeThread, sendPhoto } from '../thread-api.ts'
import { InvoiceRow } from './invoice-row.tsx'
import '../complaints.css'

const formId = 'dispute'
const MOST_FILES = 6
const sent = ['invoiceId', 'disputeType', 'disputedAmount', 'description'] as const

const numberIn = (text: string | null) => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

/** Opens a dispute: for oneself on a phone, or for a customer at the desk. `?invoice=` chooses an invoice. */
export default function CreateDispute() {
  const [params] = useSearchParams()
  const { user } = usePerson()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState<Record<string, unknown>>({
    customerId: user.customerId ?? numberIn(params.get('customerId')),
    invoiceId: numberIn(params.get('invoice')),
  })
  const [files, setFiles] = useState<File[]>([])
  const [isPreparing, setPreparing] = useState(false)
  const [sendOnce] = useState(createSendOnce)
  const form = useSending(() => undefined)
  const ours = user.customerId === null
  const customerId = values.customerId as number | null
  const invoiceId = values.invoiceId as number | null
  const { data } = useAsk(disputableInvoices, { invoiceId }, { enabled: invoiceId !== null })

  function set(name: string, value: unknown) {
    setValues(old => ({ ...old, [name]: value, ...(name === 'customerId' && { invoiceId: null }) }))
    form.forget(name)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    void form.send(async () => {
      const attachmentIds: number[] = []
      for (const file of files) attachmentIds.push(await sendPhoto(disputeThread, file))
      const said = clean(arDispute, Object.fromEntries(sent.map(name => [name, values[name] ?? null])))
      const body = { ...said, attachmentIds }
      const made = await sendOnce(JSON.stringify(body), headers => openDispute(body, headers))
      showSuccess(`Dispute ${made.disputeNo} is received.`)
      await client.invalidateQueries()
      await navigate(`/complaints/ar-dispute/show/${made.id}`)
    })
  }

  const row = (name: keyof typeof arDispute.fields, hint?: string) => (
    <FormRow
      key={name}
      id={`${formId}-${name}`}
      resource={arDispute}
      of={{ name, field: { ...arDispute.fields[name], ...(hint && { hint }) }, editable: true, required: true }}
      values={values as never}
      value={values[name] ?? null}
      text={null}
      error={form.errorOf(name)}
      onChange={set}
      onBlur={keepAsTyped}
    />
  )

  return (
    <PageFrame
      title="New Dispute"
      purpose="Tell us which invoice is wrong and by how much. We answer within ten working days."
    >
      <form className="panel complaint-form" onSubmit={send} noValidate aria-label="New dispute">
        <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
        <div className="form-grid">
          {ours && row('customerId')}
          {(customerId !== null || invoiceId !== null) && (
            <InvoiceRow
              id={`${formId}-invoiceId`}
              customerId={customerId}
              value={invoiceId}
              chosen={data?.invoices[0]}
              error={form.errorOf('invoiceId')}
              onChange={id => set('invoiceId', id)}
            />
          )}
          {row('disputeType')}
          {row('disputedAmount', 'With the tax on it')}
          {row('description')}
        </div>
        <FilesInput
          id={`${formId}-attachmentIds`}
          legend="Photos or files"
          files={files}
          most={MOST_FILES}
          onBusy={setPreparing}
          error={form.errorOf('attachmentIds')}
          onChange={taken => {
            setFiles(taken)
            form.forget('attachmentIds')
          }}
        />
        <div className="form-buttons">
          <Button type="primary" size="large" htmlType="submit" loading={form.busy} disabled={isPreparing}>
            Send dispute
          </Button>
        </div>
      </form>
    </PageFrame>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
