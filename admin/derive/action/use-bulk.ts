import { useInvalidate } from '@refinedev/core'
import { useState } from 'react'
import type { Formula } from '../../../resources/define/formula.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { BulkFailure, BulkResult } from '../../../resources/platform/bulk.ts'
import { api, isRefusal, type Refusal } from '../../shell/api.ts'

/** The rows to change, as the person saw them. */
interface BulkAim {
  rows: { ids: number[] } | { filter: Record<string, unknown> }
  expected: number
  /** The versions of the rows as the list shows them; of a filter those of the preview. */
  seen?: Versions
}

type Versions = BulkResult['versions']

/** What becomes of the rows, and from which day. */
export interface AskedChange {
  change: Record<string, unknown>
  formula: Formula | undefined
  from: string | null
}

/** Previews and runs a bulk change, and holds the server's answer. */
export function useBulk(resource: Resource, start: BulkAim, said: object = {}) {
  const invalidate = useInvalidate()
  const [aim, setAim] = useState(start)
  const [leaveOut, setLeaveOut] = useState<number[]>([])
  const [preview, setPreview] = useState<{ outcome: BulkResult; key: string }>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [busy, setBusy] = useState(false)

  const requestBody = ({ change, formula, from }: AskedChange, without = leaveOut, at = aim) => ({
    ...at.rows,
    expected: at.expected,
    change,
    ...(formula && { formula }),
    ...(from !== null && { from }),
    leaveOut: without,
    ...said,
  })

  async function ask(body: object, headers: Record<string, string>): Promise<BulkResult | undefined> {
    setBusy(true)
    setRefusal(undefined)
    try {
      return (await api.post<BulkResult>(`/${resource.path}/bulk`, body, { headers })).data
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal(error)
      if (error.code === 'COUNT_MOVED') setPreview(undefined)
      if (error.code === 'ROWS_REFUSED') {
        const failures = error.data.failures as BulkFailure[]
        setPreview(old => old && { ...old, outcome: { ...old.outcome, failures } })
      }
      return undefined
    } finally {
      setBusy(false)
    }
  }

  async function loadPreview(change: AskedChange, without = leaveOut, at = aim) {
    setLeaveOut(without)
    setAim(at)
    const seen = at.seen && { seen: at.seen }
    const outcome = await ask({ ...requestBody(change, without, at), ...seen, preview: true }, {})
    setPreview(outcome && { outcome, key: crypto.randomUUID() })
  }

  /** Runs the change; undefined when it was refused. */
  async function take(change: AskedChange, confirm: string, why: string): Promise<BulkResult | undefined> {
    if (!preview) return undefined
    const reason = why.trim() ? { why: why.trim() } : {}
    const seen = aim.seen ?? preview.outcome.versions
    const asked = { ...requestBody(change), seen, confirm, ...reason }
    const outcome = await ask(asked, { 'Idempotency-Key': preview.key })
    if (outcome) await invalidate({ resource: resource.path, invalidates: ['list', 'detail'] })
    return outcome
  }

  return {
    aim,
    leaveOut,
    preview: preview?.outcome,
    refusal,
    busy,
    requestBody,
    loadPreview,
    take,
    forget: () => setPreview(undefined),
  }
}
