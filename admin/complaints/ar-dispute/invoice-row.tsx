import { Select } from 'antd'
import { useState } from 'react'
import type { DisputableInvoice } from '../../../resources/complaints/dispute-commands.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { useAsk } from '../../derive/command/ask.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { useDebounced } from '../../shell/use-debounced.ts'
import { disputableInvoices } from '../dispute-api.ts'

/** Chooses an open invoice, and says how much of it can be disputed. */
export function InvoiceRow(row: {
  id: string
  customerId: number | null
  value: number | null
  /** The invoice of the value. */
  chosen: DisputableInvoice | undefined
  error: string | undefined
  onChange: (invoiceId: number | null) => void
}) {
  const { customerId, chosen } = row
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed, 200).slice(0, 16)
  const { data, isFetching } = useAsk(disputableInvoices, { customerId, q }, { enabled: customerId !== null })
  const invoices = data?.invoices ?? []
  const offered = chosen && !invoices.some(({ id }) => id === chosen.id) ? [chosen, ...invoices] : invoices
  return (
    <FieldRow id={row.id} label="Invoice" required error={row.error} {...(chosen && { hint: leftText(chosen) })}>
      {({ status, ...control }) => (
        <Select
          {...control}
          status={status ?? ''}
          allowClear
          showSearch
          filterOption={false}
          onSearch={setTyped}
          loading={isFetching}
          value={row.value}
          options={offered.map(one => ({
            value: one.id,
            label: `${one.invoiceNo} of ${dayText(one.invoiceDate)}, ${rupees(one.balance)} open`,
          }))}
          notFoundContent={isFetching ? 'Loading...' : 'No open invoice has that number'}
          onChange={id => row.onChange(id ?? null)}
        />
      )}
    </FieldRow>
  )
}

const leftText = ({ balance, disputed }: DisputableInvoice) => {
  if (disputed === 0) return `${rupees(balance)} can be disputed`
  return `${rupees(Math.max(0, balance - disputed))} can be disputed, ${rupees(disputed)} is disputed already`
}
