import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { customer } from '../../resources/access-control/customer.ts'
import type { ApiRow } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { Icon } from '../shell/menu/icons.tsx'
import { rowsOf } from '../shell/rows.ts'
import { useDebounced } from '../shell/use-debounced.ts'
import { useEarlyEnter } from '../shell/use-early-enter.ts'

const MIN_LETTERS = 3

/** Finds a customer by code, name or GSTIN, from the third letter on. */
export function CustomerBox({ onChoose }: { onChoose: (id: number) => void }) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 300)
  const { data, error } = useQuery<ApiRow[], Refusal>({
    queryKey: [customer.path, 'box', q],
    queryFn: async ({ signal }) => {
      const asked = { q, where: { isActive: true }, most: 10, select: ['id', 'code', 'name', 'gstin'] } as const
      return (await rowsOf(customer).page<ApiRow>(asked, signal)).data
    },
    enabled: q.length >= MIN_LETTERS,
  })

  const enter = useEarlyEnter(text, data !== undefined && q === text.trim(), () => {
    const first = data?.[0]
    if (first) choose(first.id)
  })

  function choose(id: number) {
    setText('')
    onChoose(id)
  }

  return (
    <search className="panel customer-box">
      <label htmlFor="customer-360">Customer code, name or GSTIN</label>
      <Input
        id="customer-360"
        autoComplete="off"
        maxLength={100}
        prefix={<Icon name="search" />}
        placeholder="At least 3 letters"
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') enter()
        }}
      />
      {error && <p className="field-error">{error.message}</p>}
      {q.length >= MIN_LETTERS && data && (
        <ul className="customer-hits">
          {data.length === 0 && (
            <li className="quiet" role="status">
              No matching customer.
            </li>
          )}
          {data.map(row => (
            <li key={row.id}>
              <button type="button" onClick={() => choose(row.id)}>
                <strong>{String(row.name)}</strong>{' '}
                <span className="quiet">{[row.code, row.gstin].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
