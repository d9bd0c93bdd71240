import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { complaint } from '../../resources/complaints/complaint.ts'
import { clean } from '../../resources/define/validate.ts'
import { usePerson } from '../account/person.ts'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { FormRow } from '../derive/form/form-row.tsx'
import { createSendOnce } from '../shell/idempotency-key.ts'
import { showSuccess } from '../shell/notices/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { useSending } from '../shell/use-sending.ts'
import { CategoryRow, useCategories } from './category-row.tsx'
import { openComplaint } from './complaint-api.ts'
import { FilesInput } from './files-input.tsx'
import { GoodsRows } from './goods-rows.tsx'
import { complaintThread, sendPhoto } from './thread-api.ts'
import './complaints.css'

const formId = 'complaint'
const MOST_FILES = 6

const numberIn = (text: string | null) => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

/** Opens a complaint: for oneself on a phone, or for a customer at the desk. `?id=` leads to one that is there. */
export default function CreateComplaint() {
  const [params] = useSearchParams()
  const { user } = usePerson()
  const client = useQueryClient()
  const navigate = useNavigate()
  const complaintId = numberIn(params.get('id'))
  const lrId = numberIn(params.get('lr'))
  const feedbackId = numberIn(params.get('feedback'))
  const type = params.get('type')
  const [values, setValues] = useState<Record<string, unknown>>({
    customerId: user.customerId ?? numberIn(params.get('customerId')),
    invoiceId: numberIn(params.get('invoice')),
    invoiceLineId: null,
    orderId: numberIn(params.get('order')),
    productId: null,
    followsId: numberIn(params.get('follows')),
    description: params.get('says') ?? '',
    priority: 'NORMAL',
  })
  const [files, setFiles] = useState<File[]>([])
  const [isPreparing, setPreparing] = useState(false)
  const [sendOnce] = useState(createSendOnce)
  const categories = useCategories()
  const form = useSending(() => undefined)
  if (complaintId !== null) return <Navigate to={`/complaints/show/${complaintId}`} replace />
  const ours = user.customerId === null
  const customerId = values.customerId as number | null
  // A POD says what kind of complaint it proposes.
  const proposed = categories.find(({ complaintType }) => complaintType === type)?.id
  const categoryId = (values.categoryId as number | undefined) ?? proposed ?? null
  const category = categories.find(({ id }) => id === categoryId)
  const needsSbu = form.errorOf('sbuId') !== undefined || typeof values.sbuId === 'number'

  function set(name: string, value: unknown) {
    setValues(old => ({
      ...old,
      [name]: value,
      ...(name === 'customerId' && { invoiceId: null, invoiceLineId: null, orderId: null, productId: null }),
    }))
    form.forget(name)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    void form.send(async () => {
      const attachmentIds: number[] = []
      for (const file of files) attachmentIds.push(await sendPhoto(complaintThread, file))
      const said = clean(
        complaint,
        Object.fromEntries(Object.entries({ ...values, categoryId }).map(([name, value]) => [name, value ?? null])),
      )
      const body = {
        ...said,
        ...((values.invoiceId ?? values.orderId) !== null && lrId !== null && { lrId }),
        ...(feedbackId !== null && { feedbackId }),
        attachmentIds,
      }
      const made = await sendOnce(JSON.stringify(body), headers => openComplaint(body, headers))
      showSuccess(`Complaint ${made.complaintNo} is received.`)
      await client.invalidateQueries()
      await navigate(`/complaints/show/${made.id}`)
    })
  }

  const row = (name: keyof typeof complaint.fields, required: boolean, label?: string) => (
    <FormRow
      key={name}
      id={`${formId}-${name}`}
      resource={complaint}
      of={{ name, field: { ...complaint.fields[name], ...(label && { label }) }, editable: true, required }}
      values={values as never}
      value={values[name] ?? null}
      text={null}
      error={form.errorOf(name)}
      onChange={set}
      onBlur={keepAsTyped}
    />
  )

  return (
    <PageFrame purpose="Tell us what is wrong with which goods. We answer by the date shown.">
      <form className="panel complaint-form" onSubmit={send} noValidate aria-label="New complaint">
        <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
        <div className="form-grid">
          {ours && row('customerId', true)}
          <CategoryRow
            id={`${formId}-categoryId`}
            label="Subject"
            value={categoryId}
            error={form.errorOf('categoryId')}
            onChange={id => set('categoryId', id)}
          />
          {needsSbu && row('sbuId', true)}
          {customerId !== null && (
            <GoodsRows
              formId={formId}
              customerId={customerId}
              lrId={lrId}
              value={{
                invoiceId: values.invoiceId as number | null,
                invoiceLineId: values.invoiceLineId as number | null,
                orderId: values.orderId as number | null,
                productId: values.productId as number | null,
              }}
              needed={category?.needsInvoice ?? false}
              errorOf={form.errorOf}
              onChange={goods => {
                setValues(old => ({ ...old, ...goods }))
                form.forget('invoiceId')
                form.forget('orderId')
              }}
            />
          )}
          {(category?.needsBatch || form.errorOf('batchNo') !== undefined) &&
            row('batchNo', false, 'Batch on the label')}
          {values.invoiceLineId !== null && row('affectedQty', false)}
          {ours && row('priority', true)}
          {row('description', true)}
        </div>
        <FilesInput
          id={`${formId}-attachmentIds`}
          legend={category?.needsAttachment ? 'Photos or files (required)' : 'Photos or files'}
          files={files}
          most={MOST_FILES}
          onBusy={setPreparing}
          error={form.errorOf('attachmentIds')}
          onChange={chosen => {
            setFiles(chosen)
            form.forget('attachmentIds')
          }}
        />
        <div className="form-buttons">
          <Button type="primary" size="large" htmlType="submit" loading={form.busy} disabled={isPreparing}>
            Send complaint
          </Button>
        </div>
      </form>
    </PageFrame>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
