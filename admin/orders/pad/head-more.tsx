import TextArea from 'antd/es/input/TextArea'
import { Link } from 'react-router'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { usePerson } from '../../account/person.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { HeadTerms } from './head-terms.tsx'
import { OpenCarts } from './open-carts.tsx'
import { orderTypesOf } from './order-types.ts'

/** The fields of an order that mostly stay as they are, and what else is open for the customer. */
export function HeadMore(form: {
  context: OrderContext
  header: HeaderBody
  order: { id: number; orderNo: string } | null
  field: (name: keyof HeaderBody, label: string) => { id: string; label: string; error: string | undefined }
  onChange: (changes: Partial<HeaderBody>) => void
}) {
  const { context, header, order, field, onChange } = form
  const isOurs = usePerson().user.userType === 'EMPLOYEE'
  return (
    <section className="head-more" aria-label="More about the order">
      <ChoiceRow
        {...field('orderTypeId', 'Order type')}
        options={orderTypesOf(context).map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
        value={header.orderTypeId}
        onChange={orderTypeId => onChange({ orderTypeId })}
      />
      <HeadTerms context={context} header={header} field={field} onChange={onChange} />
      <FieldRow {...field('completeDelivery', 'Delivery')}>
        {({ status: _, ...control }) => (
          <label className="check">
            <input
              type="checkbox"
              {...control}
              checked={header.completeDelivery}
              onChange={event => onChange({ completeDelivery: event.target.checked })}
            />
            Only in full
          </label>
        )}
      </FieldRow>
      <LongText {...field('remarks', 'Remarks')} value={header.remarks} onChange={remarks => onChange({ remarks })} />
      {isOurs && (
        <LongText
          {...field('internalNote', 'Internal note')}
          value={header.internalNote}
          onChange={internalNote => onChange({ internalNote })}
        />
      )}
      <p className="head-open">
        <span className="quiet">Customer {context.customer.code}</span>
        {order && <Link to={`/orders/order-history/${order.id}`}>{order.orderNo} and its history</Link>}
        <OpenCarts customerId={context.customer.id} orderId={order?.id ?? null} />
      </p>
    </section>
  )
}

function LongText(row: {
  id: string
  label: string
  error: string | undefined
  value: string | null | undefined
  onChange: (value: string | null) => void
}) {
  const { value, onChange, ...field } = row
  return (
    <FieldRow {...field} wide>
      {({ status, ...control }) => (
        <TextArea
          {...control}
          status={status ?? ''}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={500}
          value={value ?? ''}
          onChange={event => onChange(event.target.value || null)}
        />
      )}
    </FieldRow>
  )
}
