import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { dayText, quantityText } from '../../resources/define/show.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { useDebounced } from '../shell/use-debounced.ts'
import { findInvoices, linesOf } from './complaint-api.ts'
import { OrderRows } from './order-rows.tsx'

interface Goods {
  invoiceId: number | null
  invoiceLineId: number | null
  orderId: number | null
  productId: number | null
}

const nothing: Goods = { invoiceId: null, invoiceLineId: null, orderId: null, productId: null }

/** Chooses the invoice that a complaint is about, then its line, which says product and batch. */
export function GoodsRows(rows: {
  formId: string
  customerId: number
  lrId: number | null
  value: Goods
  needed: boolean
  errorOf: (name: string) => string | undefined
  onChange: (goods: Goods) => void
}) {
  const { formId, customerId, lrId, value } = rows
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed, 200)
  const { data, isFetching } = useQuery({
    queryKey: ['invoices', 'for a complaint', customerId, lrId, q],
    queryFn: () => findInvoices(customerId, q, lrId),
  })
  const invoices = data ?? []
  const { onChange } = rows
  const isOffered = useRef(false)
  // Of an LR with one invoice of the customer there is nothing to choose; whoever empties it keeps it empty.
  useEffect(() => {
    if (lrId === null || q !== '' || data?.length !== 1 || isOffered.current) return
    isOffered.current = true
    onChange({ ...nothing, invoiceId: data[0]!.id })
  }, [data, lrId, q, onChange])
  const { data: lines = [] } = useQuery({
    queryKey: ['invoice-lines', 'for a complaint', value.invoiceId],
    enabled: value.invoiceId !== null,
    queryFn: () => linesOf(value.invoiceId!),
  })
  // Who buys through a distributor has orders, and no invoice.
  if (data && data.length === 0 && q === '')
    return <OrderRows {...rows} onChange={goods => onChange({ ...nothing, ...goods })} />
  return (
    <>
      <FieldRow id={`${formId}-invoiceId`} label="Invoice" required={rows.needed} error={rows.errorOf('invoiceId')}>
        {({ status, ...control }) => (
          <Select
            {...control}
            status={status ?? ''}
            allowClear
            showSearch
            filterOption={false}
            onSearch={setTyped}
            loading={isFetching}
            value={value.invoiceId}
            options={invoices.map(({ id, invoiceNo, invoiceDate }) => ({
              value: id,
              label: `${invoiceNo} of ${dayText(invoiceDate)}`,
            }))}
            notFoundContent={isFetching ? 'Loading...' : 'No invoice has that number'}
            onChange={invoiceId => onChange({ ...nothing, invoiceId: invoiceId ?? null })}
          />
        )}
      </FieldRow>
      {value.invoiceId !== null && (
        <FieldRow
          id={`${formId}-invoiceLineId`}
          label="Product and batch"
          hint="Leave it empty if it is about the whole invoice"
          error={rows.errorOf('invoiceLineId')}
        >
          {({ status, ...control }) => (
            <Select
              {...control}
              status={status ?? ''}
              allowClear
              value={value.invoiceLineId}
              options={lines.map(({ id, texts, batchNo, qty, uom }) => ({
                value: id,
                label: [texts.productId, batchNo && `batch ${batchNo}`, `${quantityText(qty)} ${uom}`]
                  .filter(Boolean)
                  .join(', '),
              }))}
              onChange={invoiceLineId => onChange({ ...value, invoiceLineId: invoiceLineId ?? null })}
            />
          )}
        </FieldRow>
      )}
    </>
  )
}
