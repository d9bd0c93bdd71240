import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import type { FoundCustomer } from '../../../resources/orders/pad/offers.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { useDebounced } from '../../shell/use-debounced.ts'
import { useEarlyEnter } from '../../shell/use-early-enter.ts'
import { type CustomersAmong, findCustomers } from '../order-api.ts'
import './customer-search.css'

/**
 * The first step of ordering on behalf: chooses the customer. The first customers are offered at once, others while
 * typing.
 */
export function CustomerSearch({
  among = 'order-customers',
  onChoose,
  onNear,
}: {
  among?: CustomersAmong
  onChoose: (customer: FoundCustomer) => void
  /** Called when the person is about to choose: they type, or reach a customer. */
  onNear?: () => void
}) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 300)
  const { data, error, isFetching, refetch } = useQuery<FoundCustomer[], Refusal>({
    queryKey: [among, q],
    queryFn: ({ signal }) => findCustomers(q, signal, among),
    placeholderData: before => before,
  })

  const enter = useEarlyEnter(text, Boolean(data) && !isFetching && q === text.trim(), () => {
    const first = data?.[0]
    if (first) onChoose(first)
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') enter()
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      document.querySelector<HTMLButtonElement>('.customer-list button')?.focus()
    }
  }

  return (
    <section className="panel customer-search" aria-labelledby="customer-search">
      <h2 id="customer-search">For which customer?</h2>
      <label htmlFor="order-customer">Customer code, name or GSTIN</label>
      <Input
        id="order-customer"
        autoFocus
        autoComplete="off"
        maxLength={100}
        prefix={<Icon name="search" />}
        value={text}
        onChange={event => {
          setText(event.target.value)
          onNear?.()
        }}
        onKeyDown={onKeyDown}
      />
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="quiet" role="status">
          {!data
            ? 'Loading...'
            : data.length === 0
              ? 'No matching customer.'
              : 'Press Enter for the first match, or choose below.'}
        </p>
      )}
      <ul className={isFetching && data ? 'customer-list is-dim' : 'customer-list'}>
        {data?.map(customer => (
          <li key={customer.id}>
            <button type="button" onClick={() => onChoose(customer)} onPointerEnter={onNear} onFocus={onNear}>
              <strong>{customer.name}</strong>
              <span className="quiet">
                {[customer.code, customer.city, customer.channel].filter(Boolean).join(' · ')}
              </span>
              {customer.blocked && (
                <span className="field-error">
                  <Icon name="alert" size={12} /> Blocked for orders{customer.blocked !== 'portal' && ' in SAP'}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
