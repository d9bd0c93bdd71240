import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { dayText, quantityText } from '../../resources/define/show.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { useDebounced } from '../shell/use-debounced.ts'
import { findInvoices, linesOf } from './complaint-api.ts'

interface Goods {
  invoiceId: number | null
  invoiceLineId: number | null
}

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
  const { data: invoices = [], isFetching } = useQuery({
    queryKey: ['complaint-invoices', customerId, lrId, q],
    queryFn: () => findInvoices(customerId, q, lrId),
  })
  const { data: lines = [] } = useQuery({
    queryKey: ['complaint-lines', value.invoiceId],
    enabled: value.invoiceId !== null,
    queryFn: () => linesOf(value.invoiceId!),
  })
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
            onChange={invoiceId => rows.onChange({ invoiceId: invoiceId ?? null, invoiceLineId: null })}
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
              onChange={invoiceLineId => rows.onChange({ ...value, invoiceLineId: invoiceLineId ?? null })}
            />
          )}
        </FieldRow>
      )}
    </>
  )
}
