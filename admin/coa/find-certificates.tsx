import { Button, Input } from 'antd'
import { type FormEvent, useId } from 'react'
import { useSearchParams } from 'react-router'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { useMay } from '../account/person.ts'
import { useAsk } from '../derive/command/ask.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { BatchList, certifiedGoods } from '../orders/show/certified-goods.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { SearchForm } from './search-form.tsx'
import '../derive/form/form.css'
import './coa.css'
import '../derive/show/show.css'

/** Finds certificates with a sign-in: all batches of an invoice, or one by product and batch. */
export default function FindCertificates() {
  const may = useMay()
  const byInvoice = may('read', invoice.path) && may('read', coaDocument.path)
  return (
    <PageFrame title="Find Certificates" purpose="Certificates of analysis by invoice, or by product and batch.">
      {byInvoice && <OfInvoice />}
      <section className="panel" aria-labelledby="coa-one">
        <h2 id="coa-one">One batch</h2>
        <SearchForm isOnly={!byInvoice} />
      </section>
    </PageFrame>
  )
}

function OfInvoice() {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const invoiceNo = params.get('invoice') ?? ''
  const { data, error, isFetching } = useAsk(certifiedGoods, { invoiceNo }, { enabled: invoiceNo !== '' })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('invoiceNo') ?? '').trim()
    setParams(wanted === '' ? {} : { invoice: wanted })
  }

  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>All of an invoice</h2>
      <form onSubmit={submit} className="track-form coa-search" noValidate>
        <FieldRow id="coa-invoice" label="Invoice number" required error={error?.message}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              key={invoiceNo}
              name="invoiceNo"
              maxLength={16}
              autoComplete="off"
              defaultValue={invoiceNo}
            />
          )}
        </FieldRow>
        <Button type="primary" htmlType="submit" loading={isFetching}>
          Show batches
        </Button>
      </form>
      <div role="status" className="coa-found">
        {data &&
          (data.length === 0 ? <p>This invoice names no batches.</p> : <BatchList batches={data} by={{ invoiceNo }} />)}
      </div>
    </section>
  )
}
