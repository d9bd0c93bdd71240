import { Button, Input } from 'antd'
import { memo, useState } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { OfferedOrderType, OrderContext } from '../../../resources/orders/pad/offers.ts'
import { freightTerms, transModes } from '../../../resources/trade.ts'
import { usePerson } from '../../account/person.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import DayInput from '../../derive/form/day-input.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { useNarrow } from '../../derive/use-narrow.ts'
import { optionText } from '../../derive/value-text.ts'
import { PoFields } from './po-fields.tsx'
import './order-header.css'

const modeText = (mode: string) => (mode === 'PWC' ? 'PWC, party will collect' : optionText(mode))
const options = <Value extends string>(values: readonly Value[], text: (value: string) => string = optionText) =>
  values.map(value => ({ value, label: text(value) }))

/** The order types of all SBUs of the customer, each once. */
export function orderTypesOf({ sbus }: OrderContext): OfferedOrderType[] {
  return [...new Map(sbus.flatMap(({ orderTypes }) => orderTypes).map(type => [type.id, type])).values()]
}

/** Whether the order type requires the PO of the customer. */
export const doesNeedPo = (context: OrderContext, { orderTypeId }: Pick<HeaderBody, 'orderTypeId'>) =>
  orderTypesOf(context).find(({ id }) => id === orderTypeId)?.requiresPo ?? false

/** The header of the order: ship-to, dates, terms, and the customer's PO. */
export const OrderHeader = memo(function OrderHeader(form: {
  context: OrderContext
  header: HeaderBody
  poFileName: string | undefined
  errors: ReadonlyMap<string, string>
  folded: boolean
  onEnter: () => void
  onChange: (changes: Partial<HeaderBody>) => void
}) {
  const { context, header, errors, folded, onEnter, onChange } = form
  // A phone shows first what every order needs.
  const wide = !useNarrow()
  const [more, setMore] = useState(false)
  const isOurs = usePerson().user.userType === 'EMPLOYEE'
  const types = orderTypesOf(context)
  const needsPo = doesNeedPo(context, header)
  const field = (name: keyof HeaderBody, label: string) => ({ id: `order-${name}`, label, error: errors.get(name) })
  const closed = context.blocks.find(({ mode, sbuId }) => mode === 'BLOCK' && sbuId === null)?.message
  const shipTos = context.shipTos.map(({ id, code, name, city, pincode }) => ({
    value: id,
    label: [code, name, city, pincode].filter(Boolean).join(' · '),
  }))
  return (
    // Folded it stays in the page, so that a file that is being uploaded is kept.
    <section className="panel" aria-labelledby="order-head" hidden={folded} onFocus={onEnter}>
      <h2 id="order-head">Order</h2>
      <div className="order-head">
        <ChoiceRow
          {...field('shipToId', 'Ship-to')}
          error={errors.get('shipToId') ?? closed}
          required
          wide
          search
          placeholder="Choose an address"
          options={shipTos}
          value={header.shipToId}
          onChange={shipToId => onChange({ shipToId })}
        />
        <ChoiceRow
          {...field('orderTypeId', 'Order type')}
          required
          options={types.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
          value={header.orderTypeId}
          onChange={orderTypeId => onChange({ orderTypeId })}
        />
        <FieldRow {...field('requestedDeliveryDate', 'Requested delivery')} required>
          {control => (
            <DayInput
              {...control}
              value={header.requestedDeliveryDate}
              onChange={requestedDeliveryDate => onChange({ requestedDeliveryDate })}
            />
          )}
        </FieldRow>
        {wide || more ? (
          <>
            <ChoiceRow
              {...field('freightTerms', 'Freight terms')}
              options={options(freightTerms)}
              value={header.freightTerms}
              onChange={value => onChange({ freightTerms: value })}
            />
            <ChoiceRow
              {...field('transMode', 'Mode of transport')}
              options={options(transModes, modeText)}
              value={header.transMode}
              onChange={value => onChange({ transMode: value })}
            />
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
            <LongText
              {...field('remarks', 'Remarks')}
              wide={isOurs}
              value={header.remarks}
              onChange={remarks => onChange({ remarks })}
            />
            {isOurs && (
              <LongText
                {...field('internalNote', 'Internal note')}
                wide
                hint="Internal only"
                value={header.internalNote}
                onChange={internalNote => onChange({ internalNote })}
              />
            )}
          </>
        ) : (
          <Button className="header-more" onClick={() => setMore(true)}>
            Freight, transport and remarks
          </Button>
        )}
        {/* Last, so that Tab goes PO number, PO date, first line. */}
        <PoFields
          header={header}
          needsPo={needsPo}
          today={context.defaults.customerPoDate}
          fileName={form.poFileName}
          fileFrom={context.poFileRequiredAbove}
          field={field}
          onChange={onChange}
        />
      </div>
    </section>
  )
})

function LongText(row: {
  id: string
  label: string
  error: string | undefined
  hint?: string
  wide?: boolean
  value: string | null | undefined
  onChange: (value: string | null) => void
}) {
  const { value, onChange, ...field } = row
  return (
    <FieldRow {...field}>
      {({ status, ...control }) => (
        <Input.TextArea
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
