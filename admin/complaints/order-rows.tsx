import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { dayText } from '../../resources/define/show.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { useDebounced } from '../shell/use-debounced.ts'
import { findOrders, productsOf } from './complaint-api.ts'

interface OrderedGoods {
  orderId: number | null
  productId: number | null
}

/** Chooses the order that a complaint is about, then its product, where a distributor has the invoice. */
export function OrderRows(rows: {
  formId: string
  customerId: number
  value: OrderedGoods
  needed: boolean
  errorOf: (name: string) => string | undefined
  onChange: (goods: OrderedGoods) => void
}) {
  const { formId, customerId, value } = rows
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed, 200)
  const { data: orders = [], isFetching } = useQuery({
    queryKey: ['orders', 'for a complaint', customerId, q],
    queryFn: () => findOrders(customerId, q),
  })
  const { data: products = [] } = useQuery({
    queryKey: ['order-lines', 'for a complaint', value.orderId],
    enabled: value.orderId !== null,
    queryFn: () => productsOf(value.orderId!),
  })
  return (
    <>
      <FieldRow
        id={`${formId}-orderId`}
        label="Order"
        hint="Your distributor has the invoice: choose the order"
        required={rows.needed}
        error={rows.errorOf('orderId') ?? rows.errorOf('invoiceId')}
      >
        {({ status, ...control }) => (
          <Select
            {...control}
            status={status ?? ''}
            allowClear
            showSearch
            filterOption={false}
            onSearch={setTyped}
            loading={isFetching}
            value={value.orderId}
            options={orders.map(({ id, orderNo, orderDate }) => ({
              value: id,
              label: `${orderNo} of ${dayText(orderDate)}`,
            }))}
            notFoundContent={isFetching ? 'Loading...' : 'No order has that number'}
            onChange={orderId => rows.onChange({ orderId: orderId ?? null, productId: null })}
          />
        )}
      </FieldRow>
      {value.orderId !== null && (
        <FieldRow
          id={`${formId}-productId`}
          label="Product"
          hint="Leave it empty if it is about the whole order"
          error={rows.errorOf('productId')}
        >
          {({ status, ...control }) => (
            <Select
              {...control}
              status={status ?? ''}
              allowClear
              value={value.productId}
              options={products.map(({ productId, text }) => ({ value: productId, label: text }))}
              onChange={productId => rows.onChange({ orderId: value.orderId, productId: productId ?? null })}
            />
          )}
        </FieldRow>
      )}
    </>
  )
}
