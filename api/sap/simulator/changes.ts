import { dataAnswer, type SimulatorAnswer, sapRefusal } from './answers.ts'
import type { SapRecord } from './store.ts'

const pageLimit = 200

/** Whether a request asks what changed since an instant: the portal's regular readings. */
export const asksChanges = (query: URLSearchParams) => /LastChangeDateTime ge/.test(query.get('$filter') ?? '')

/** One page of what changed at or after the instant of `$filter`, with the address of the next one. */
export function changesPage(
  query: URLSearchParams,
  address: string,
  find: (since: string, top: number, skip: number) => SapRecord[],
): SimulatorAnswer {
  const filter = /^\s*LastChangeDateTime ge datetimeoffset'([^']+)'\s*$/.exec(query.get('$filter') ?? '')
  const since = Date.parse(filter?.[1] ?? '')
  if (Number.isNaN(since))
    return sapRefusal(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: 'Invalid filter expression.' }])
  const top = Math.min(count(query.get('$top'), pageLimit), pageLimit)
  const skip = count(query.get('$skip'), 0)
  const found = find(new Date(since).toISOString(), top + 1, skip)
  const next = new URLSearchParams(query)
  next.set('$skip', `${skip + top}`)
  const more = found.length > top ? { __next: `${address}?${next}` } : {}
  return dataAnswer({ results: found.slice(0, top), ...more })
}

const count = (text: string | null, otherwise: number) => (text && /^\d{1,9}$/.test(text) ? Number(text) : otherwise)
