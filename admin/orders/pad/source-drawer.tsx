import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { dayText } from '../../../resources/define/show.ts'
import type * as pad from '../../../resources/orders/pad/commands.ts'
import type { LineSource, LineSources, SourceLines } from '../../../resources/orders/pad/commands.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'
import { ExplainDrawer } from '../explain/explain-drawer.tsx'
import { orderSources, sourceLines } from '../order-api.ts'
import { usePad } from './pad.ts'
import { SourcePreview } from './source-preview.tsx'
import './source-drawer.css'

const saveTemplate = (customerId: number, name: string, lines: { productId: number; qty: number }[]) =>
  ask(at<typeof pad.saveTemplate>('POST order-templates'), { customerId, name, lines })

const deleteTemplate = (id: number) => ask(at<typeof pad.deleteTemplate>('DELETE order-templates/{id}'), { id })

/** The source that is meant at first; none opens the list of them. */
export type SourceStart = Partial<{ from: LineSource; id: number; name: string }>

/** Copies lines from earlier orders, annexures or saved lists, and saves these lines as a list. */
export function SourceDrawer({ start, onClose }: { start: SourceStart; onClose: () => void }) {
  const { customerId } = usePad()
  const [busy, setBusy] = useState<string | null>(null)
  const { data, error, refetch } = useQuery<LineSources, Refusal>({
    queryKey: ['order-sources', customerId],
    queryFn: () => orderSources(customerId),
    staleTime: 30_000,
  })

  const [preview, setPreview] = useState<{ name: string; lines: SourceLines } | null>(null)

  async function show(from: LineSource, id: number, name: string) {
    setBusy(`${from} ${id}`)
    try {
      setPreview({ name, lines: await sourceLines(customerId, from, id) })
    } catch (error) {
      showFailure('The lines could not be taken.', isRefusal(error) ? error.message : undefined)
    } finally {
      setBusy(null)
    }
  }

  const begun = useRef(false)
  useEffect(() => {
    const { from, id, name } = start
    if (!begun.current && from && id && name) void show(from, id, name)
    begun.current = true
  })

  if (preview) {
    return (
      <ExplainDrawer title={`Take lines from ${preview.name}`} open onClose={onClose}>
        <SourcePreview {...preview} onBack={() => setPreview(null)} onTaken={onClose} />
      </ExplainDrawer>
    )
  }

  const row = (from: LineSource, id: number, name: string, about: string, drop?: () => void) => (
    <li key={`${from} ${id}`}>
      <span>
        <strong>{name}</strong> <span className="quiet">{about}</span>
      </span>
      <Button loading={busy === `${from} ${id}`} onClick={() => void show(from, id, name)}>
        Take the lines<span className="for-readers"> of {name}</span>
      </Button>
      {drop && (
        <Button type="text" onClick={drop} title="Delete the list">
          <Icon name="close" />
          <span className="for-readers">Delete the list {name}</span>
        </Button>
      )}
    </li>
  )
  const count = (lines: number) => `${lines} ${lines === 1 ? 'line' : 'lines'}`
  return (
    <ExplainDrawer title="Take lines from" open onClose={onClose}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">Loading...</p>}
      {data && (
        <div className="source-drawer">
          <SaveList />
          <section aria-labelledby="lists-head">
            <h3 id="lists-head">Your lists for this customer</h3>
            {data.templates.length === 0 && (
              <p className="quiet">None yet: save the lines above as a list to have one.</p>
            )}
            <ul>
              {data.templates.map(({ id, name, lines }) =>
                row('template', id, name, count(lines), () => void deleteTemplate(id).then(() => refetch())),
              )}
            </ul>
          </section>
          <section aria-labelledby="earlier-head">
            <h3 id="earlier-head">Earlier orders</h3>
            {data.orders.length === 0 && <p className="quiet">This customer has no order yet.</p>}
            <ul>
              {data.orders.map(({ id, orderNo, orderDate, lines }) =>
                row('order', id, orderNo, `${dayText(orderDate)} · ${count(lines)}`),
              )}
            </ul>
          </section>
          {data.annexures.length > 0 && (
            <section aria-labelledby="annexure-head">
              <h3 id="annexure-head">Annexures</h3>
              <ul>
                {data.annexures.map(({ id, annexureNo, validTo }) =>
                  row('annexure', id, annexureNo, `valid to ${dayText(validTo)}`),
                )}
              </ul>
            </section>
          )}
        </div>
      )}
    </ExplainDrawer>
  )
}

function SaveList() {
  const { store, customerId } = usePad()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const lines = store
    .filled()
    .flatMap(({ product, qty }) =>
      product && typeof qty === 'number' && qty > 0 ? [{ productId: product.id, qty }] : [],
    )
  if (lines.length === 0) return null
  async function save() {
    if (name.trim() === '') return setProblem('Give the list a name.')
    try {
      await saveTemplate(customerId, name.trim(), lines)
      showSuccess(`The list “${name.trim()}” is saved.`)
      setName('')
      setProblem('')
      await queries.invalidateQueries({ queryKey: ['order-sources', customerId] })
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : 'The list could not be saved.')
    }
  }
  return (
    <section aria-labelledby="save-list-head">
      <h3 id="save-list-head">
        Save the {lines.length === 1 ? 'line' : `${lines.length} lines`} of this order as a list
      </h3>
      <div className="save-list">
        <label className="for-readers" htmlFor="list-name">
          Name of the list
        </label>
        <Input
          id="list-name"
          maxLength={60}
          placeholder="Name, such as “Monthly solvents”"
          value={name}
          onChange={event => setName(event.target.value)}
          onPressEnter={() => void save()}
        />
        <Button onClick={() => void save()}>Save the list</Button>
      </div>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
