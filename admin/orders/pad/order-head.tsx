import { Input } from 'antd'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { type HeaderBody, termNames } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { usePerson } from '../../account/person.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import DayInput from '../../derive/form/day-input.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { FileInput } from '../../derive/form/file-input.tsx'
import { doesNeedPo } from './order-types.ts'
import './order-head.css'

const HeadMore = lazy(async () => ({ default: (await import('./head-more.tsx')).HeadMore }))

/** The fields under *More*. */
const FOLDED = ['orderTypeId', ...termNames, 'remarks', 'internalNote'] as const

/** What every order needs, in one line: customer, purchase order, ship-to and day; the rest is under *More*. */
export const OrderHead = memo(function OrderHead(form: {
  context: OrderContext
  header: HeaderBody
  order: { id: number; orderNo: string } | null
  poFileName: string | undefined
  errors: ReadonlyMap<string, string>
  onChange: (changes: Partial<HeaderBody>) => void
  onChangeCustomer?: (() => void) | undefined
}) {
  const { context, header, errors, onChange, onChangeCustomer } = form
  const { uploadMaxMb } = usePerson()
  const [opened, setOpened] = useState(false)
  const more = opened || FOLDED.some(name => errors.has(name))
  const needsPo = doesNeedPo(context, header)
  const field = (name: keyof HeaderBody, label: string) => ({ id: `order-${name}`, label, error: errors.get(name) })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyM') return
      event.preventDefault()
      setOpened(now => !now)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  /** A PO of which only the number is known is of today. */
  function changeNo(customerPoNo: string | null) {
    const isFirst = customerPoNo && !header.customerPoNo
    onChange({
      customerPoNo,
      ...(isFirst && { customerPoDate: header.customerPoDate ?? context.defaults.customerPoDate }),
    })
  }
  const { code, name } = context.customer
  return (
    <>
      <div className="order-head">
        <div className="field is-customer">
          <span className="field-label">Customer</span>
          {onChangeCustomer ? (
            <button type="button" className="head-customer" title={`${code} ${name}`} onClick={onChangeCustomer}>
              {name}
              <span className="for-readers">: change customer</span>
            </button>
          ) : (
            <span className="head-customer" title={`${code} ${name}`}>
              {name}
            </span>
          )}
        </div>
        <div className="is-ship-to">
          <ChoiceRow
            {...field('shipToId', 'Ship to')}
            search
            placeholder="Choose an address"
            options={context.shipTos.map(({ id, code, name, city, pincode }) => ({
              value: id,
              label: [name, city, pincode, code].filter(Boolean).join(', '),
            }))}
            value={header.shipToId}
            onChange={shipToId => onChange({ shipToId })}
          />
        </div>
        <div className="is-day">
          <FieldRow {...field('requestedDeliveryDate', 'Wanted by')}>
            {control => (
              <DayInput
                {...control}
                value={header.requestedDeliveryDate}
                onChange={requestedDeliveryDate => onChange({ requestedDeliveryDate })}
              />
            )}
          </FieldRow>
        </div>
        <div className={header.poAttachmentId === null ? 'head-file is-none' : 'head-file'}>
          <FieldRow {...field('poAttachmentId', 'PO file')} hint={`PDF, PNG, JPG or XLSX, at most ${uploadMaxMb} MB`}>
            {control => (
              <FileInput
                {...control}
                owner="ORDER"
                accept=".pdf,.png,.jpg,.jpeg,.xlsx"
                what="PO file"
                value={header.poAttachmentId}
                name={form.poFileName}
                onChange={poAttachmentId => onChange({ poAttachmentId })}
              />
            )}
          </FieldRow>
        </div>
        <button
          type="button"
          className="head-more-button"
          aria-expanded={more}
          aria-keyshortcuts="Alt+M"
          onClick={() => setOpened(!more)}
        >
          More{' '}
          <span className="key-cap" aria-hidden="true">
            Alt M
          </span>
        </button>
        {/* Last, so that Tab goes PO number, PO date, first line; the eye finds them after the customer. */}
        <div className="is-po-no">
          <FieldRow {...field('customerPoNo', 'PO number')} required={needsPo}>
            {({ status, ...control }) => (
              <Input
                {...control}
                status={status ?? ''}
                autoComplete="off"
                maxLength={35}
                value={header.customerPoNo ?? ''}
                onChange={event => changeNo(event.target.value || null)}
              />
            )}
          </FieldRow>
        </div>
        <div className="is-day is-po-date">
          <FieldRow {...field('customerPoDate', 'PO date')} required={needsPo}>
            {control => (
              <DayInput
                {...control}
                value={header.customerPoDate}
                onChange={customerPoDate => onChange({ customerPoDate })}
              />
            )}
          </FieldRow>
        </div>
      </div>
      {more && (
        <Suspense fallback={null}>
          <HeadMore context={context} header={header} order={form.order} field={field} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
})
