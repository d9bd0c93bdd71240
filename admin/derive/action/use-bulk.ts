import { useInvalidate } from '@refinedev/core'
import { useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { BulkFailure, BulkResult } from '../../../resources/platform/bulk.ts'
import { api, isRefusal, type Refusal } from '../../shell/api.ts'

/** The rows to change, as the person saw them. */
interface BulkAim {
  rows: { ids: number[] } | { filter: Record<string, unknown> }
  expected: number
}

/** Previews and runs a bulk change, and holds the server's answer. */
export function useBulk(resource: Resource, start: BulkAim, said: object = {}) {
  const invalidate = useInvalidate()
  const [aim, setAim] = useState(start)
  const [leaveOut, setLeaveOut] = useState<number[]>([])
  const [preview, setPreview] = useState<{ outcome: BulkResult; key: string }>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [busy, setBusy] = useState(false)

  const requestBody = (change: object, without = leaveOut, at = aim) => ({
    ...at.rows,
    expected: at.expected,
    change,
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

  async function loadPreview(change: object, without = leaveOut, at = aim) {
    setLeaveOut(without)
    setAim(at)
    const outcome = await ask({ ...requestBody(change, without, at), preview: true }, {})
    setPreview(outcome && { outcome, key: crypto.randomUUID() })
  }

  /** Runs the change; undefined when it was refused. */
  async function take(change: object, confirm: string, why: string): Promise<BulkResult | undefined> {
    if (!preview) return undefined
    const reason = why.trim() ? { why: why.trim() } : {}
    const outcome = await ask({ ...requestBody(change), confirm, ...reason }, { 'Idempotency-Key': preview.key })
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
